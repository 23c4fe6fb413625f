import { ownValue } from '../../core/json.ts'
import { answerFaults } from './answer-faults.ts'
import type { Fault, FaultCall, Parameter, Settings } from './fault.ts'
import { refusalFaults } from './refusal-faults.ts'
import { wireFaults } from './wire-faults.ts'

/** Every fault, in the order of the guide: refusals, the wire, the stream, the answer. */
export const faultTable: readonly Fault[] = [...refusalFaults, ...wireFaults, ...answerFaults]

/** The parameters that every fault takes. */
const commonParameters: Readonly<Record<string, Parameter>> = {
  times: { default: Number.POSITIVE_INFINITY, summary: 'only so many requests are hit, the first ones' },
  id: { default: '', summary: 'whose requests `times` counts' },
}

/** Of one answer: each acts on all that the ones before it made. */
const mostFaults = 20

/** Reads `429;retry=2;times=1, slow`. A sentence says what is wrong with it. */
export function parseFaults(text: string): readonly FaultCall[] | string {
  if (text === '') return []
  const calls: FaultCall[] = []
  for (const item of text.split(',')) {
    if (item.trim() === '') continue
    if (calls.length === mostFaults) return `There can be at most ${mostFaults} faults.`
    const call = parseFault(item)
    if (typeof call === 'string') return call
    calls.push(call)
  }
  return calls
}

function parseFault(text: string): FaultCall | string {
  const [name = '', ...pairs] = text.split(';').map((piece) => piece.trim())
  const fault = faultTable.find((known) => known.name === name)
  if (fault === undefined) {
    return `There is no fault "${name}". There are: ${faultTable.map((known) => known.name).join(', ')}.`
  }
  const parameters = { ...commonParameters, ...fault.parameters }
  const defaults = Object.entries(parameters).map(([key, parameter]) => [key, parameter.default])
  const settings: Record<string, string | number> = Object.fromEntries(defaults)
  for (const pair of pairs) {
    const [key = '', ...rest] = pair.split('=').map((piece) => piece.trim())
    const parameter = ownValue(parameters, key) as Parameter | undefined
    if (parameter === undefined) {
      return `The fault "${name}" has no parameter "${key}". It has: ${Object.keys(parameters).join(', ')}.`
    }
    const value = readValue(rest.join('='), parameter)
    if (value === undefined) return `The fault "${name}" cannot have "${pair}": ${wanted(parameter)}.`
    settings[key] = value
  }
  return { fault, settings }
}

/** Timers take 31 bits of milliseconds; no other number of a fault is larger. */
const largest = 2 ** 31 - 1

function readValue(text: string, parameter: Parameter): string | number | undefined {
  if (typeof parameter.default === 'number') {
    const number = Number(text)
    return text !== '' && number >= 0 && number <= largest ? number : undefined
  }
  return text !== '' && (parameter.oneOf?.includes(text) ?? true) ? text : undefined
}

function wanted({ default: value, oneOf }: Parameter): string {
  if (typeof value === 'number') return 'it takes a number'
  return oneOf === undefined ? 'it needs a value' : `it takes ${oneOf.join(' or ')}`
}

/** Counts the requests that faults with `times` have hit. */
export interface FaultCounter {
  /** The calls that hit this request. */
  take(calls: readonly FaultCall[]): readonly FaultCall[]
  reset(): void
}

const mostCounts = 10_000

/** Faults with different names or parameters are counted apart; `id` is a parameter for that purpose. */
export function createFaultCounter(): FaultCounter {
  const hits = new Map<string, number>()
  return {
    take: (calls) =>
      calls.filter((call) => {
        const times = Number(call.settings.times)
        if (times === Number.POSITIVE_INFINITY) return true
        const key = keyOf(call.fault.name, call.settings)
        const count = hits.get(key) ?? 0
        hits.set(key, count + 1)
        // Bounded for callers that give every request its own id: the oldest count is dropped.
        if (hits.size > mostCounts) hits.delete(hits.keys().next().value!)
        return count < times
      }),
    reset: () => hits.clear(),
  }
}

function keyOf(name: string, settings: Settings): string {
  return `${name} ${JSON.stringify(settings)}`
}
