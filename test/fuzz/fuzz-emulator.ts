import type { Emulator } from '../../src/emulator/index.ts'
import { createChance } from './chance.ts'
import { mutateBytes, mutateValue } from './mutate.ts'
import { validRequests } from './valid-requests.ts'

/** What the emulator may answer with, and how often it did. */
export interface FuzzReport {
  readonly requests: number
  readonly statuses: Readonly<Record<number, number>>
  /** Answers that are no answer of Google's, with what drew them. */
  readonly violations: readonly string[]
}

export interface FuzzOptions {
  readonly count: number
  readonly seed: number
  /** Called now and then, for a look at the memory. */
  readonly onProgress?: (done: number) => void
}

/** Sends mutated requests, one after the other, and looks at each answer. The same seed sends the same requests. */
export async function fuzzEmulator(emulator: Emulator, options: FuzzOptions): Promise<FuzzReport> {
  const chance = createChance(options.seed)
  const statuses: Record<number, number> = {}
  const violations: string[] = []
  for (let done = 1; done <= options.count; done++) {
    const { path, headers, body } = chance.pick(validRequests)
    const text = JSON.stringify(chance.isLucky(0.9) ? mutateValue(body, chance) : body)
    const bytes = chance.isLucky(0.35) ? mutateBytes(new TextEncoder().encode(text), chance) : text
    const response = await emulator(
      new Request(`http://localhost${path}`, { method: 'POST', headers, body: bytes as BodyInit }),
    )
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
    const problem = complaintAbout(response, await response.text())
    if (problem !== undefined && violations.length < 20) {
      violations.push(`${problem}: ${path} ${typeof bytes === 'string' ? bytes : JSON.stringify([...bytes])}`)
    }
    if (done % 1_000 === 0) options.onProgress?.(done)
  }
  return { requests: options.count, statuses, violations }
}

/** Google answers with a response, or with an error whose code is that of the head. Nothing is ever its own fault here. */
function complaintAbout({ status, headers }: Response, text: string): string | undefined {
  if (status >= 500) return `status ${status}`
  const isEvents = headers.get('content-type') === 'text/event-stream'
  try {
    const bodies: unknown[] = isEvents
      ? text
          .split('\r\n\r\n')
          .slice(0, -1)
          .map((event) => JSON.parse(event.slice('data: '.length)))
      : [JSON.parse(text)].flat()
    if (bodies.length === 0) return 'an empty stream'
    return bodies.map((body) => complaintAboutBody(status, body)).find((complaint) => complaint !== undefined)
  } catch (error) {
    return `no JSON (${String(error)})`
  }
}

function complaintAboutBody(status: number, body: unknown): string | undefined {
  const { error, response = body } = body as { error?: Record<string, unknown>; response?: unknown }
  if (status === 200) {
    const known = ['candidates', 'totalTokens', 'promptFeedback']
    return known.some((key) => key in (response as object)) ? undefined : 'a 200 that says nothing'
  }
  if (error?.code !== status) return `an error whose code is ${error?.code} under a status ${status}`
  if (typeof error.message !== 'string' || error.message === '') return 'an error without a message'
  return typeof error.status === 'string' && /^[A-Z_]+$/.test(error.status) ? undefined : 'an error without a status'
}
