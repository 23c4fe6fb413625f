import { describe, expect, test } from 'vitest'
import { isLoopFinished, jsonSchema, type ToolSet, tool } from '../../src/index.ts'
import { type ScriptStep, scriptedModel } from './mock-model.ts'
import {
  type AnyRunOptions,
  type Ending,
  forbidUnhandledRejections,
  kinds,
  outputsOf,
  type RunKind,
  runToEnd,
} from './run-both.ts'

forbidUnhandledRejections()

const inputSchema = jsonSchema({ type: 'object' })
const call = (toolName: string, toolCallId = toolName) =>
  ({ type: 'tool-call', toolCallId, toolName, input: '{}' }) as const

/** Beside every tool that misbehaves there is one that works. */
const good = tool({ inputSchema, execute: () => 'fine' })

/** The model calls the tool under test and the good one, then is done. */
async function callBoth(kind: RunKind, bad: ToolSet[string], options: Partial<AnyRunOptions> = {}): Promise<Ending> {
  const steps: (ScriptStep | string)[] = [{ content: [call('bad'), call('good')] }, 'Done.']
  const model = scriptedModel(steps, { ignoresAbort: true })
  return runToEnd(kind, { model, prompt: 'Go.', tools: { bad, good }, stopWhen: isLoopFinished(), ...options })
}

const ok = { type: 'text', value: 'fine' }
const withExecute = (execute: (...args: never[]) => unknown) => ({ inputSchema, execute }) as ToolSet[string]
const never = () => new Promise<never>(() => {})
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Whatever is asked of it, it throws. */
const hostile = (target: object) => {
  const fail = () => {
    throw new Error('Hands off.')
  }
  return new Proxy(target, {
    get: fail,
    has: fail,
    ownKeys: fail,
    getPrototypeOf: fail,
    getOwnPropertyDescriptor: fail,
  })
}

const unspeakable = Object.defineProperty(new Error(), 'message', {
  get() {
    throw new Error('No comment.')
  },
})

describe.each(kinds)('%s tells the model of a tool that throws (C10, T3)', (kind) => {
  test.each<[string, unknown, unknown]>([
    ['an error', new Error('boom'), 'Error: boom'],
    ['a string', 'boom', 'boom'],
    ['undefined', undefined, 'unknown error'],
    ['null', null, 'unknown error'],
    ['a frozen error', Object.freeze(new Error('cold')), 'Error: cold'],
    ['a symbol', Symbol('boom'), 'Symbol(boom)'],
    ['a number', 7, '7'],
    ['an object', { status: 500 }, '{"status":500}'],
    ['an object without a prototype', Object.create(null), '{}'],
    ['an error whose message cannot be read', unspeakable, expect.any(String)],
    ['a proxy that throws', hostile({}), expect.any(String)],
    ['a proxy of an error that throws', hostile(new Error()), expect.any(String)],
  ])('%s', async (_, thrown, value) => {
    const fail = () => {
      throw thrown
    }
    for (const execute of [fail, async () => fail()]) {
      const { error, messages, steps } = await callBoth(kind, withExecute(execute))
      expect(error).toBeUndefined()
      expect(outputsOf(messages)).toEqual([{ type: 'error-text', value }, ok])
      const failed = steps[0]!.content.find(({ type }) => type === 'tool-error') as { error: unknown }
      expect(failed.error === thrown).toBe(true)
      expect(steps).toHaveLength(2)
    }
  })
})

describe.each(kinds)('%s gives every return value of a tool an outcome (T3)', (kind) => {
  const circular: Record<string, unknown> = {}
  circular['self'] = circular
  let deep: unknown = 1
  for (let level = 0; level < 100_000; level++) deep = [deep]
  const big = 'x'.repeat(10_000_000)

  test.each<[string, unknown, unknown]>([
    ['undefined', undefined, { type: 'json', value: null }],
    ['null', null, { type: 'json', value: null }],
    ['NaN', Number.NaN, { type: 'json', value: null }],
    ['a BigInt', 9_007_199_254_740_993n, { type: 'json', value: '9007199254740993' }],
    ['a Date', new Date(0), { type: 'json', value: '1970-01-01T00:00:00.000Z' }],
    ['a Map', new Map([['a', 1]]), { type: 'json', value: { a: 1 } }],
    ['a Set', new Set([1, 2]), { type: 'json', value: [1, 2] }],
    ['a function', () => 1, { type: 'error-text', value: expect.stringContaining('A function has no JSON form') }],
    ['a symbol', Symbol('s'), { type: 'error-text', value: expect.stringContaining('A symbol has no JSON form') }],
    ['what contains itself', circular, { type: 'error-text', value: expect.stringContaining('contains itself') }],
    ['what is nested 100,000 levels deep', deep, { type: 'error-text', value: expect.stringContaining('deeper') }],
    ['a proxy that throws', hostile({}), { type: 'error-text', value: 'Error: Hands off.' }],
    ['10 MB', big, { type: 'text', value: big }],
    [
      'an object whose toJSON throws',
      {
        toJSON() {
          throw new Error('no')
        },
      },
      { type: 'error-text', value: 'Error: no' },
    ],
  ])('%s', async (_, value, output) => {
    const { error, messages } = await callBoth(
      kind,
      withExecute(() => value),
    )
    expect(error).toBeUndefined()
    expect(outputsOf(messages)).toEqual([output, ok])
  })

  test('values that are streamed, and then an error', async () => {
    const bad = withExecute(async function* () {
      yield 1
      yield 2
      throw new Error('midway')
    })
    const { messages, parts } = await callBoth(kind, bad)
    expect(outputsOf(messages)).toEqual([{ type: 'error-text', value: 'Error: midway' }, ok])
    const given = parts.flatMap((part) =>
      part.type === 'tool-result' && part.toolName === 'bad' ? [[part.output, part.preliminary]] : [],
    )
    if (kind === 'streamText')
      expect(given).toEqual([
        [1, true],
        [2, true],
      ])
  })

  test('values whose iterator refuses to be returned', async () => {
    const bad = withExecute(() => ({
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.reject(new Error('next')),
        return: () => {
          throw new Error('return')
        },
      }),
    }))
    const { messages } = await callBoth(kind, bad)
    expect(outputsOf(messages)).toEqual([{ type: 'error-text', value: 'Error: next' }, ok])
  })
})

describe.each(kinds)('%s does not wait for ever for a tool (T3)', (kind) => {
  const endless = async function* () {
    for (let count = 0; ; count++) {
      await pause(1)
      yield count
    }
  }
  /** Never lets a timer run by itself. */
  const busy = async function* () {
    for (let count = 0; ; count++) yield count
  }
  const hanging: [string, () => unknown][] = [
    ['that never settles', never],
    ['that returns a thenable which never settles', () => ({ then() {} })],
    ['that streams without end', endless],
    ['that streams without end and without a pause', busy],
    ['whose stream hangs', () => ({ [Symbol.asyncIterator]: () => ({ next: never }) })],
  ]

  test.each(hanging)('%s, with a timeout', async (_, execute) => {
    const bad = { ...withExecute(execute), timeout: 20 }
    const { error, messages } = await callBoth(kind, bad)
    expect(error).toBeUndefined()
    expect(outputsOf(messages)).toEqual([
      { type: 'error-text', value: 'TimeoutError: The tool "bad" took longer than its timeout of 20 ms.' },
      ok,
    ])
  })

  test.each(hanging)('%s, when the run is aborted', async (_, execute) => {
    const controller = new AbortController()
    const ran = callBoth(kind, withExecute(execute), { abortSignal: controller.signal })
    setTimeout(() => controller.abort(), 20)
    const { error, messages } = await ran
    expect(error).toMatchObject({ name: 'AbortError', code: 'run-aborted' })
    expect(outputsOf(messages)).toEqual([{ type: 'error-text', value: expect.stringContaining('interrupted') }, ok])
  })

  test('whose abort it causes itself, before it throws', async () => {
    const controller = new AbortController()
    const bad = withExecute(async () => {
      controller.abort(new Error('enough'))
      throw new Error('and out')
    })
    const { error } = await callBoth(kind, bad, { abortSignal: controller.signal })
    expect(error).toMatchObject({ code: 'run-aborted', message: 'enough' })
  })

  test('that is to be tried again, when the run is aborted while it waits', async () => {
    const controller = new AbortController()
    const bad = {
      ...withExecute(() => Promise.reject(new Error('again'))),
      retries: { maxRetries: 3, firstDelayMs: 60_000 },
    }
    setTimeout(() => controller.abort(), 20)
    const { error } = await callBoth(kind, bad, { abortSignal: controller.signal })
    expect(error).toMatchObject({ code: 'run-aborted' })
  })

  test('whose number of retries is missing', async () => {
    let tries = 0
    const bad = withExecute(() => {
      tries++
      throw new Error('once')
    })
    const { messages } = await callBoth(kind, { ...bad, retries: { firstDelayMs: 1 } as never })
    expect([tries, outputsOf(messages)[0]]).toEqual([1, { type: 'error-text', value: 'Error: once' }])
  })
})

const throwing = (...names: readonly string[]): ToolSet[string] => {
  const bad = { inputSchema, execute: () => 'fine' }
  for (const name of names) {
    Object.defineProperty(bad, name, {
      get() {
        throw new Error(`no ${name}`)
      },
    })
  }
  return bad
}

describe.each(kinds)('%s and a tool that cannot be read', (kind) => {
  test.each<[string, ToolSet[string]]>([
    ['without a schema', { execute: () => 1 }],
    ['with a schema that is none', { inputSchema: 42, execute: () => 1 }],
    ['with a circular schema', { inputSchema: circularSchema(), execute: () => 1 }],
    ['with a schema that cannot be loaded', { inputSchema: () => Promise.reject(new Error('gone')), execute: () => 1 }],
    ['that is null', null as never],
    ['whose schema throws when it is read', throwing('inputSchema')],
    ['whose description throws when it is read', throwing('description')],
    [
      'whose description is a function that throws',
      {
        inputSchema,
        description: () => {
          throw new Error('speechless')
        },
      },
    ],
  ])('%s: it is left out with a warning, and its calls are calls of an unknown tool', async (_, bad) => {
    const { error, messages, steps } = await callBoth(kind, bad)
    expect(error).toBeUndefined()
    expect(outputsOf(messages)).toEqual([
      {
        type: 'error-text',
        value: "AI_NoSuchToolError: Model tried to call unavailable tool 'bad'. Available tools: good.",
      },
      ok,
    ])
    expect(steps[0]!.warnings).toEqual([
      { type: 'unsupported', feature: 'tool "bad"', details: expect.stringContaining('It is left out.') },
    ])
  })

  test.each([
    'execute',
    'title',
    'metadata',
    'exclusive',
    'timeout',
    'retries',
    'needsApproval',
    'outputSchema',
    'contextSchema',
    'toModelOutput',
    'onInputStart',
    'onInputDelta',
    'onInputAvailable',
  ])('whose %s throws when it is read: the run ends', async (name) => {
    const { error, messages } = await callBoth(kind, throwing(name))
    if (error === undefined) expect(outputsOf(messages)).toHaveLength(2)
    else expect(error).toMatchObject({ message: `no ${name}` })
  })
})

function circularSchema(): object {
  const schema: Record<string, unknown> = { type: 'object' }
  schema['properties'] = { self: schema }
  return schema
}

describe.each(kinds)('%s holds what is made of a result to what a message can have', (kind) => {
  const circular: unknown[] = []
  circular.push(circular)
  test.each<[string, () => unknown, string]>([
    [
      'an error of toModelOutput',
      () => {
        throw new Error('mute')
      },
      'Error: mute',
    ],
    ['nothing', () => undefined, 'toModelOutput must return'],
    ['text that is none', () => ({ type: 'text', value: 5 }), 'toModelOutput must return'],
    ['a list that is none', () => ({ type: 'content', value: 5 }), 'toModelOutput must return'],
    ['a type that nobody knows', () => ({ type: 'smell', value: 'x' }), 'toModelOutput must return'],
    ['JSON that contains itself', () => ({ type: 'json', value: circular }), 'contains itself'],
    ['JSON that is none', () => ({ type: 'json', value: () => 1 }), 'has no JSON form'],
  ])('%s: a tool error', async (_, toModelOutput, words) => {
    const { error, messages } = await callBoth(kind, { ...good, toModelOutput })
    expect(error).toBeUndefined()
    expect(outputsOf(messages)).toEqual([{ type: 'error-text', value: expect.stringContaining(words) }, ok])
  })

  test('output that does not fit its schema, and one whose schema cannot be read: tool errors', async () => {
    for (const outputSchema of [{ type: 'number' }, 42]) {
      const { messages } = await callBoth(kind, { ...good, outputSchema })
      expect(outputsOf(messages)).toEqual([{ type: 'error-text', value: expect.any(String) }, ok])
    }
  })
})
