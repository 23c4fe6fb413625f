import * as ai5 from 'ai5'
import * as ai6 from 'ai6'
import * as ai7 from 'ai7'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { TextStreamPart } from '../src/runtime/result/stream-part.ts'
import { stepCountIs } from '../src/runtime/run/stop-when.ts'
import { streamText } from '../src/runtime/stream-text.ts'
import type { UIMessage } from '../src/runtime/ui/ui-message.ts'
import type { UIMessageStreamEnd, UIMessageStreamOptions } from '../src/runtime/ui/ui-message-stream-options.ts'
import {
  createTextStreamResponse,
  createUIMessageStreamResponse,
  toUIMessageStream,
} from '../src/runtime/ui/ui-responses.ts'
import { type Script, scriptedModel } from '../test/runtime/mock-model.ts'
import { createChat } from './create-chat.ts'

type Parts = AsyncIterable<TextStreamPart>
type ResponseOptions = UIMessageStreamOptions & ResponseInit

const toUiMessageStream = (stream: Parts, options: UIMessageStreamOptions = {}, tools?: ai7.ToolSet) =>
  toUIMessageStream({ ...options, stream, tools: tools as never })

const toUiMessageStreamResponse = (stream: Parts, options: ResponseOptions = {}, tools?: ai7.ToolSet) =>
  createUIMessageStreamResponse({ ...options, stream: toUiMessageStream(stream, options, tools) })

const metadata = { scripted: { signature: 'abc' } }
const call = (toolName: string, input: string, more: object = {}) =>
  ({ type: 'tool-call', toolCallId: `call-${toolName}`, toolName, input, ...more }) as const

const tools = {
  weather: ai7.tool({
    title: 'Weather',
    metadata: { icon: 'sun' },
    inputSchema: z.object({ city: z.string(), unit: z.string().default('C') }),
    execute: ({ city, unit }) => `20 ${unit} in ${city}`,
  }),
  progress: ai7.tool({
    inputSchema: z.object({}),
    async *execute() {
      yield { done: 1 }
      yield { done: 2 }
    },
  }),
  fails: ai7.tool({
    inputSchema: z.object({}),
    execute: (): string => {
      throw new Error('secret')
    },
  }),
  nothing: ai7.tool({ inputSchema: z.object({}), execute: () => undefined }),
  asks: ai7.tool({ inputSchema: z.object({ question: z.string() }), outputSchema: z.string() }),
  any: ai7.dynamicTool({ inputSchema: z.object({}), execute: async () => 7 }),
  guarded: ai7.tool({ inputSchema: z.object({}), needsApproval: true, execute: () => 'ran' }),
}

const scripts: Record<string, Script> = {
  text: [{ content: [{ type: 'text', text: ['Hel', 'lo', '', ' 👋'] }] }],
  'reasoning, files and sources': [
    {
      content: [
        { type: 'reasoning', text: ['Let', ' me'], providerMetadata: metadata },
        { type: 'reasoning', text: ['more'], providerMetadata: metadata, metadataOn: 'delta' },
        { type: 'source', sourceType: 'url', id: 's1', url: 'https://example.com', title: 'Example' },
        { type: 'source', sourceType: 'url', id: 's2', url: 'https://example.com/2', providerMetadata: metadata },
        { type: 'source', sourceType: 'document', id: 's3', mediaType: 'text/plain', title: 'Doc', filename: 'a.txt' },
        { type: 'file', mediaType: 'image/png', data: 'aGk=', providerMetadata: metadata },
        { type: 'file', mediaType: 'image/png', data: new Uint8Array([1, 2, 250]) },
        { type: 'reasoning-file', mediaType: 'image/png', data: 'aGk=' },
        { type: 'custom', kind: 'scripted.thing', providerMetadata: metadata },
        { type: 'text', text: 'Done', providerMetadata: metadata, metadataOn: 'start' },
      ],
    },
  ],
  'calls of every kind': [
    {
      content: [
        { type: 'text', text: 'Looking.' },
        call('weather', '{"city":"Bern"}', { deltas: ['{"ci', 'ty":"Bern"}'], providerMetadata: metadata }),
        call('progress', '{}'),
        call('fails', '{}', { deltas: false }),
        call('nothing', ''),
        call('any', '{}'),
      ],
    },
    'It is warm.',
  ],
  'calls that do not fit': [
    { content: [call('weather', '{"city":1}'), call('unknown', '{}'), call('progress', '"text"')] },
    { content: [call('fails', '[1]', { deltas: false })] },
    'Sorry.',
  ],
  'a call without execute': [
    { content: [call('asks', '{"question":"Why?"}', { deltas: ['{"question"', ':"Why?"}'] })] },
  ],
  'an approval': [{ content: [call('guarded', '{}'), call('weather', '{"city":"Bern"}')] }],
  'tools of the provider': [
    {
      content: [
        call('search', '{"q":1}', { providerExecuted: true, dynamic: true }),
        { type: 'tool-result', toolCallId: 'call-search', toolName: 'search', result: { hits: 1 }, dynamic: true },
        call('weather', '{"city":"Bern"}', { providerExecuted: true }),
        { type: 'tool-result', toolCallId: 'call-weather', toolName: 'weather', result: 'down', isError: true },
        { type: 'text', text: 'Found.' },
      ],
    },
  ],
  'an error in the stream': [
    {
      content: [{ type: 'text', text: ['a', 'b'] }],
      fault: { type: 'error-part', error: new Error('secret'), after: 2 },
    },
  ],
  'a stream that ends in a call': [
    { content: [call('weather', '{"city":"Bern"}', { deltas: ['{"city":"Be'] })], fault: { type: 'cut', after: 2 } },
  ],
  'no answer': [{ fault: { type: 'throw', error: new Error('secret') } }],
}

const optionSets: Record<string, UIMessageStreamOptions> = {
  'the defaults': {},
  'sources and no reasoning': { sendSources: true, sendReasoning: false },
  'neither start nor finish': { sendStart: false, sendFinish: false, sendSources: true },
  'errors in words': { onError: (error) => `failed: ${error instanceof Error ? error.name : typeof error}` },
  metadata: {
    generateMessageId: () => 'generated',
    messageMetadata: ({ part }) => {
      if (part.type === 'start') return { seen: { start: 1 }, list: [1] }
      if (part.type === 'finish-step') return { seen: { step: part.finishReason } }
      if (part.type === 'tool-error' || part.type === 'raw') return { seen: { error: true } }
      return part.type === 'finish' ? { seen: { finish: part.finishReason }, list: [2] } : undefined
    },
  },
  'a new message': {
    originalMessages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
    generateMessageId: () => 'a1',
  },
  'a message that goes on': {
    originalMessages: [
      { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
      {
        id: 'a1',
        role: 'assistant',
        metadata: { old: true },
        parts: [{ type: 'text', text: 'So far', state: 'done' }],
      },
    ],
  },
}

/** A run of `ai` 7: its parts, what it sends to a front end, and what its callbacks are told. */
async function runAi7(script: Script, options: UIMessageStreamOptions, abortAfter?: string) {
  const controller = new AbortController()
  const result = ai7.streamText({
    model: scriptedModel(script, { version: 'v4' }) as never,
    prompt: 'Hi',
    tools,
    stopWhen: ai7.isStepCount(3),
    abortSignal: controller.signal,
    maxRetries: 0,
    onError: () => {},
  })
  const { calls, callbacks } = listen()
  const response = result.toUIMessageStreamResponse({ ...options, ...callbacks } as never)
  const parts: TextStreamPart[] = []
  const read = async () => {
    for await (const part of result.fullStream) {
      parts.push(part as TextStreamPart)
      if (part.type === abortAfter) controller.abort(new Error('enough'))
    }
  }
  const [body] = await Promise.all([response.text(), read()])
  return { parts, body, headers: [...response.headers], calls }
}

function listen() {
  const calls: { name: string; event: UIMessageStreamEnd }[] = []
  const note = (name: string) => (event: object) => void calls.push({ name, event: structuredClone(event) as never })
  return { calls, callbacks: { onEnd: note('end'), onStepEnd: note('step') } }
}

async function* replay(parts: readonly TextStreamPart[]) {
  yield* parts
}

/** What ours makes of the same parts. */
async function runOurs(parts: readonly TextStreamPart[], options: UIMessageStreamOptions) {
  const { calls, callbacks } = listen()
  const response = toUiMessageStreamResponse(replay(parts), { ...options, ...callbacks }, tools)
  return { body: await response.text(), headers: [...response.headers], calls }
}

describe('the UI message stream of ai 7', () => {
  for (const [about, script] of Object.entries(scripts)) {
    for (const [how, options] of Object.entries(optionSets)) {
      test(`is written byte for byte: ${about}, with ${how}`, async () => {
        const theirs = await runAi7(script, options)
        const ours = await runOurs(theirs.parts, options)
        expect(ours.body).toBe(theirs.body)
        expect(ours.headers).toEqual(theirs.headers)
        expect(ours.calls).toStrictEqual(theirs.calls)
        expect(theirs.calls.at(-1)?.name).toBe('end')
      })
    }
  }

  test.each(['text-delta', 'tool-input-delta'])(
    'is written byte for byte: a run that is aborted after a %s',
    async (after) => {
      const script: Script = [
        {
          content: [
            { type: 'text', text: 'A' },
            call('weather', '{"city":"Bern"}', { deltas: ['{"city":"Be', 'rn"}'] }),
          ],
          fault: { type: 'hang', after: after === 'text-delta' ? 2 : 5 },
        },
      ]
      const theirs = await runAi7(script, {}, after)
      const ours = await runOurs(theirs.parts, {})
      expect(ours.body).toBe(theirs.body)
      expect(ours.calls).toStrictEqual(theirs.calls)
      expect(theirs.calls.at(-1)?.event.isAborted).toBe(true)
    },
  )
})

/** Ids that are drawn by chance. */
const settled = (body: string) => body.replace(/"(approvalId":"|id":"(?:aitxt|toolfit)-)[^"]+"/g, '"drawn"')

const inAnyOrder = (body: string) => body.split('\n\n').sort().join('\n\n')

/** Where a run itself goes another way, which the differential tests are about. */
const otherRuns: Record<string, { why: string; normalise: (body: string) => string }> = {
  'calls of every kind': {
    why: 'calls run side by side, and results that are ready at the same time have no order',
    normalise: inAnyOrder,
  },
  'an approval': {
    why: 'whether a call needs the user is asked when the turn of the model is complete: same events, in another order',
    normalise: inAnyOrder,
  },
  'a stream that ends in a call': {
    why: 'a stream that does not say that it is done is an error here, and a finish for another reason there',
    normalise: (body) => body.replace(/data: {"type":"(error|finish-step|finish)".*\n\n/g, ''),
  },
}

describe('streamText', () => {
  test.each(Object.entries(scripts))('sends a front end what ai 7 sends, byte for byte: %s', async (about, script) => {
    const options: UIMessageStreamOptions = { sendSources: true, generateMessageId: () => 'a1' }
    const theirs = await runAi7(script, options)
    const result = streamText({
      model: scriptedModel(script, { version: 'v4' }),
      prompt: 'Hi',
      tools,
      stopWhen: stepCountIs(3),
      maxRetries: 0,
    })
    const response = result.toUIMessageStreamResponse(options)
    const { normalise = (body: string) => body } = otherRuns[about] ?? {}
    expect(normalise(settled(await response.text()))).toBe(normalise(settled(theirs.body)))
    expect([...response.headers]).toEqual(theirs.headers)
  })
})

test('messages and chunks have types that ai takes, and takes back', async () => {
  const result = () => streamText({ model: scriptedModel(['Hi'], { version: 'v4' }), prompt: 'Hi' })
  const seven: ai7.UIMessage<{ at: number }>[] = []
  const [six, five]: [ai6.UIMessage[], ai5.UIMessage[]] = [[], []]
  const bare: ai7.UIMessage[] = []
  const bodies = [
    result().toUIMessageStreamResponse({
      originalMessages: seven,
      messageMetadata: () => ({ at: 1 }),
      onFinish: ({ messages }) => void seven.push(...messages),
    }),
    result().toUIMessageStreamResponse({
      originalMessages: six,
      onFinish: ({ messages }) => void six.push(...messages),
    }),
    result().toUIMessageStreamResponse({
      originalMessages: five,
      onFinish: ({ messages }) => void five.push(...messages),
    }),
    result().toUIMessageStreamResponse({ onFinish: ({ messages }) => void bare.push(...messages) }),
    ai7.createUIMessageStreamResponse({
      stream: ai7.createUIMessageStream({ execute: ({ writer }) => writer.merge(result().toUIMessageStream()) }),
    }),
  ].map((response) => response.text())
  for (const body of await Promise.all(bodies)) expect(body).toContain('"delta":"Hi"')
  expect([seven.length, six.length, five.length, bare.length]).toEqual([1, 1, 1, 1])
  expect(seven[0]?.metadata?.at).toBe(1)
})

test('a source that breaks ends both streams, after everything that came before it', async () => {
  const breaks = (): ReadableStream<never> => {
    const parts: object[] = [
      { type: 'start' },
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', text: 'a' },
    ]
    return new ReadableStream({
      pull(controller) {
        const part = parts.shift()
        if (part === undefined) controller.error(new Error('cut'))
        else controller.enqueue(part as never)
      },
    })
  }
  const read = async (stream: ReadableStream<unknown>) => {
    const chunks: unknown[] = []
    const reader = stream.getReader()
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value)
      return { chunks, error: undefined }
    } catch (error) {
      return { chunks, error }
    }
  }
  const [theirs, ours] = [listen(), listen()]
  const expected = await read(ai7.toUIMessageStream({ stream: breaks(), ...theirs.callbacks } as never))
  const actual = await read(toUiMessageStream(breaks() as never, ours.callbacks))
  expect(actual).toEqual(expected)
  expect(actual.error).toEqual(new Error('cut'))
  expect(ours.calls).toStrictEqual(theirs.calls)
})

interface FrontEnd {
  readonly ai: typeof ai7
  /** Scripts that it cannot follow, whoever serves it, and why. */
  readonly beyond: Record<string, string>
}

const fronts = {
  'ai 5': {
    ai: ai5,
    beyond: {
      'an approval': 'it has no chunks for approvals',
      'reasoning, files and sources': 'it has no chunks for custom parts and files of thoughts',
      'calls that do not fit': 'an unknown tool begins as one call and ends as another',
    },
  },
  'ai 6': {
    ai: ai6,
    beyond: { 'reasoning, files and sources': 'it has no chunks for custom parts and files of thoughts' },
  },
  'ai 7': { ai: ai7, beyond: {} },
} as unknown as Record<string, FrontEnd>

describe.each(Object.entries(fronts))('a front end of %s', (version, { ai, beyond }) => {
  const understood = Object.entries(scripts).filter(([about]) => !(about in beyond))

  test.each(understood)('understands every chunk: %s', async (_, script) => {
    const { parts } = await runAi7(script, {})
    const response = toUiMessageStreamResponse(replay(parts), { sendSources: true }, tools)
    const results = ai.parseJsonEventStream({ stream: response.body!, schema: ai.uiMessageChunkSchema })
    const failed: unknown[] = []
    let count = 0
    for await (const result of results as unknown as AsyncIterable<{ success: boolean }>) {
      count += 1
      if (!result.success) failed.push(result)
    }
    expect(failed).toEqual([])
    expect(count).toBeGreaterThan(0)
  })

  test.each(understood)('sees the message that the server is told of: %s', async (_, script) => {
    const { parts } = await runAi7(script, {})
    let told: UIMessage | undefined
    const stream = toUiMessageStream(
      replay(parts),
      {
        sendSources: true,
        generateMessageId: () => 'a1',
        onFinish: ({ responseMessage }) => {
          told = responseMessage
        },
      },
      tools,
    )
    let seen: ai7.UIMessage | undefined
    for await (const message of ai.readUIMessageStream({ stream: stream as never })) seen = message
    const states = ({ parts }: { parts: readonly { type: string }[] }) =>
      parts.map(({ type, ...part }) => ({ type, ...('state' in part ? { state: part.state } : {}) }))
    if (version === 'ai 7') expect(seen ?? { id: 'a1', role: 'assistant', parts: [] }).toEqual(told)
    else expect(states(seen ?? { parts: [] })).toEqual(states(told!))
  })

  test('chats: useChat without the hook sends, streams and stores', async () => {
    const { parts } = await runAi7(scripts['calls of every kind']!, {})
    const chat = createChat(
      ai,
      async () => toUiMessageStreamResponse(replay(parts), { generateMessageId: () => 'a1' }, tools),
      'DefaultChatTransport',
    )
    await chat.sendMessage({ text: 'How is the weather?' })
    expect(chat.error).toBe(undefined)
    expect(chat.status).toBe('ready')
    const last = chat.messages.at(-1)!
    expect([last.id, last.role]).toEqual(['a1', 'assistant'])
    expect(last.parts.at(-1)).toMatchObject({ type: 'text', text: 'It is warm.', state: 'done' })
    expect(last.parts.find(({ type }) => type === 'tool-weather')).toMatchObject({
      state: 'output-available',
      input: { city: 'Bern', unit: 'C' },
      output: '20 C in Bern',
    })
  })

  test('is told of an error', async () => {
    const { parts } = await runAi7(scripts['no answer']!, {})
    const chat = createChat(ai, async () => toUiMessageStreamResponse(replay(parts)))
    await chat.sendMessage({ text: 'Hi' })
    expect(chat.error?.message).toBe('An error occurred.')
  })

  test('reads a text stream', async () => {
    async function* texts() {
      yield* ['Hel', 'lo \ud83d', '\udc4b']
    }
    const chat = createChat(ai, async () => createTextStreamResponse({ stream: texts() }), 'TextStreamChatTransport')
    await chat.sendMessage({ text: 'Hi' })
    expect(chat.messages.at(-1)?.parts.at(-1)).toMatchObject({ type: 'text', text: 'Hello 👋' })
  })
})
