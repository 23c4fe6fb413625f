import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ScriptStep, scriptedModel } from '../../test/runtime/mock-model.ts'
import { Output } from './output/output.ts'
import { streamText } from './stream-text.ts'
import type { ServerResponseLike } from './ui/ui-message-stream-options.ts'

/** A new one for each run: it carries the state of the run that it ended. */
const error = () => new Error('The key is wrong.')
const wrong = expect.objectContaining({ message: 'The key is wrong.' })
const refused = (): ScriptStep => ({ fault: { type: 'throw', error: error() } })
/** Breaks after its first words. */
const broken = (): ScriptStep => ({
  content: [{ type: 'text', text: ['Half', ' of'] }],
  fault: { type: 'break', error: error(), after: 2 },
})
const cases: readonly [string, () => ScriptStep, string[]][] = [
  ['a request that is refused', refused, []],
  ['a stream that breaks midway', broken, ['Half']],
]

/** What was written to the console. */
let log: unknown[][] = []
const { error: writeToConsole } = console
beforeEach(() => {
  log = []
  console.error = (...args: unknown[]) => void log.push(args)
})
afterEach(() => {
  console.error = writeToConsole
})

const run = (step: () => ScriptStep, options: object = {}) =>
  streamText({ model: scriptedModel([step()]), prompt: 'Hi.', maxRetries: 0, ...options })

/** What a reader got, and what it threw. */
async function read(stream: AsyncIterable<unknown>): Promise<{ readonly values: unknown[]; readonly thrown: unknown }> {
  const values: unknown[] = []
  try {
    for await (const value of stream) values.push(value)
  } catch (thrown) {
    return { values, thrown }
  }
  return { values, thrown: undefined }
}

function responseOfNode() {
  const written: string[] = []
  const calls: string[] = []
  const response: ServerResponseLike = {
    writeHead: () => undefined,
    write: (bytes) => written.push(new TextDecoder().decode(bytes)) > 0,
    end: () => calls.push('end'),
    destroy: () => calls.push('destroy'),
    once: () => undefined,
    off: () => undefined,
  }
  return { response, written, calls }
}

describe.each(cases)('%s, without onError', (_, step, half) => {
  test('is written to the console once, and the reader of textStream throws it (X162)', async () => {
    expect(await read(run(step).textStream)).toEqual({ values: half, thrown: wrong })
    expect(log).toEqual([[wrong]])
  })

  test('is thrown at every reader of the answer, also at a late one, and logged once', async () => {
    const result = run(step, { output: Output.array({ element: z.string() }) })
    const readers = [read(result.textStream), read(result.partialOutputStream), read(result.elementStream)]
    for (const { thrown } of await Promise.all(readers)) expect(thrown).toEqual(wrong)
    const late = await read(result.textStream)
    expect(late).toEqual({ values: half, thrown: wrong })
    await expect(result.text).rejects.toEqual(wrong)
    expect(log).toHaveLength(1)
  })

  test('errors a web stream, and the body of a text response', async () => {
    const reader = run(step).textStream.getReader()
    const drain = async () => {
      while (!(await reader.read()).done);
    }
    await expect(drain()).rejects.toEqual(wrong)
    await expect(run(step).toTextStreamResponse().text()).rejects.toEqual(wrong)
  })

  test('cuts off a text response of Node, without a rejection that nobody would handle', async () => {
    const { response, written, calls } = responseOfNode()
    await run(step).pipeTextStreamToResponse(response)
    expect([written, calls]).toEqual([half, ['destroy']])
  })

  test('is the last part of fullStream, and a chunk of UI streams, which do not throw', async () => {
    const { values, thrown } = await read(run(step).fullStream)
    expect([values.at(-1), thrown]).toEqual([{ type: 'error', error: wrong }, undefined])
    const chunks = await read(run(step).toUIMessageStream())
    expect(chunks.thrown).toBeUndefined()
    expect(chunks.values).toContainEqual({ type: 'error', errorText: expect.any(String) })
    expect(await run(step).toUIMessageStreamResponse().text()).toContain('"type":"error"')
    const { response, calls } = responseOfNode()
    await run(step).pipeUIMessageStreamToResponse(response)
    expect(calls).toEqual(['end'])
  })

  test('does not reject consumeStream', async () => {
    await expect(run(step).consumeStream()).resolves.toBeUndefined()
    expect(log).toHaveLength(1)
  })
})

describe.each(cases)('%s, with onError', (_, step, half) => {
  test('is told once, and every stream ends, as in `ai` 7', async () => {
    const told: unknown[] = []
    const result = run(step, { onError: (event: unknown) => void told.push(event) })
    const readers = [read(result.textStream), read(result.partialOutputStream), read(result.fullStream)]
    for (const { thrown } of await Promise.all(readers)) expect(thrown).toBeUndefined()
    expect(await result.toTextStreamResponse().text()).toBe(half.join(''))
    const { response, calls } = responseOfNode()
    await result.pipeTextStreamToResponse(response)
    expect(calls).toEqual(['end'])
    await expect(result.text).rejects.toEqual(wrong)
    expect(told).toEqual([{ error: wrong }])
    expect(log).toEqual([])
  })
})

test('a failure that cannot be reported as it is does not end the stream like a whole one (X251)', async () => {
  const errors: unknown[] = []
  const content = () => ({
    content: [
      { type: 'text', text: 'Half.' },
      { type: 'file', data: null, mediaType: 'a/b' },
    ],
  })
  const broken = () => content() as unknown as ScriptStep
  expect((await read(run(broken).textStream)).thrown).toBeInstanceOf(TypeError)
  expect(log).toHaveLength(1)
  const told = run(broken, { onError: ({ error: each }: { error: unknown }) => errors.push(each) })
  const { values } = await read(told.fullStream)
  expect(values.at(-1)).toMatchObject({ type: 'error', error: expect.any(TypeError) })
  expect(errors).toHaveLength(1)
})

test('an error part of the model before the end is one error, not two', async () => {
  for (const fault of [{ type: 'cut' }, undefined] as const) {
    const part = { type: 'error', error: error() }
    const step = (): ScriptStep => ({ stream: [part], ...(fault === undefined ? {} : { fault }) })
    log = []
    const result = run(step)
    const { values } = await read(result.fullStream)
    expect(values.filter((each) => (each as { type: string }).type === 'error')).toEqual([part])
    expect((await read(result.textStream)).thrown).toBe(part.error)
    expect(log).toEqual([[wrong]])
  }
})

test('a warning that comes with the end of a stream is one of the step, and those before it are there once', async () => {
  const before = { type: 'unsupported', feature: 'seed' } as const
  const after = { type: 'other', message: 'The connection broke after the model was done.' } as const
  const stream = [
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: 'Whole.' },
    { type: 'text-end', id: '1' },
    { type: 'stream-start', warnings: [before, after] },
  ]
  const result = run(() => ({ warnings: [before], stream }))
  expect(await result.warnings).toEqual([before, after])
  expect(await result.text).toBe('Whole.')
})

test('an abort is not an error: readers end, and nothing is logged', async () => {
  const controller = new AbortController()
  const model = scriptedModel([{ content: [{ type: 'text', text: ['a', 'b', 'c'] }] }])
  const { textStream } = streamText({ model, prompt: 'Hi.', abortSignal: controller.signal })
  const values: string[] = []
  for await (const text of textStream) {
    values.push(text)
    controller.abort()
  }
  expect(values).toEqual(['a'])
  expect(log).toEqual([])
})

test('a reader that leaves early gets no error', async () => {
  const result = run(broken)
  for await (const _ of result.textStream) break
  expect(log).toEqual([])
})

test('a stream that nobody reads asks the model, and waits for a reader', async () => {
  const events: string[] = []
  const model = scriptedModel(() => 'Hello.')
  const asked = new Promise<void>((resolve) => {
    const options = { onStart: () => void events.push('start'), onEnd: () => void events.push('end') }
    streamText({ model, prompt: 'Hi.', ...options, onLanguageModelCallStart: () => resolve() })
  })
  await asked
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(model.calls).toHaveLength(1)
  expect(events).toEqual(['start'])
})

test('the answer that `output` refuses rejects `output` alone, and its text is whole', async () => {
  const step = (): ScriptStep => ({ content: [{ type: 'text', text: '{"city":5}' }] })
  const result = run(step, { output: Output.object({ schema: z.object({ city: z.string() }) }) })
  expect(await read(result.textStream)).toEqual({ values: ['{"city":5}'], thrown: undefined })
  await expect(result.output).rejects.toMatchObject({ code: 'output-invalid' })
  expect(await result.text).toBe('{"city":5}')
  expect(log).toEqual([])
})
