import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { generateText, isLoopFinished, jsonSchema, streamText, type ToolSet, tool } from '../../src/index.ts'
import { RunStream } from '../../src/runtime/loop/run-stream.ts'
import { createRun } from '../../src/runtime/run/create-run.ts'
import { type Script, scriptedModel } from './mock-model.ts'
import { type AnyRunOptions, forbidUnhandledRejections, kinds, runToEnd } from './run-both.ts'

forbidUnhandledRejections()

/** Timers of runs that were set and neither went off nor were cleared. Other tests of this worker may have left some of their own behind. */
const timers = new Set<unknown>()
const isOfRun = () => /[/\\]src[/\\]runtime[/\\]/.test(new Error('where').stack ?? '')
const { setTimeout: set, clearTimeout: clear } = globalThis

beforeEach(() => {
  timers.clear()
  globalThis.setTimeout = ((work: () => void, ms?: number) => {
    const timer = set(() => {
      timers.delete(timer)
      work()
    }, ms)
    if (isOfRun()) timers.add(timer)
    return timer
  }) as typeof setTimeout
  globalThis.clearTimeout = ((timer: ReturnType<typeof set>) => {
    timers.delete(timer)
    clear(timer)
  }) as typeof clearTimeout
})

afterEach(() => {
  globalThis.setTimeout = set
  globalThis.clearTimeout = clear
})

/** A signal that lives longer than its runs, and knows who listens to it. */
function longLived() {
  const controller = new AbortController()
  const { signal } = controller
  const listeners = new Set<unknown>()
  const add = signal.addEventListener.bind(signal)
  const remove = signal.removeEventListener.bind(signal)
  signal.addEventListener = (type: string, listener: unknown, options?: AddEventListenerOptions) => {
    listeners.add(listener)
    add(type as 'abort', listener as () => void, options)
  }
  signal.removeEventListener = (type: string, listener: unknown) => {
    listeners.delete(listener)
    remove(type as 'abort', listener as () => void)
  }
  return { controller, signal, listeners }
}

const inputSchema = jsonSchema({ type: 'object' })
const call = (toolCallId: string) => ({ type: 'tool-call', toolCallId, toolName: 'work', input: '{}' }) as const
const twoSteps: Script = [{ content: [{ type: 'text', text: ['a', 'b'] }, call('a'), call('b')] }, 'Done.']
const timeout = { totalMs: 50_000, stepMs: 50_000, chunkMs: 50_000, toolMs: 50_000 }
const never = () => new Promise<never>(() => {})
const fail = () => Promise.reject(new Error('no'))

/** Runs that end in every way there is. The signal is not aborted in any of them. */
const runs: [string, Script, ToolSet[string], Partial<AnyRunOptions>][] = [
  ['is done', twoSteps, tool({ inputSchema, execute: async () => 1 }), {}],
  ['is done without a step', ['Hello.'], tool({ inputSchema, execute: () => 1 }), {}],
  ['has a tool that throws', twoSteps, { inputSchema, execute: fail }, {}],
  ['has a tool that takes too long', twoSteps, { inputSchema, execute: never, timeout: 5 }, {}],
  [
    'has a tool that is tried again',
    twoSteps,
    { inputSchema, execute: fail, retries: { maxRetries: 1, firstDelayMs: 1 } },
    {},
  ],
  [
    'has a tool that streams',
    twoSteps,
    {
      inputSchema,
      async *execute() {
        yield 1
        yield 2
      },
    },
    {},
  ],
  ['fails', [{ fault: { type: 'throw', error: new Error('x') } }], { inputSchema }, { maxRetries: 0 }],
  [
    'is cut',
    [{ content: [{ type: 'text', text: ['a', 'b'] }], fault: { type: 'cut', after: 2 } }],
    { inputSchema },
    {},
  ],
  ['takes too long', [{ fault: { type: 'hang' } }], { inputSchema }, { timeout: { ...timeout, totalMs: 5 } }],
  [
    'has a step that takes too long',
    [{ fault: { type: 'hang' } }],
    { inputSchema },
    { timeout: { ...timeout, stepMs: 5 } },
  ],
  ['has a prepareStep that throws', twoSteps, { inputSchema }, { prepareStep: fail }],
  [
    'cannot fetch a file',
    twoSteps,
    { inputSchema },
    {
      prompt: [{ role: 'user', content: [{ type: 'image', image: 'https://example.com/a.png' }] }],
      experimental_download: fail,
    },
  ],
  ['waits for the user', twoSteps, { inputSchema, execute: () => 1, needsApproval: true }, {}],
]

describe.each(kinds)('%s leaves nothing on a signal that lives on, and no timer,', (kind) => {
  test.each(runs)('when it %s', async (_, script, work, options) => {
    const { signal, listeners } = longLived()
    await runToEnd(kind, {
      model: scriptedModel(script),
      prompt: 'Go.',
      tools: { work },
      stopWhen: isLoopFinished(),
      timeout,
      abortSignal: signal,
      ...options,
    })
    expect([listeners.size, timers.size]).toEqual([0, 0])
  })

  test('when it is aborted while a tool waits to be tried again', async () => {
    const { controller, signal } = longLived()
    const work = { inputSchema, execute: fail, retries: { maxRetries: 1, firstDelayMs: 60_000 } }
    const abort = () => (timers.size > 0 ? controller.abort() : set(abort, 10))
    set(abort, 10)
    await runToEnd(kind, {
      model: scriptedModel(twoSteps),
      prompt: 'Go.',
      tools: { work },
      abortSignal: signal,
      timeout,
    })
    expect(signal.aborted).toBe(true)
    expect(timers.size).toBe(0)
  })

  test('when its options are refused', async () => {
    const { signal, listeners } = longLived()
    const model = scriptedModel([])
    const refused: Partial<AnyRunOptions>[] = [
      { maxSteps: 0 },
      { stopWhen: [5 as never] },
      { messages: [] },
      { concurrency: 0 },
    ]
    for (const wrong of refused) {
      const options = { model, prompt: 'Go.', timeout, abortSignal: signal, ...wrong }
      const ran = async () => (kind === 'generateText' ? generateText(options) : streamText(options))
      await expect(ran()).rejects.toMatchObject({ code: expect.any(String) })
    }
    expect([listeners.size, timers.size]).toEqual([0, 0])
  })
})

test('a run whose time is over is off the signal of its caller, though nobody reads it', async () => {
  const { signal, listeners } = longLived()
  streamText({ model: scriptedModel([]), prompt: 'Go.', timeout: 5, abortSignal: signal })
  expect([listeners.size, timers.size]).toEqual([1, 1])
  await new Promise((resolve) => set(resolve, 30))
  expect([listeners.size, timers.size]).toEqual([0, 0])
})

test('a timeout longer than timers can wait is no timeout at all', async () => {
  for (const ms of [2 ** 31, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY]) {
    const work = tool({
      inputSchema,
      execute: () => new Promise<number>((resolve) => set(() => resolve(1), 20)),
      timeout: ms,
    })
    const options = { model: scriptedModel(twoSteps), prompt: 'Go.', tools: { work }, timeout: ms }
    expect((await generateText({ ...options, stopWhen: isLoopFinished() })).text).toBe('Done.')
  }
})

test('a reader of streamText that was never asked holds no part of the stream', async () => {
  const text = Array.from({ length: 10_000 }, (_, n) => `${n} `)
  const run = createRun({ model: scriptedModel([{ content: [{ type: 'text', text }] }]), prompt: 'Go.' }, true)
  const stream = new RunStream(run)
  const late = stream.read((part) => part)
  await stream.drain()
  const seen: string[] = []
  for await (const part of late) if (part.type === 'text-delta') seen.push(part.text)
  // It reads up what it missed, and that is one piece.
  expect(seen).toEqual([text.join('')])
})
