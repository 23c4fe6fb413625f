import type { Automaton } from './automaton.ts'
import { type CharSet, charSet, intersect, overlaps } from './char-set.ts'

/** How many pairs of positions are compared before a pattern counts as ambiguous. */
const maxPairs = 300_000

/** An upper bound of the steps of a backtracking search: `factor * length ** power`. */
interface PatternCost {
  /** Infinity: exponential. */
  readonly power: number
  readonly factor: number
}

/** Estimates the cost: the number of ways in which one text can be matched. */
export function costOf(automaton: Automaton): PatternCost {
  const components = findLoops(automaton)
  if (automaton.hasDoubleStep || components.some((component) => isAmbiguous(automaton, component))) {
    return { power: Number.POSITIVE_INFINITY, factor: 1 }
  }
  return { power: chainLength(automaton, components), factor: countWays(automaton, components) }
}

/** The strongly connected components with a loop, as sets of positions, in the order of the steps. */
function findLoops({ positions }: Automaton): Set<number>[] {
  const low = new Array<number>(positions.length).fill(-1)
  const index = new Array<number>(positions.length).fill(-1)
  const onStack = new Set<number>()
  const components: Set<number>[] = []
  let counter = 0
  const open: number[] = []
  for (const root of positions.keys()) {
    if (index[root] !== -1) continue
    const frames: { at: number; next: Iterator<number> }[] = []
    const enter = (at: number) => {
      index[at] = low[at] = counter++
      open.push(at)
      onStack.add(at)
      frames.push({ at, next: positions[at]!.next.values() })
    }
    enter(root)
    while (frames.length > 0) {
      const frame = frames[frames.length - 1]!
      const step = frame.next.next()
      if (!step.done) {
        if (index[step.value] === -1) enter(step.value)
        else if (onStack.has(step.value)) low[frame.at] = Math.min(low[frame.at]!, index[step.value]!)
        continue
      }
      frames.pop()
      const parent = frames[frames.length - 1]
      if (parent !== undefined) low[parent.at] = Math.min(low[parent.at]!, low[frame.at]!)
      if (low[frame.at] === index[frame.at]) components.push(closeComponent(frame.at, open, onStack))
    }
  }
  return components
    .filter((component) => component.size > 1 || [...component].some((at) => positions[at]!.next.has(at)))
    .reverse()
}

function closeComponent(root: number, open: number[], onStack: Set<number>): Set<number> {
  const component = new Set<number>()
  for (;;) {
    const at = open.pop()!
    onStack.delete(at)
    component.add(at)
    if (at === root) return component
  }
}

/** Whether one text can go through the loop in two ways, so that every further turn doubles the work. */
function isAmbiguous({ positions }: Automaton, component: ReadonlySet<number>): boolean {
  if (component.size === 1) return false
  const seen = new Set<number>()
  const pending: [number, number][] = [...component].map((at) => [at, at])
  let looked = 0
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [left, right] = pair
    for (const a of positions[left]!.next) {
      if (!component.has(a)) continue
      for (const b of positions[right]!.next) {
        if (!component.has(b)) continue
        if (++looked > maxPairs) return true
        if (a === b) {
          if (left !== right) return true
          continue
        }
        const key = Math.min(a, b) * positions.length + Math.max(a, b)
        if (seen.has(key) || !overlaps(positions[a]!.set, positions[b]!.set)) continue
        seen.add(key)
        pending.push([a, b])
      }
    }
  }
  return false
}

/** The longest chain of loops that can share one text. Each multiplies the work by the length. */
function chainLength(automaton: Automaton, components: readonly ReadonlySet<number>[]): number {
  const sets = components.map((component) => charSet([...component].flatMap((at) => automaton.positions[at]!.set)))
  const lengths = new Array<number>(components.length).fill(1)
  let longest = 1
  // Components are in the order of the steps, so that the chains to a loop are complete before those from it.
  for (const [from, component] of components.entries()) {
    longest = Math.max(longest, lengths[from]!)
    for (let to = from + 1; to < components.length; to++) {
      if (lengths[to]! > lengths[from]!) continue
      const common = intersect(sets[from]!, sets[to]!)
      if (common.length > 0 && leads(automaton, component, components[to]!, common)) lengths[to] = lengths[from]! + 1
    }
  }
  return longest
}

function leads({ positions }: Automaton, from: ReadonlySet<number>, to: ReadonlySet<number>, common: CharSet): boolean {
  const seen = new Set(from)
  const pending = [...from]
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const next of positions[at]!.next) {
      if (seen.has(next) || !overlaps(positions[next]!.set, common)) continue
      if (to.has(next)) return true
      seen.add(next)
      pending.push(next)
    }
  }
  return false
}

/** The number of ways to match one text without repeating a loop: eight for `(a|a)(a|a)(a|a)`. */
function countWays(automaton: Automaton, components: readonly ReadonlySet<number>[]): number {
  const { positions } = automaton
  const home = new Map<number, ReadonlySet<number>>()
  for (const component of components) for (const at of component) home.set(at, component)
  const ways = new Map<number, number>()
  const pending = [...automaton.start]
  while (pending.length > 0) {
    const at = pending[pending.length - 1]!
    if (ways.has(at)) {
      pending.pop()
      continue
    }
    // A loop counts as one position with all of its exits.
    const members = home.get(at) ?? new Set([at])
    const exits = [...members].map((member) => [...positions[member]!.next].filter((next) => !members.has(next)))
    const unknown = exits.flat().filter((next) => !ways.has(next))
    if (unknown.length > 0) {
      pending.push(...unknown)
      continue
    }
    const most = Math.max(...exits.map((next) => waysTogether(automaton, next, ways)))
    for (const member of members) ways.set(member, home.has(at) ? 1 + most : Math.max(1, most))
  }
  return waysTogether(automaton, automaton.start, ways)
}

/** The largest number of ways from a choice of positions that one character allows. */
function waysTogether({ positions }: Automaton, choice: readonly number[], ways: ReadonlyMap<number, number>): number {
  // Overlaps change only at the start of a set.
  const edges = new Set(choice.flatMap((at) => positions[at]!.set.map(([low]) => low)))
  let most = 0
  for (const edge of edges) {
    let sum = 0
    for (const at of choice)
      if (positions[at]!.set.some(([low, high]) => low <= edge && edge <= high)) sum += ways.get(at)!
    most = Math.max(most, sum)
  }
  return most
}
