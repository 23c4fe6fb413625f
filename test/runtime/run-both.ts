import { afterAll, beforeAll, expect, vi } from 'vitest'
import type { AnyModelMessage, ModelMessage } from '../../src/core/message.ts'
import { checkHistory } from '../../src/history/check.ts'
import type { ProfileId } from '../../src/history/profile.ts'
import { generateText, runStateOf, type Step, streamText, type TextStreamPart } from '../../src/index.ts'

export type RunKind = 'generateText' | 'streamText'
export const kinds: readonly RunKind[] = ['generateText', 'streamText']

export type AnyRunOptions = Parameters<typeof streamText>[0]

/** What is left of a run. */
export interface Ending {
  /** Why it failed; undefined for one that came to its end. */
  readonly error: unknown
  readonly messages: ModelMessage[]
  readonly steps: Step[]
  /** Of `streamText` alone. */
  readonly parts: TextStreamPart[]
}

/** Longer than any run of these tests takes: one that is not over by then never ends. */
const patienceMs = 20_000

/**
 * Runs to the end, and holds it to what every run promises, whatever goes wrong in it: it ends, its stream ends, its promises settle,
 * and its messages can be sent again.
 */
export async function runToEnd(kind: RunKind, options: AnyRunOptions): Promise<Ending> {
  const ending = await inTime(kind === 'generateText' ? generate(options) : stream(options), 'The run did not end.')
  expectValid(ending)
  return ending
}

async function generate(options: AnyRunOptions): Promise<Ending> {
  try {
    const { messages, steps } = await generateText(options)
    return { error: undefined, messages, steps: steps as Step[], parts: [] }
  } catch (error) {
    return ended(error, [])
  }
}

async function stream(options: AnyRunOptions): Promise<Ending> {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    const ending = await readStream(options)
    const errors = ending.parts.flatMap((part) => (part.type === 'error' ? [part.error] : []))
    // Where nobody listens, the console does.
    const isSilent = options.onError !== undefined || errors.length === 0
    expect(log.mock.calls.map(([error]) => error as unknown)).toEqual(isSilent ? [] : errors)
    return ending
  } finally {
    log.mockRestore()
  }
}

async function readStream(options: AnyRunOptions): Promise<Ending> {
  const result = streamText(options)
  const parts: TextStreamPart[] = []
  // Who reads two streams sees two whole ones.
  const texts = readAll(result.textStream)
  for await (const part of result.fullStream) parts.push(part as TextStreamPart)
  const text = parts.flatMap((part) => (part.type === 'text-delta' ? [part.text] : [])).join('')
  const read = await texts
  expect(read.text).toBe(text)
  const failed = parts.find((part) => part.type === 'error')
  // Half an answer does not look like a whole one.
  expect(read.thrown).toEqual(failed === undefined || options.onError !== undefined ? [] : [failed.error])
  const fields = await Promise.allSettled([result.messages, result.steps, result.text, result.usage, result.toolCalls])
  expect(new Set(fields.map(({ status }) => status)).size, 'all promises end in the same way').toBe(1)
  const last = parts.at(-1)!
  const [messages, steps] = fields
  if (messages.status === 'fulfilled' && steps.status === 'fulfilled') {
    expect(last.type).toBe('finish')
    return { error: undefined, messages: messages.value, steps: steps.value as Step[], parts }
  }
  const { reason } = messages as PromiseRejectedResult
  expect(['error', 'abort']).toContain(last.type)
  if (last.type === 'error') expect(last.error).toBe(reason)
  return ended(reason, parts)
}

async function readAll(texts: AsyncIterable<string>): Promise<{ readonly text: string; readonly thrown: unknown[] }> {
  let all = ''
  try {
    for await (const text of texts) all += text
    return { text: all, thrown: [] }
  } catch (error) {
    return { text: all, thrown: [error] }
  }
}

function ended(error: unknown, parts: TextStreamPart[]): Ending {
  expect(error, 'a run rejects with an error').toBeInstanceOf(Error)
  const state = runStateOf(error)
  expect(state, `has no state: ${String(error)}`).toBeDefined()
  return { error, messages: state!.messages, steps: state!.steps, parts }
}

/** Fails where something takes for ever. */
export async function inTime<T>(work: PromiseLike<T>, problem: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(problem)), patienceMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const profiles: readonly ProfileId[] = ['gemini', 'openai-chat', 'anthropic']

/** What people do with a conversation. */
const goOn = { role: 'user', content: 'Go on.' } as const

/** Every provider takes the messages; only calls that wait for the caller may be open, and none after a failure. */
function expectValid({ error, messages }: Ending): void {
  const isFailed = error !== undefined
  const calls = idsOf(messages, 'tool-call')
  const results = idsOf(messages, 'tool-result')
  const isPending = !isFailed && calls.length > results.length
  const sent: AnyModelMessage[] = isPending ? messages : [...messages, goOn]
  for (const profile of profiles) {
    const violations = checkHistory(sent, profile, { allowPending: isPending })
    // It is about the last message of a request, and the results that are to come will stand behind this one.
    const relevant = violations.filter(({ rule }) => !(isPending && rule === 'trim-final-text'))
    expect(relevant, profile).toEqual([])
  }
  expect(new Set(calls).size, 'every call has an id of its own').toBe(calls.length)
  expect(new Set(results).size, 'no call is answered twice').toBe(results.length)
  expect(calls).toEqual(expect.arrayContaining(results))
  if (isFailed) expect(results.length, 'every call is answered').toBe(calls.length)
  // They are stored and sent as JSON.
  expect(JSON.parse(JSON.stringify(messages))).toEqual(messages)
}

/** The ids of calls, or of results, in their order. */
export function idsOf(messages: readonly ModelMessage[], type: 'tool-call' | 'tool-result'): string[] {
  return messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.flatMap((part) => (part.type === type ? [part.toolCallId] : [])),
  )
}

/** What the model was told of each call, in order. */
export function outputsOf(messages: readonly ModelMessage[]): unknown[] {
  return messages.flatMap(({ role, content }) =>
    role === 'tool' ? content.flatMap((part) => (part.type === 'tool-result' ? [part.output] : [])) : [],
  )
}

/** Nothing that a test of this file does may end as a rejection that nobody handles. */
export function forbidUnhandledRejections(): void {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  beforeAll(() => void process.on('unhandledRejection', note))
  afterAll(async () => {
    // They are told of when all microtasks are done.
    await new Promise((resolve) => setTimeout(resolve, 20))
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })
}
