import { type ComparedDifference, comparedDifferences } from './compared-differences.ts'
import type { Conversation } from './conversation.ts'
import { type Difference, differencesOf } from './differences-of.ts'
import type { Implementation } from './implementation.ts'
import type { RunFacts } from './object-changes.ts'
import { isComplete, stepsOf } from './observed-steps.ts'
import type { Parting } from './partings.ts'
import { isObject, type Plain, type PlainObject, rewrite } from './plain.ts'
import { type Observation, observeGenerate, observeStream } from './run-conversation.ts'

/** What two implementations did with one conversation. */
interface Pair {
  readonly path: 'generate' | 'stream'
  readonly reference: Observation
  readonly candidate: Observation
  readonly conversation: Conversation
}

/** Compares two implementations, and finds out which of the chosen differences there really are. */
export class Comparison {
  readonly #reference: Implementation
  readonly #candidate: Implementation
  readonly #unmet = new Set(comparedDifferences)

  constructor(reference: Implementation, candidate: Implementation) {
    this.#reference = reference
    this.#candidate = candidate
  }

  /** Where the candidate does not do what the reference does, but for what was chosen. */
  async differencesIn(conversation: Conversation): Promise<Difference[]> {
    const found: Difference[] = []
    for (const [path, observe] of [
      ['generate', observeGenerate],
      ['stream', observeStream],
    ] as const) {
      const reference = await observe(this.#reference, conversation)
      const candidate = await observe(this.#candidate, conversation)
      const pair = { path, reference, candidate, conversation }
      const { differences, used } = compare(pair, comparedDifferences)
      if (differences.length === 0) this.#findMet(pair, used)
      found.push(...differences)
    }
    return found
  }

  /** Entries that are not needed: with or without them, the comparison comes to the same. */
  unmet(): string[] {
    return [...this.#unmet].map(({ name }) => name)
  }

  #findMet(pair: Pair, used: ReadonlySet<ComparedDifference>): void {
    for (const difference of this.#unmet) {
      if (!used.has(difference)) continue
      const others = comparedDifferences.filter((other) => other !== difference)
      if (compare(pair, others).differences.length > 0) this.#unmet.delete(difference)
    }
  }
}

interface Outcome {
  readonly differences: Difference[]
  /** The entries that had something to say. */
  readonly used: ReadonlySet<ComparedDifference>
}

function compare({ path, reference, candidate, conversation }: Pair, chosen: readonly ComparedDifference[]): Outcome {
  const used = new Set<ComparedDifference>()
  const expected = translate(reference, conversation, chosen, used, true)
  const actual = translate(candidate, conversation, chosen, used, false)
  // Of runs that go separate ways, only what they have in common before the first such place.
  const [first] = chosen
    .map((difference) => ({ difference, parting: difference.part?.(expected, actual, conversation) }))
    .filter((found): found is { difference: ComparedDifference; parting: Parting } => found.parting !== undefined)
    .sort((one, other) => one.parting.step - other.parting.step)
  if (first === undefined) return { differences: differencesOf(expected, actual, path), used }
  const { difference, parting } = first
  used.add(difference)
  const place = `${path} until ${difference.name}`
  return { differences: differencesOf(parting.expected, parting.actual, place), used }
}

/** What is left to compare. */
function translate(
  observed: Observation,
  conversation: Conversation,
  chosen: readonly ComparedDifference[],
  used: Set<ComparedDifference>,
  isReference: boolean,
): Observation {
  const facts = factsOf(observed, conversation)
  return rewrite(observed, (object) => {
    let changed = object
    for (const difference of chosen) {
      const before = changed
      if (isReference && difference.expect !== undefined) changed = difference.expect(changed, facts)
      if (difference.ignore !== undefined) changed = difference.ignore(changed, facts)
      if (changed !== before) used.add(difference)
    }
    return changed
  }) as Observation
}

/** A request for approval as content has it. */
const requestPattern =
  /"type":"tool-approval-request","approvalId":"([^"]*)","toolCall":\{"type":"tool-call","toolCallId":"([^"]*)"/g

function factsOf(observed: Observation, conversation: Conversation): RunFacts {
  const calls = new Map<Plain, PlainObject>()
  const visit = (value: Plain): void => {
    if (Array.isArray(value)) value.forEach(visit)
    // Messages have calls too, but do not say whether they are valid.
    else if (!isObject(value) || 'role' in value) return
    else if (value['type'] === 'tool-call') calls.set(value['toolCallId'], value)
    else Object.values(value).forEach(visit)
  }
  visit((observed['events'] as PlainObject)['run'])
  const repairs = (observed['events'] as PlainObject)['repairs'] as PlainObject[]
  const repaired = new Set(
    repairs.map(({ event }) => ((event as PlainObject)['toolCall'] as PlainObject)['toolCallId']),
  )
  const cutOff = stepsOf(observed).flatMap((step, index) => (isComplete(step) ? [] : [`call-${index + 1}-`]))
  const requests = new Map<Plain, Plain>()
  const told = JSON.stringify(observed['events'])
  for (const [, approvalId, toolCallId] of told.matchAll(requestPattern)) requests.set(approvalId, toolCallId)
  return { conversation, calls, requests, repaired, cutOff }
}
