import { getOrInsert } from '../collections.ts'
import { type LookNode, type Pattern, type PatternNode, parsePattern } from './parse-pattern.ts'
import { maxSteps, Steps } from './steps.ts'

/** The start of a match takes about as long as this many steps. */
const startSteps = 10

/**
 * Whether a pattern matches somewhere in a text, found in at most `10 + size * (length + 1)` steps. Undefined: unknown, because the pattern
 * cannot be run or the steps are used up. A caller that matches several texts parses the pattern once: there is no cache here, because it
 * would tell one client of a process which patterns another one uses.
 */
export function matchesPattern(
  source: string | Pattern | undefined,
  text: string,
  steps: Steps = new Steps(maxSteps),
): boolean | undefined {
  const pattern = typeof source === 'string' ? parsePattern(source) : source
  // A pattern that cannot be run costs steps too: many of them may meet many names.
  if (!steps.take(startSteps) || pattern === undefined) return undefined
  const isFound = new Search(new Codes(text, pattern.isUnicode), steps).find(pattern.tree)
  return steps.areUsedUp ? undefined : isFound
}

/** The code points of a text (without the flag `u`: its code units), read as far as a match gets. */
class Codes {
  readonly text: string
  private readonly isUnicode: boolean
  private readonly known: number[] = []
  /** The place in the text up to which it was read. */
  private read = 0

  constructor(text: string, isUnicode: boolean) {
    this.text = text
    this.isUnicode = isUnicode
  }

  /** Undefined before the start and from the end on. */
  at(place: number): number | undefined {
    while (this.known.length <= place && this.read < this.text.length) {
      const code = this.isUnicode ? this.text.codePointAt(this.read)! : this.text.charCodeAt(this.read)
      this.known.push(code)
      this.read += code > 0xffff ? 2 : 1
    }
    return this.known[place]
  }

  count(): number {
    this.at(this.text.length)
    return this.known.length
  }
}

/**
 * A state of the automaton: what is to be matched next, and the state after it. States are created when they are first reached, so a large
 * repetition costs nothing before a text gets that far.
 */
class State {
  readonly node: PatternNode
  /** Undefined: the whole pattern has matched. */
  readonly next: State | undefined
  /** How many parts of a sequence, or turns of a repetition, are done. */
  readonly done: number
  /** The last round in which the state was reached. */
  round = 0
  private following: readonly (State | undefined)[] | undefined

  constructor(node: PatternNode, next: State | undefined, done = 0) {
    this.node = node
    this.next = next
    this.done = done
  }

  /** The states that are reached without a character. */
  successors(isBackwards: boolean): readonly (State | undefined)[] {
    this.following ??= this.createSuccessors(isBackwards)
    return this.following
  }

  private createSuccessors(isBackwards: boolean): readonly (State | undefined)[] {
    const { node, next, done } = this
    if (node.kind === 'sequence') {
      const { parts } = node
      if (done === parts.length) return [next]
      const part = parts[isBackwards ? parts.length - 1 - done : done]!
      return [new State(part, done + 1 === parts.length ? next : new State(node, next, done + 1))]
    }
    if (node.kind === 'choice') return node.options.map((option) => new State(option, next))
    if (node.kind !== 'repeat') return [next]
    const { body, min, max } = node
    const isLoop = done >= min && max === Number.POSITIVE_INFINITY
    const rest = isLoop ? this : done + 1 === max ? next : new State(node, next, done + 1)
    const turn = new State(body, rest)
    return done < min ? [turn] : [turn, next]
  }
}

/** Follows all ways through a pattern at once, so that every state is reached at most once at each place of the text. */
class Search {
  private readonly codes: Codes
  private readonly steps: Steps
  private readonly looks = new Map<LookNode, ReadonlySet<number>>()

  constructor(codes: Codes, steps: Steps) {
    this.codes = codes
    this.steps = steps
  }

  find(tree: PatternNode): boolean {
    return this.run(tree, false, true).size > 0
  }

  /** The places at which a match ends: all, or one. Backwards, these are the places where it starts. */
  private run(tree: PatternNode, isBackwards: boolean, isOneEnough: boolean): ReadonlySet<number> {
    const { codes, steps } = this
    const root = new State(tree, undefined)
    const startsOnce = !isBackwards && isAnchored(tree)
    const ends = new Set<number>()
    let reached: (State | undefined)[] = []
    let following: (State | undefined)[] = []
    // From its end backwards, the whole text is read first.
    if (isBackwards && !steps.take(codes.text.length)) return ends
    const last = isBackwards ? codes.count() : 0
    for (let round = 1; ; round++) {
      const at = isBackwards ? last + 1 - round : round - 1
      const code = codes.at(isBackwards ? at - 1 : at)
      if (round === 1 || !startsOnce) reached.push(root)
      if (reached.length === 0) return ends
      while (reached.length > 0) {
        if (!steps.take(1)) return ends
        const state = reached.pop()
        if (state === undefined) {
          ends.add(at)
          if (isOneEnough) return ends
        } else if (state.round < round) {
          state.round = round
          const { node } = state
          if (node.kind === 'character') {
            if (code === undefined) continue
            if (code > 127 && node.cost > 1 && !steps.take(node.cost - 1)) return ends
            if (node.has(code)) following.push(state.next)
          } else if (this.holds(node, at)) {
            for (const next of state.successors(isBackwards)) reached.push(next)
          }
        }
      }
      if (code === undefined) return ends
      const emptied = reached
      reached = following
      following = emptied
    }
  }

  /** Whether a condition for a place is met. Other nodes have none. */
  private holds(node: PatternNode, at: number): boolean {
    switch (node.kind) {
      case 'start':
        return at === 0
      case 'end':
        return this.codes.at(at) === undefined
      case 'boundary':
      case 'no-boundary': {
        const isBoundary = isWordCharacter(this.codes.at(at - 1)) !== isWordCharacter(this.codes.at(at))
        return isBoundary === (node.kind === 'boundary')
      }
      case 'look':
        return this.placesOf(node).has(at) !== node.isNegative
      default:
        return true
    }
  }

  /** All places where a look-around matches, found in one run over the text: a look-ahead from its end backwards. */
  private placesOf(node: LookNode): ReadonlySet<number> {
    return getOrInsert(this.looks, node, () => this.run(node.body, node.isAhead, false))
  }
}

function isWordCharacter(code: number | undefined): boolean {
  return code !== undefined && code < 128 && /\w/.test(String.fromCharCode(code))
}

/** Whether a pattern can match at the start of a text only. */
function isAnchored(node: PatternNode): boolean {
  if (node.kind === 'sequence') return node.parts[0] !== undefined && isAnchored(node.parts[0])
  return node.kind === 'choice' ? node.options.every(isAnchored) : node.kind === 'start'
}
