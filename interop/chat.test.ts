import * as ai from 'ai7'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as toolfit from '../src/index.ts'

type Sdk = typeof ai
const ours = toolfit as unknown as Sdk
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

/** The result or the error, as `ai` 7 and as ours have it. */
async function both(run: (sdk: Sdk) => unknown) {
  const observe = async (sdk: Sdk) => {
    try {
      return { value: await run(sdk) }
    } catch (error) {
      const { name, message } = error as Error
      return { name, message }
    }
  }
  return { expected: await observe(ai), actual: await observe(ours) }
}

const metadata = { scripted: { signature: 'abc' } }
const call = { type: 'tool-weather', toolCallId: 'c1', input: { city: 'Rome' } }
const dynamic = { ...call, type: 'dynamic-tool', toolName: 'any', toolCallId: 'c2' }
const approval = { id: 'p1', requestReason: 'sure?', signature: 's', isAutomatic: false }
const user = (...parts: object[]) => ({ id: 'u1', role: 'user', parts })
const assistant = (...parts: object[]) => ({ id: 'a1', role: 'assistant', parts })

/** Every kind of part, and every state of a call. */
const conversations: Record<string, object[]> = {
  'texts and files': [
    {
      id: 's1',
      role: 'system',
      parts: [
        { type: 'text', text: 'Be ' },
        { type: 'text', text: 'kind.', providerMetadata: metadata },
      ],
    },
    user(
      { type: 'text', text: 'Hi', providerMetadata: metadata },
      { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,aGk=', filename: 'a.png' },
      { type: 'file', mediaType: 'image/png', url: 'https://a.example/b.png', providerReference: { scripted: 'f1' } },
      { type: 'data-place', id: 'd1', data: { city: 'Rome' } },
    ),
  ],
  'a model that thinks': [
    user({ type: 'text', text: 'Hi' }),
    assistant(
      { type: 'step-start' },
      { type: 'reasoning', id: 'r1', text: 'Hm', state: 'done', providerMetadata: metadata },
      { type: 'reasoning', text: 'Ah' },
      { type: 'reasoning-file', mediaType: 'image/png', url: 'https://a.example/c.png' },
      { type: 'custom', kind: 'scripted.thing', providerMetadata: metadata },
      { type: 'source-url', sourceId: 's1', url: 'https://a.example' },
      { type: 'source-document', sourceId: 's2', mediaType: 'text/plain', title: 'T' },
      { type: 'data-note', data: 'noted' },
      { type: 'text', text: 'Done.', state: 'done', providerMetadata: metadata },
      { type: 'file', mediaType: 'image/png', url: 'https://a.example/d.png' },
    ),
  ],
  'steps with calls': [
    user({ type: 'text', text: 'Rome?' }),
    assistant(
      { type: 'step-start' },
      { type: 'text', text: 'Let me look.' },
      { ...call, state: 'output-available', output: { celsius: 31 }, callProviderMetadata: metadata },
      { ...dynamic, state: 'output-error', errorText: 'down' },
      { type: 'step-start' },
      { type: 'steering-message', id: 'm1', parts: [{ type: 'text', text: 'And Bern?' }] },
      { ...call, toolCallId: 'c3', state: 'output-error', input: undefined, rawInput: { city: 1 }, errorText: 'no' },
      { type: 'text', text: 'Sunny.' },
    ),
    user({ type: 'text', text: 'Thanks' }),
  ],
  'calls that are not finished': [
    user({ type: 'text', text: 'Rome?' }),
    assistant(
      { ...call, state: 'input-streaming', input: { ci: 1 }, rawInput: '{"ci":1' },
      { ...dynamic, state: 'input-available' },
      { ...call, toolCallId: 'c4', state: 'output-available', output: 1, preliminary: true },
    ),
  ],
  'a request for approval': [
    user({ type: 'text', text: 'x' }),
    assistant({ ...call, state: 'approval-requested', approval }),
  ],
  'a superseded request': [
    user({ type: 'text', text: 'x' }),
    assistant({ type: 'text', text: 'Hm.' }, { ...call, state: 'approval-requested', approval }),
    user({ type: 'text', text: 'never mind' }),
  ],
  'approvals and denials': [
    user({ type: 'text', text: 'x' }),
    assistant(
      { ...call, state: 'approval-responded', approval: { ...approval, approved: true } },
      { ...dynamic, state: 'approval-responded', approval: { ...approval, approved: false, reason: 'no' } },
      { ...call, toolCallId: 'c5', state: 'output-denied', approval: { id: 'p5', approved: false } },
      {
        ...call,
        toolCallId: 'c6',
        state: 'output-available',
        output: 'ok',
        approval: { ...approval, approved: true, inputSchemaInput: { city: 'Rome' } },
      },
    ),
  ],
  'tools of the provider': [
    user({ type: 'text', text: 'x' }),
    assistant(
      { ...dynamic, state: 'output-available', output: [1], providerExecuted: true, resultProviderMetadata: metadata },
      { ...dynamic, toolCallId: 'c7', state: 'output-error', errorText: 'e', providerExecuted: true },
      {
        ...dynamic,
        toolCallId: 'c8',
        state: 'approval-responded',
        providerExecuted: true,
        approval: { id: 'q', approved: true },
      },
      { ...dynamic, toolCallId: 'c9', state: 'output-available', output: 'x', dynamic: false },
    ),
  ],
  'an unknown role': [{ id: 'x', role: 'wizard', parts: [{ type: 'text', text: 'Hi' }] }],
}

const weather = {
  inputSchema: z.object({ city: z.string() }),
  outputSchema: z.object({ celsius: z.number() }),
  toModelOutput: ({ output }: { output: unknown }) => ({
    type: 'text' as const,
    value: `it is ${JSON.stringify(output)}`,
  }),
}
const tools = { weather } as never

describe('convertToModelMessages gives what it gives in ai 7', () => {
  const optionSets: Record<string, object> = {
    'no options': {},
    tools: { tools },
    'only complete calls': { ignoreIncompleteToolCalls: true },
    'data parts': {
      convertDataPart: ({ type, data }: { type: string; data: unknown }) =>
        type === 'data-note' ? undefined : { type: 'text', text: JSON.stringify(data) },
    },
  }
  for (const [how, options] of Object.entries(optionSets)) {
    test.each(Object.keys(conversations))(`${how}: %s`, async (about) => {
      const { expected, actual } = await both((sdk) =>
        sdk.convertToModelMessages(conversations[about] as never, options),
      )
      expect(actual).toStrictEqual(expected)
    })
  }
})

describe('validateUIMessages gives what it gives in ai 7', () => {
  const withMetadata = [{ ...user({ type: 'text', text: 'Hi' }), metadata: { at: '5' }, createdAt: 1 }]
  const cases: Record<string, object> = {
    ...Object.fromEntries(
      Object.entries(conversations)
        .slice(0, -1)
        .map(([about, messages]) => [about, { messages }]),
    ),
    'no messages': {},
    'null for messages': { messages: null },
    'an empty list': { messages: [] },
    'a message without parts': { messages: [user()] },
    'no list': { messages: 5 },
    'no objects': { messages: [5, null] },
    'fields of other types': { messages: [{ id: 5, role: 'user' }] },
    'unknown fields': { messages: [user({ type: 'text', text: 'Hi', other: 1 })] },
    'a call with an unknown state': { messages: [assistant({ ...call, state: 'thinking' })] },
    metadata: { messages: withMetadata, metadataSchema: z.object({ at: z.coerce.number() }) },
    'metadata that does not fit': { messages: withMetadata, metadataSchema: z.object({ at: z.number() }) },
    data: { messages: [user({ type: 'data-n', data: '5' })], dataSchemas: { n: z.coerce.number() } },
    'data that do not fit': {
      messages: [user({ type: 'data-n', id: 'd1', data: '5' })],
      dataSchemas: { n: z.number() },
    },
    'data without a schema': { messages: [user({ type: 'data-m', data: '5' })], dataSchemas: { n: z.number() } },
    'a call': { messages: [assistant({ ...call, state: 'output-available', output: { celsius: 1 } })], tools },
    'input that does not fit': {
      messages: [assistant({ ...call, state: 'input-available', input: { city: 1 } })],
      tools,
    },
    'output that does not fit': { messages: [assistant({ ...call, state: 'output-available', output: 1 })], tools },
    'a failed call whose input does not fit': {
      messages: [assistant({ ...call, state: 'output-error', input: { city: 1 }, errorText: 'no' })],
      tools,
    },
    'empty input of a finished call': {
      messages: [assistant({ ...call, state: 'output-available', input: {}, output: { celsius: 1 } })],
      tools,
    },
    'a finished call of another tool': {
      messages: [assistant({ ...call, type: 'tool-gone', state: 'output-available', output: 1 })],
      tools,
    },
    'an open call of another tool': {
      messages: [assistant({ ...call, type: 'tool-gone', state: 'input-available' })],
      tools,
    },
    'an approval of other input': {
      messages: [
        assistant({
          ...call,
          state: 'approval-responded',
          approval: { id: 'p', approved: true, inputSchemaInput: { city: 'Bern' } },
        }),
      ],
      tools,
    },
    'input that is still arriving': {
      messages: [assistant({ ...call, state: 'input-streaming', input: { city: 1 } })],
      tools,
    },
  }

  /** The list of what is wrong with a part is Zod's, of every kind of part. */
  // What is wrong with a part is said in our own words: the guide has a row for it.
  const shorten = (outcome: { message?: string }) => ({
    ...outcome,
    ...(outcome.message === undefined
      ? {}
      : {
          message: outcome.message
            .replace(/"errors": \[\n[\s\S]*?\n {4}\],/, '"errors": [],')
            .replace(/"Invalid input: there is no part of .*"/, '"Invalid input"'),
        }),
  })

  test.each(Object.keys(cases))('%s', async (about) => {
    const { expected, actual } = await both((sdk) => sdk.validateUIMessages(structuredCloneOf(cases[about]!) as never))
    expect(shorten(actual)).toStrictEqual(shorten(expected))
    const safe = await both(async (sdk) => {
      const result = await sdk.safeValidateUIMessages(structuredCloneOf(cases[about]!) as never)
      return result.success ? result : { success: false, name: result.error.name }
    })
    expect(safe.actual).toStrictEqual(safe.expected)
  })
})

function structuredCloneOf(options: object): object {
  return { ...options, ...('messages' in options ? { messages: structuredClone(options.messages) } : {}) }
}

const chunks: Record<string, object[]> = {
  text: [
    { type: 'start', messageId: 'm1', messageMetadata: { a: { b: 1 } } },
    { type: 'start-step' },
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: 'Hel' },
    { type: 'text-delta', id: '1', delta: 'lo', providerMetadata: metadata },
    { type: 'text-end', id: '1' },
    { type: 'message-metadata', messageMetadata: { a: { c: 2 } } },
    { type: 'finish-step' },
    { type: 'finish', finishReason: 'stop', messageMetadata: { d: [1] } },
  ],
  'reasoning, files, sources, data': [
    { type: 'start' },
    { type: 'reasoning-start', id: 'r', providerMetadata: metadata },
    { type: 'reasoning-delta', id: 'r', delta: 'hm' },
    { type: 'reasoning-end', id: 'r' },
    { type: 'file', mediaType: 'image/png', url: 'data:,', providerMetadata: metadata },
    { type: 'reasoning-file', mediaType: 'image/png', url: 'data:,' },
    { type: 'source-url', sourceId: 's', url: 'https://a.example' },
    { type: 'source-document', sourceId: 's', mediaType: 'text/plain', title: 'T' },
    { type: 'custom', kind: 'a.b' },
    { type: 'data-n', id: 'd', data: 1 },
    { type: 'data-n', id: 'd', data: 2 },
    { type: 'data-n', data: 3 },
    { type: 'data-n', data: 4, transient: true },
    { type: 'steering-message', id: 'm', parts: [{ type: 'text', text: 'x' }] },
    { type: 'finish' },
  ],
  calls: [
    { type: 'start-step' },
    {
      type: 'tool-input-start',
      toolCallId: 'c1',
      toolName: 'weather',
      title: 'Weather',
      toolMetadata: { icon: 'sun' },
    },
    { type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: '{"city": "Ro' },
    { type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: 'me", "days": [1, 2' },
    { type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: '], "x": tru' },
    { type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: 'e}' },
    {
      type: 'tool-input-available',
      toolCallId: 'c1',
      toolName: 'weather',
      input: { city: 'Rome' },
      providerMetadata: metadata,
    },
    { type: 'tool-input-start', toolCallId: 'c2', toolName: 'any', dynamic: true, inputEncoding: 'text' },
    { type: 'tool-input-delta', toolCallId: 'c2', inputTextDelta: 'ls -' },
    {
      type: 'tool-input-available',
      toolCallId: 'c2',
      toolName: 'any',
      input: 'ls -l',
      dynamic: true,
      providerExecuted: true,
    },
    { type: 'tool-output-available', toolCallId: 'c1', output: 1, preliminary: true },
    { type: 'tool-output-available', toolCallId: 'c1', output: 2, providerMetadata: metadata },
    { type: 'tool-output-error', toolCallId: 'c2', errorText: 'down' },
    { type: 'tool-input-start', toolCallId: 'c3', toolName: 'weather' },
    { type: 'tool-input-error', toolCallId: 'c3', toolName: 'weather', input: '{', errorText: 'bad', dynamic: true },
    { type: 'tool-input-error', toolCallId: 'c4', toolName: 'none', input: {}, errorText: 'bad', dynamic: true },
    { type: 'finish-step' },
  ],
  approvals: [
    { type: 'start-step' },
    { type: 'tool-input-available', toolCallId: 'c1', toolName: 'weather', input: {} },
    {
      type: 'tool-approval-request',
      approvalId: 'p1',
      toolCallId: 'c1',
      reason: 'why',
      signature: 's',
      inputSchemaInput: 1,
    },
    { type: 'tool-approval-response', approvalId: 'p1', approved: true, reason: 'ok', providerExecuted: false },
    { type: 'tool-output-available', toolCallId: 'c1', output: 1 },
    { type: 'tool-input-available', toolCallId: 'c2', toolName: 'weather', input: {} },
    { type: 'tool-approval-request', approvalId: 'p2', toolCallId: 'c2', isAutomatic: true },
    { type: 'tool-approval-response', approvalId: 'p2', approved: false },
    { type: 'tool-output-denied', toolCallId: 'c2' },
  ],
  'an error and an abort': [
    { type: 'error', errorText: 'broken' },
    { type: 'abort', reason: 'x' },
    { type: 'text-start', id: '1' },
  ],
  'a step that is tried again': [
    { type: 'start-step' },
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: 'x' },
    { type: 'reset-step' },
    { type: 'text-start', id: '1' },
    { type: 'text-end', id: '1' },
  ],
  'another message': [
    { type: 'start', messageId: 'm1' },
    { type: 'text-start', id: '1' },
    { type: 'start', messageId: 'm2' },
  ],
  'text without a start': [{ type: 'text-delta', id: '1', delta: 'x' }],
  'an end without a start': [{ type: 'reasoning-end', id: '1' }],
  'input without a start': [{ type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: '{' }],
  'a result without a call': [{ type: 'tool-output-available', toolCallId: 'c1', output: 1 }],
  'an answer without a request': [{ type: 'tool-approval-response', approvalId: 'p', approved: true }],
}

const from = <T>(items: readonly T[]) =>
  new ReadableStream<T>({
    start(controller) {
      // `ai` changes data chunks.
      for (const item of items) controller.enqueue(structuredClone(item))
      controller.close()
    },
  })

async function readAll<T>(stream: ReadableStream<T> | AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of stream as AsyncIterable<T>) all.push(item)
  return all
}

const stored: Record<string, object | undefined> = {
  'a new message': undefined,
  'one that goes on': {
    ...assistant({ type: 'step-start' }, { ...call, state: 'input-streaming', input: {}, rawInput: '{"a' }),
    metadata: { a: { old: 1 } },
  },
}

describe('readUIMessageStream gives what it gives in ai 7', () => {
  for (const [how, message] of Object.entries(stored)) {
    test.each(Object.keys(chunks))(`${how}: %s`, async (about) => {
      const { expected, actual } = await both(async (sdk) => {
        const errors: string[] = []
        const stream = from(chunks[about]!) as never
        const onError = (error: unknown) => void errors.push(String(error))
        const states = await readAll(
          sdk.readUIMessageStream({ message: structuredClone(message) as never, stream, onError }),
        )
        return { states, errors }
      })
      expect(actual).toStrictEqual(expected)
    })
  }

  test.each(['text without a start', 'an error and an abort'])('ends with the error if it must: %s', async (about) => {
    const { expected, actual } = await both(async (sdk) => {
      const stream = from(chunks[about]!) as never
      return await readAll(sdk.readUIMessageStream({ stream, terminateOnError: true, onError() {} }))
    })
    expect(actual).toStrictEqual(expected)
  })
})

describe('createUIMessageStream gives what it gives in ai 7', () => {
  const writers: Record<string, Parameters<Sdk['createUIMessageStream']>[0]['execute']> = {
    'what is written': ({ writer }) => {
      for (const chunk of chunks['text']!) writer.write(chunk as never)
    },
    'what is written later': async ({ writer }) => {
      await Promise.resolve()
      for (const chunk of chunks['calls']!) writer.write(structuredClone(chunk) as never)
    },
    'what is merged': ({ writer }) => {
      writer.write({ type: 'start' })
      writer.merge(from(chunks['text']!.slice(1)) as never)
    },
    'an error': () => {
      throw new Error('secret')
    },
    'a later error': async ({ writer }) => {
      writer.write({ type: 'data-a', data: 1 })
      throw new Error('secret')
    },
    'an error of a merged stream': ({ writer }) => {
      writer.merge(
        new ReadableStream({
          pull(controller) {
            controller.error(new Error('secret'))
          },
        }),
      )
    },
    'an outcome': ({ writer }) => {
      writer.setOutcome({ status: 'completed' })
      writer.setOutcome({ status: 'aborted' })
    },
    'an abort': ({ writer }) => {
      writer.write({ type: 'start' })
      writer.write({ type: 'abort', reason: 'enough' })
    },
    nothing: () => {},
  }
  const options: Record<string, object> = {
    'the defaults': {},
    'a new message': { originalMessages: [user({ type: 'text', text: 'Hi' })] },
    'one that goes on': {
      originalMessages: [user({ type: 'text', text: 'Hi' }), assistant({ type: 'text', text: 'So' })],
    },
    'errors in words': { onError: (error: unknown) => `failed: ${error}` },
  }
  for (const [how, more] of Object.entries(options)) {
    test.each(Object.keys(writers))(`${how}: %s`, async (about) => {
      const { expected, actual } = await both(async (sdk) => {
        const events: unknown[] = []
        const note = (name: string) => (event: object) => void events.push([name, structuredClone(event)])
        const stream = sdk.createUIMessageStream({
          execute: writers[about]!,
          generateId: () => 'made',
          onStepEnd: note('step'),
          onEnd: note('end'),
          ...more,
        })
        return { chunks: await readAll(stream), events }
      })
      expect(actual).toStrictEqual(expected)
    })
  }

  test('responses have its events, at both ends of a copy', async () => {
    const { expected, actual } = await both(async (sdk) => {
      let copy = ''
      const response = sdk.createUIMessageStreamResponse({
        stream: sdk.createUIMessageStream({ execute: writers['what is merged']!, generateId: () => 'made' }),
        status: 201,
        statusText: 'Made',
        headers: { 'x-mine': '1' },
        async consumeSseStream({ stream }) {
          copy = (await readAll(stream)).join('')
        },
      })
      const body = await response.text()
      return { body, copy, status: [response.status, response.statusText], headers: [...response.headers] }
    })
    expect(actual).toStrictEqual(expected)
  })
})

describe('small things are those of ai 7', () => {
  const parts = Object.values(conversations).flatMap((messages) =>
    messages.flatMap((message) => (message as { parts: object[] }).parts),
  )
  const guards = Object.keys(ai).filter((name) => /^is.*UIPart$/.test(name)) as (keyof Sdk)[]

  test.each(guards)('%s', async (name) => {
    const { expected, actual } = await both((sdk) =>
      parts.map((part) => (sdk[name] as (part: object) => boolean)(part)),
    )
    expect(actual).toEqual(expected)
  })

  test('names of tools', async () => {
    const { expected, actual } = await both((sdk) =>
      parts.filter((part) => sdk.isToolUIPart(part as never)).map((part) => sdk.getToolName(part as never)),
    )
    expect(actual).toEqual(expected)
  })

  test.each(Object.keys(conversations))('whether a chat is sent again: %s', async (about) => {
    const messages = conversations[about] as never
    for (const wanted of [messages, (messages as object[]).slice(0, 2)]) {
      const { expected, actual } = await both((sdk) => [
        sdk.lastAssistantMessageIsCompleteWithToolCalls({ messages: wanted as never }),
        sdk.lastAssistantMessageIsCompleteWithApprovalResponses({ messages: wanted as never }),
      ])
      expect(actual).toEqual(expected)
    }
  })

  test('ids', async () => {
    const { expected, actual } = await both((sdk) => [
      sdk.generateId().length,
      sdk.createIdGenerator({ prefix: 'msg', size: 4, separator: '_' })().replace(/.{4}$/, ''),
      sdk.createIdGenerator({ alphabet: 'a', size: 3 })(),
      sdk.createIdGenerator({ alphabet: 'a-', prefix: 'x' }),
    ])
    expect(actual).toEqual(expected)
  })
})
