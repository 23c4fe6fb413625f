import { hasCharacter, type PatternNode } from './parse-pattern.ts'

/**
 * Whether a pattern matches somewhere in a text. All possible matches are followed at once, so time is bounded by the sizes of text and
 * pattern. `effort` is a further bound: a text that needs more does not match.
 */
export function matchesPattern(pattern: PatternNode, text: string, effort = 200_000): boolean {
  const codePoints = Array.from(text, (character) => character.codePointAt(0)!)
  const match: Match = { codePoints, effort }
  const starts = new Set(Array.from({ length: codePoints.length + 1 }, (_, index) => index))
  return endsOf(pattern, starts, match).size > 0
}

interface Match {
  readonly codePoints: readonly number[]
  effort: number
}

const nowhere: ReadonlySet<number> = new Set()

/** The positions after `node` that are reached from any of `starts`. */
function endsOf(node: PatternNode, starts: ReadonlySet<number>, match: Match): ReadonlySet<number> {
  match.effort -= 1 + starts.size
  if (match.effort < 0 || starts.size === 0) return nowhere
  switch (node.kind) {
    case 'characters': {
      const ends = new Set<number>()
      for (const start of starts) {
        const codePoint = match.codePoints[start]
        if (codePoint !== undefined && hasCharacter(node.set, codePoint)) ends.add(start + 1)
      }
      return ends
    }
    case 'sequence':
      return node.items.reduce((ends, item) => endsOf(item, ends, match), starts)
    case 'choice':
      return new Set(node.options.flatMap((option) => [...endsOf(option, starts, match)]))
    case 'repeat':
      return endsOfRepeat(node, starts, match)
    case 'assertion':
      return new Set([...starts].filter((start) => holds(node.assertion, start, match.codePoints)))
    case 'ahead':
      return new Set(
        [...starts].filter((start) => endsOf(node.item, new Set([start]), match).size > 0 !== node.negative),
      )
  }
}

function endsOfRepeat(
  { item, min, max }: Extract<PatternNode, { kind: 'repeat' }>,
  starts: ReadonlySet<number>,
  match: Match,
): ReadonlySet<number> {
  let current = starts
  for (let count = 0; count < min && current.size > 0; count++) current = endsOf(item, current, match)
  const all = new Set(current)
  for (let count = min; count < max && current.size > 0; count++) {
    current = new Set([...endsOf(item, current, match)].filter((end) => !all.has(end)))
    for (const end of current) all.add(end)
  }
  return all
}

function holds(
  assertion: Extract<PatternNode, { kind: 'assertion' }>['assertion'],
  at: number,
  codePoints: readonly number[],
): boolean {
  if (assertion === 'start') return at === 0
  if (assertion === 'end') return at === codePoints.length
  const isBoundary = isWordCharacter(codePoints[at - 1]) !== isWordCharacter(codePoints[at])
  return isBoundary === (assertion === 'boundary')
}

function isWordCharacter(codePoint: number | undefined): boolean {
  return codePoint !== undefined && /^\w$/.test(String.fromCodePoint(codePoint))
}
