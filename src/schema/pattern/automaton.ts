import { anyChar, type CharSet } from './char-set.ts'
import type { PatternNode } from './parse-pattern.ts'

/** One character of a pattern, and the characters that may come next. */
interface Position {
  readonly set: CharSet
  readonly next: Set<number>
}

/** A pattern as an automaton of positions (Glushkov's). */
export interface Automaton {
  readonly positions: readonly Position[]
  /** The positions at which a text may start. */
  readonly start: readonly number[]
  /** Whether a step from one character to the next can be taken in two ways, as in `(a+)+`. */
  readonly hasDoubleStep: boolean
}

const maxPositions = 2000
/** Repetitions are expanded up to this many characters; longer ones count as unlimited, which overestimates the cost. */
const writtenOut = 100
/** The number of ways to match the empty text, as in `(|)(|)(|)`. An engine may try every one. */
const maxEmptyWays = 16

interface Fragment {
  readonly first: readonly number[]
  readonly last: readonly number[]
  /** The number of ways in which the fragment matches the empty text. */
  readonly emptyWays: number
}

const nothing: Fragment = { first: [], last: [], emptyWays: 1 }

/** Builds the automaton. Undefined if the pattern is too large. */
export function buildAutomaton(pattern: PatternNode, isAnchored: boolean): Automaton | undefined {
  const builder = new AutomatonBuilder()
  // A pattern without `^` is tried at every position, as if any text preceded it.
  const search: PatternNode = {
    kind: 'repeat',
    body: { kind: 'set', set: anyChar },
    min: 0,
    max: Number.POSITIVE_INFINITY,
  }
  builder.start = builder.build(isAnchored ? pattern : { kind: 'sequence', parts: [search, pattern] }).first
  return builder.isTooLarge ? undefined : builder
}

class AutomatonBuilder implements Automaton {
  readonly positions: Position[] = []
  start: readonly number[] = []
  hasDoubleStep = false
  private steps = 0
  private doubleEmpties = 0

  get isTooLarge(): boolean {
    return this.positions.length > maxPositions || this.steps > maxPositions * 50
  }

  build(node: PatternNode): Fragment {
    if (this.isTooLarge) return nothing
    const fragment = this.buildKind(node)
    if (fragment.emptyWays > 1) this.doubleEmpties++
    return fragment
  }

  private buildKind(node: PatternNode): Fragment {
    switch (node.kind) {
      case 'set': {
        const position = this.positions.push({ set: node.set, next: new Set() }) - 1
        return { first: [position], last: [position], emptyWays: 0 }
      }
      case 'sequence':
        return node.parts.reduce<Fragment>((whole, part) => this.join(whole, this.build(part)), nothing)
      case 'choice':
        return this.choice(node.options)
      case 'repeat':
        return this.repeat(node)
      case 'look':
        // A dead end: it is entered from what precedes it, and nothing follows it.
        return { first: this.build(node.body).first, last: [], emptyWays: 1 }
      default:
        return nothing
    }
  }

  private join(left: Fragment, right: Fragment): Fragment {
    this.connect(left.last, right.first)
    if (left.emptyWays > maxEmptyWays) this.hasDoubleStep = true
    return {
      first: left.emptyWays > 0 ? [...left.first, ...right.first] : left.first,
      last: right.emptyWays > 0 ? [...left.last, ...right.last] : right.last,
      emptyWays: left.emptyWays * right.emptyWays,
    }
  }

  private choice(options: readonly PatternNode[]): Fragment {
    const fragments = options.map((option) => this.build(option))
    return {
      first: fragments.flatMap(({ first }) => first),
      last: fragments.flatMap(({ last }) => last),
      emptyWays: fragments.reduce((sum, { emptyWays }) => sum + emptyWays, 0),
    }
  }

  private repeat({ body, min, max }: PatternNode & { kind: 'repeat' }): Fragment {
    if (max === 0) return nothing
    if (max * sizeOf(body) <= writtenOut) return this.writeOut(body, min, max)
    const before = this.doubleEmpties
    const looped = this.build(body)
    const isDouble = this.doubleEmpties > before || (looped.emptyWays > 0 && min > 1)
    if (isDouble && max > 1) this.hasDoubleStep = true
    if (max > 1) this.connect(looped.last, looped.first)
    return min === 0 ? optional(looped) : looped
  }

  /** `x{1,3}` is `x(x(x)?)?`: as `x?x?x` its copies would be ambiguous. */
  private writeOut(body: PatternNode, min: number, max: number): Fragment {
    let tail = nothing
    for (let i = max; i > min; i--) tail = optional(this.join(this.build(body), tail))
    for (let i = min; i > 0; i--) tail = this.join(this.build(body), tail)
    return tail
  }

  private connect(from: readonly number[], to: readonly number[]): void {
    this.steps += from.length * to.length
    if (this.isTooLarge) return
    for (const position of from) {
      const { next } = this.positions[position]!
      for (const target of to) {
        if (next.has(target)) this.hasDoubleStep = true
        next.add(target)
      }
    }
  }
}

function optional(fragment: Fragment): Fragment {
  return { ...fragment, emptyWays: fragment.emptyWays + 1 }
}

/** The number of characters in a part of a pattern with expanded repetitions. */
function sizeOf(node: PatternNode): number {
  switch (node.kind) {
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + sizeOf(part), 0)
    case 'choice':
      return node.options.reduce((sum, option) => sum + sizeOf(option), 0)
    case 'repeat':
      return Math.max(node.max === Number.POSITIVE_INFINITY ? 1 : node.max, 1) * sizeOf(node.body)
    case 'look':
      return sizeOf(node.body)
    default:
      return 1
  }
}
