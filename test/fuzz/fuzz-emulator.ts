import type { Emulator } from '../../src/emulator/index.ts'
import { type FuzzOptions, type FuzzReport, fuzz } from './fuzz.ts'
import { mutateBytes, mutateValue } from './mutate.ts'
import { geminiFields, validRequests } from './valid-requests.ts'

/** Sends mutated requests to an emulator, and looks at each answer. */
export function fuzzEmulator(emulator: Emulator, options: FuzzOptions): Promise<FuzzReport> {
  return fuzz(options, async (chance) => {
    const { path, headers, body } = chance.pick(validRequests)
    const text = JSON.stringify(chance.isLucky(0.9) ? mutateValue(body, chance, geminiFields) : body)
    const bytes = chance.isLucky(0.35) ? mutateBytes(new TextEncoder().encode(text), chance) : text
    const response = await emulator(
      new Request(`http://localhost${path}`, { method: 'POST', headers, body: bytes as BodyInit }),
    )
    const answer = await response.text()
    const problem = complaintAbout(response, answer) ?? complaintAboutSize(text.length, answer)
    const input = `${path} ${typeof bytes === 'string' ? bytes : JSON.stringify([...bytes])}`
    return { status: response.status, input, problem }
  })
}

/** Google answers with a response, or with an error whose code is that of the head. Nothing is ever its own fault here. */
export function complaintAbout(
  { status, headers }: { readonly status: number; readonly headers: Headers },
  text: string,
): string | undefined {
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

/** An answer quotes a request, or lists up to a thousand errors, each with its path three times. It is never many times as long otherwise. */
function complaintAboutSize(input: number, answer: string): string | undefined {
  const errors = answer.split('"description":').length - 1
  if (errors > 1_000) return `${errors} errors`
  const most = 100_000 + 20 * input + 6_000 * errors
  return answer.length > most ? `${answer.length} bytes in answer to ${input}` : undefined
}
