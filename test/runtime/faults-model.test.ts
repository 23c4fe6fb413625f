import { describe, expect, test } from 'vitest'
import { dynamicTool, isLoopFinished, jsonSchema, runStateOf, streamText, tool } from '../../src/index.ts'
import { type ScriptFault, type ScriptStep, type ScriptToolCall, scriptedModel } from './mock-model.ts'
import { type AnyRunOptions, forbidUnhandledRejections, idsOf, inTime, kinds, outputsOf, runToEnd } from './run-both.ts'

forbidUnhandledRejections()

const inputSchema = jsonSchema({ type: 'object', properties: { n: { type: 'number' } }, required: ['n'] })
const echo = tool({ inputSchema, execute: (input) => input as object })
const call = (toolCallId: string, input = '{"n":1}', toolName = 'echo'): ScriptToolCall => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input,
})
const base = { prompt: 'Go.', tools: { echo }, stopWhen: isLoopFinished(), maxRetries: 0 } as const
const signed = { anthropic: { signature: 'c2lnbmVk' } }

/** A step that says a bit of everything. */
const full: ScriptStep = {
  content: [
    { type: 'reasoning', text: ['hm', '…'], providerMetadata: signed },
    { type: 'text', text: ['Let me ', 'see.'] },
    call('a'),
    call('b', '{"n":"one"}'),
  ],
}

describe.each(kinds)('%s rejects with what the model rejects with', (kind) => {
  test('an error: the same object', async () => {
    const error = new Error('down')
    const model = scriptedModel([{ fault: { type: 'throw', error } }])
    expect((await runToEnd(kind, { ...base, model })).error).toBe(error)
  })

  test.each<[string, unknown]>([
    ['a string', 'down'],
    ['undefined', undefined],
    ['a symbol', Symbol('down')],
    ['an object without a prototype', Object.create(null)],
    ['a frozen error', Object.freeze(new Error('down'))],
    ['a proxy that throws', new Proxy({}, { getPrototypeOf: fail, get: fail, isExtensible: fail })],
  ])('%s: as the cause of an error', async (_, thrown) => {
    const model = scriptedModel([{ fault: { type: 'throw', error: thrown } }])
    const { error: made } = await runToEnd(kind, { ...base, model })
    expect(made).toMatchObject({ code: 'run-failed', message: expect.stringMatching(/^The run failed: /) })
    expect((made as Error).cause === thrown).toBe(true)
  })

  test('an error with fields of its own where the state would stand: runStateOf finds it', async () => {
    const own = new Error('mine')
    Object.defineProperty(own, 'messages', { value: 'mine', configurable: false })
    const model = scriptedModel([{ fault: { type: 'throw', error: own } }])
    const { error: made, messages } = await runToEnd(kind, { ...base, model })
    expect([made === own, (made as { messages?: unknown }).messages, messages.length]).toEqual([true, 'mine', 1])
  })

  test('one error for several runs: each caller is told of its own conversation alone', async () => {
    const shared = new Error('The token could not be fetched.')
    const ask = (prompt: string) =>
      runToEnd(kind, { ...base, prompt, model: scriptedModel([{ fault: { type: 'throw', error: shared } }]) })
    const endings = [await ask('Mine.'), await ask('Yours.')]
    expect(endings.map(({ error: made }) => runStateOf(made)!.messages[0]!.content)).toEqual(['Mine.', 'Yours.'])
    expect(endings.map(({ error: made }) => made === shared || (made as Error).cause === shared)).toEqual([true, true])
  })
})

function fail(): never {
  throw new Error('Hands off.')
}

describe.each(kinds)('%s and a model that goes wrong in its second step', (kind) => {
  const error = () => new Error('broken')
  /** The longest stream has this many parts. */
  const places = Array.from({ length: 14 }, (_, after) => after)
  const faults: [string, (after: number) => ScriptFault][] = [
    ['a stream that is cut', (after) => ({ type: 'cut', after })],
    ['a stream that breaks', (after) => ({ type: 'break', error: error(), after })],
    ['a call that is refused', () => ({ type: 'throw', error: error() })],
  ]
  test.each(faults)('%s, wherever that is: what came until then is in the messages', async (_, faultAt) => {
    const lengths = new Set<number>()
    for (const after of places) {
      const model = scriptedModel([
        { content: [{ type: 'text', text: 'One.' }, call('a')] },
        { ...full, fault: faultAt(after) },
      ])
      const { error: made, messages, steps } = await runToEnd(kind, { ...base, model })
      expect(made).toBeInstanceOf(Error)
      expect(steps).toHaveLength(1)
      lengths.add(messages.length)
    }
    expect(Math.min(...lengths)).toBe(3)
  })

  test('an error as a part of a stream that ends well: the run goes on', async () => {
    for (const after of places) {
      const fault: ScriptFault = { type: 'error-part', error: error(), after }
      const model = scriptedModel([{ ...full, fault }, 'Done.'])
      const { error: made, parts } = await runToEnd(kind, { ...base, model })
      if (kind === 'generateText') expect(made).toBe(fault.error)
      else
        expect([made, parts.filter(({ type }) => type === 'error')]).toEqual([
          undefined,
          [{ type: 'error', error: fault.error }],
        ])
    }
  })
})

test('streamText ends with the reason "error", and one error part, where a stream told of an error before it was cut', async () => {
  const error = new Error('overloaded')
  const stream = [{ type: 'error', error }]
  const model = scriptedModel([{ stream, fault: { type: 'cut' } }])
  const { parts } = await runToEnd('streamText', { ...base, model })
  expect(parts.slice(2)).toMatchObject([
    { type: 'error', error },
    { type: 'finish-step', finishReason: 'error' },
    { type: 'finish', finishReason: 'error' },
  ])
})

describe.each(kinds)('%s and a model that hangs', (kind) => {
  const hang = (after: number): ScriptStep => ({ ...full, fault: { type: 'hang', after } })
  const timeouts: [string, AnyRunOptions['timeout']][] = [
    ['totalMs', { totalMs: 30 }],
    ['a number', 30],
    ['stepMs', { stepMs: 30 }],
  ]
  for (const ignoresAbort of [true, false]) {
    test.each(timeouts)(`%s ends it${ignoresAbort ? ', though it does not listen' : ''}`, async (_, timeout) => {
      for (const after of [0, 2, 5, 9, 20]) {
        const model = scriptedModel([hang(after)], { ignoresAbort })
        const { error } = await runToEnd(kind, { ...base, model, timeout })
        expect(error).toMatchObject({ name: 'TimeoutError', code: 'run-aborted' })
      }
    })

    test(`so does an abort${ignoresAbort ? ', though it does not listen' : ''}`, async () => {
      for (const after of [0, 2, 5, 9, 20]) {
        const controller = new AbortController()
        setTimeout(() => controller.abort(), 10)
        const model = scriptedModel([hang(after)], { ignoresAbort })
        const { error } = await runToEnd(kind, { ...base, model, abortSignal: controller.signal })
        expect(error).toMatchObject({ name: 'AbortError', code: 'run-aborted' })
      }
    })
  }
})

test('streamText ends a stream whose next part takes longer than chunkMs', async () => {
  for (const ignoresAbort of [true, false]) {
    const model = scriptedModel([{ ...full, fault: { type: 'hang', after: 5 } }], { ignoresAbort })
    const { error } = await runToEnd('streamText', { ...base, model, timeout: { chunkMs: 30 } })
    expect(error).toMatchObject({ name: 'TimeoutError', code: 'run-aborted' })
    expect(model.calls[0]!.cancelled).toBe(true)
  }
})

test('streamText that is aborted just as the model has opened its stream does not wait for a part', async () => {
  // Each microtask between the answer of the model and the first question for a part.
  for (let ticks = 0; ticks < 40; ticks++) {
    const controller = new AbortController()
    const model = scriptedModel([])
    model.doStream = async () => {
      void (async () => {
        for (let count = 0; count < ticks; count++) await undefined
        controller.abort()
      })()
      return { stream: new ReadableStream({ pull: () => new Promise(() => {}) }) }
    }
    const { error } = await runToEnd('streamText', { ...base, model, abortSignal: controller.signal })
    expect(error).toMatchObject({ code: 'run-aborted' })
  }
})

describe.each(kinds)('%s and calls that nobody can run', (kind) => {
  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'nobody', ''])(
    'a tool named %j that is not there is an unknown tool',
    async (toolName) => {
      const model = scriptedModel([{ content: [call('a', '{}', toolName), call('b')] }, 'Done.'])
      const { error, messages } = await runToEnd(kind, { ...base, model })
      expect(error).toBeUndefined()
      expect(outputsOf(messages)).toEqual([
        { type: 'error-text', value: expect.stringContaining("'. Available tools: echo.") },
        { type: 'json', value: { n: 1 } },
      ])
    },
  )

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'a tool named %j that is there is run, with its own context',
    async (toolName) => {
      const named = dynamicTool({ description: 'x', inputSchema, execute: (_, { context }) => ({ context }) })
      const tools = Object.fromEntries([[toolName, named]])
      const model = scriptedModel([{ content: [call('a', '{"n":1}', toolName)] }, 'Done.'])
      const { messages } = await runToEnd(kind, { ...base, model, tools, experimental_context: 'mine' })
      expect(outputsOf(messages)).toEqual([{ type: 'json', value: { context: 'mine' } }])
    },
  )

  test.each<[string, string]>([
    ['no JSON', 'nonsense'],
    ['JSON that does not fit', '{"n":"one"}'],
    ['a list', '[1]'],
    ['a text', '"n"'],
    ['null', 'null'],
    ['nothing', ''],
    ['what is nested 100,000 levels deep', `${'{"n":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['half an object of 10 MB', `{"n":"${'x'.repeat(10_000_000)}`],
  ])('%s: the model is told, and the history has an object', async (_, input) => {
    const model = scriptedModel([{ content: [call('a', input), call('b')] }, 'Done.'])
    const { error, messages } = await runToEnd(kind, { ...base, model })
    expect(error).toBeUndefined()
    expect(outputsOf(messages)).toEqual([
      { type: 'error-text', value: expect.stringContaining('Invalid input for tool echo') },
      { type: 'json', value: { n: 1 } },
    ])
  })

  test('broken JSON that is clear all the same is repaired', async () => {
    const model = scriptedModel([{ content: [call('a', '{n: 1,} // so')] }, 'Done.'])
    const { messages } = await runToEnd(kind, { ...base, model })
    expect(outputsOf(messages)).toEqual([{ type: 'json', value: { n: 1 } }])
  })

  test('input that is no text, as some models have it, is taken as it is', async () => {
    const model = scriptedModel([{ content: [call('a', { n: 1 } as never), call('b', null as never)] }, 'Done.'])
    const { error, messages } = await runToEnd(kind, { ...base, model })
    expect(error).toBeUndefined()
    expect(outputsOf(messages)).toEqual([
      { type: 'json', value: { n: 1 } },
      { type: 'error-text', value: expect.stringContaining('Invalid input for tool echo') },
    ])
  })

  test('a schema whose checks throw: input that does not fit', async () => {
    const strange = { ...echo, inputSchema: jsonSchema({ type: 'object' }, { validate: fail }) }
    const model = scriptedModel([{ content: [call('a')] }, 'Done.'])
    const { error, messages } = await runToEnd(kind, { ...base, tools: { echo: strange }, model })
    expect(error).toBeUndefined()
    expect(outputsOf(messages)).toEqual([
      { type: 'error-text', value: expect.stringContaining('Invalid input for tool echo: Error: Hands off.') },
    ])
  })

  test('with no step left, the run ends with the error, and the call is answered', async () => {
    const model = scriptedModel([{ content: [call('a', 'nonsense')] }])
    const { error, messages } = await runToEnd(kind, { ...base, stopWhen: [], maxSteps: 1, model })
    expect(error).toMatchObject({ code: 'tool-input-invalid' })
    expect(outputsOf(messages)).toHaveLength(1)
  })
})

describe.each(kinds)('%s gives every call an id of its own (T8)', (kind) => {
  test('where a model uses one twice in a step, and in the next one, or none at all', async () => {
    const content = [call('a'), call('a'), call(''), call('')]
    const model = scriptedModel([{ content }, { content }, 'Done.'])
    const { messages } = await runToEnd(kind, { ...base, model })
    const ids = idsOf(messages, 'tool-call')
    expect(ids).toHaveLength(8)
    expect(idsOf(messages, 'tool-result')).toEqual(ids)
    expect(ids.filter((id) => id.startsWith('a'))).toEqual(['a', 'a_2', 'a_3', 'a_4'])
  })

  test('also where the conversation before it has that id', async () => {
    const first = await runToEnd(kind, { ...base, model: scriptedModel([{ content: [call('call_0')] }, 'Done.']) })
    const messages = [...first.messages, { role: 'user', content: 'Again.' } as const]
    const model = scriptedModel([{ content: [call('call_0')] }, 'Done.'])
    const second = await runToEnd(kind, { ...base, prompt: undefined, messages, model })
    expect(idsOf(second.messages, 'tool-call')).toEqual(['call_0', 'call_0_2'])
  })

  test('and results of the provider stay with their calls', async () => {
    const foreign: ScriptStep['content'] = [
      { ...call('ws', '{}', 'search'), providerExecuted: true },
      { type: 'tool-result', toolCallId: 'ws', toolName: 'search', result: { hits: 1 } },
    ]
    const model = scriptedModel([{ content: [...foreign!, call('a')] }, { content: [...foreign!, call('a')] }, 'Done.'])
    const { steps } = await runToEnd(kind, { ...base, model })
    const pairs = steps.flatMap(({ toolCalls, toolResults }) =>
      toolResults.flatMap((result) => {
        const made = toolCalls.find(({ toolCallId }) => toolCallId === result.toolCallId)
        return result.providerExecuted === true ? [[result.toolCallId, made?.toolName]] : []
      }),
    )
    expect(pairs).toEqual([
      ['ws', 'search'],
      ['ws_2', 'search'],
    ])
  })
})

describe.each(kinds)('%s runs what the model said in full, and only that', (kind) => {
  test('100 calls at once: all are answered, in their order', async () => {
    let running = 0
    let most = 0
    const slow = tool({
      inputSchema,
      execute: async (input) => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 5))
        running--
        return input as object
      },
    })
    const content = Array.from({ length: 100 }, (_, n) => call(`c${n}`, `{"n":${n}}`))
    const model = scriptedModel([{ content }, 'Done.'])
    const { messages } = await runToEnd(kind, { ...base, tools: { echo: slow }, model })
    expect(most).toBe(100)
    expect(outputsOf(messages)).toEqual(content.map((_, n) => ({ type: 'json', value: { n } })))
  })

  test.each(['length', 'content-filter', 'error', 'other', 'unknown'] as const)(
    'calls before the finish reason %s are not run',
    async (finishReason) => {
      const model = scriptedModel([{ content: [call('a'), call('b', 'nonsense')], finishReason }])
      let runs = 0
      const counted = tool({ inputSchema, execute: () => ++runs })
      const { error, steps } = await runToEnd(kind, { ...base, tools: { echo: counted }, model })
      expect([error, runs, steps.length]).toEqual([undefined, 0, 1])
    },
  )

  test('garbage in the place of an answer ends the run', async () => {
    const answers: unknown[] = [undefined, null, {}, { content: [null] }, { stream: 5 }, { content: 5 }]
    for (const answer of answers) {
      const model = scriptedModel([])
      model.doGenerate = async () => answer as never
      model.doStream = async () => answer as never
      expect((await runToEnd(kind, { ...base, model })).error).toBeInstanceOf(Error)
    }
  })

  test('a model that throws at once, and not by a promise, is one that rejects', async () => {
    const model = scriptedModel([])
    model.doGenerate = fail
    model.doStream = fail
    expect((await runToEnd(kind, { ...base, model })).error).toMatchObject({ message: 'Hands off.' })
  })
})

test('promises of streamText that nobody awaits are no unhandled rejections', async () => {
  const result = streamText({ ...base, model: scriptedModel([{ fault: { type: 'throw', error: new Error('x') } }]) })
  const { text, usage, steps, messages } = result
  await inTime(result.consumeStream(), 'The run did not end.')
  expect([text, usage, steps, messages].every((promise) => promise instanceof Promise)).toBe(true)
})
