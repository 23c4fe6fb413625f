import { describe, expect, test } from 'vitest'
import { DefaultGeneratedFileWithType } from '../result/content.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import type { UIMessage } from './ui-message.ts'
import { toUiMessageChunks } from './ui-message-stream.ts'
import type { UIMessageStreamEnd, UIMessageStreamOptions } from './ui-message-stream-options.ts'

/** Parts as literals: what no chunk shows is left out. */
type Parts = readonly (Record<string, unknown> & { type: string })[]

async function* stream(parts: Parts): AsyncGenerator<TextStreamPart> {
  for (const part of parts) {
    if (part.type === 'throw') throw part['error']
    yield part as unknown as TextStreamPart
  }
}

async function chunksOf(parts: Parts, options?: UIMessageStreamOptions, tools?: Record<string, object>) {
  return await readAll(toUiMessageChunks(stream(parts), options, tools))
}

async function readAll<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/** A function that remembers what it is called with. */
function spy<INPUT, RESULT>(answer: (input: INPUT) => RESULT) {
  const calls: INPUT[] = []
  const call = (input: INPUT): RESULT => {
    calls.push(input)
    return answer(input)
  }
  return Object.assign(call, { calls })
}

const endSpy = () => spy((_end: UIMessageStreamEnd): void => {})

/** The end that the caller is told of. */
async function endOf(parts: Parts, options: UIMessageStreamOptions = {}): Promise<UIMessageStreamEnd> {
  const onEnd = endSpy()
  await chunksOf(parts, { ...options, onEnd })
  expect(onEnd.calls).toHaveLength(1)
  return onEnd.calls[0]!
}

const finish = [
  { type: 'finish-step', finishReason: 'stop' },
  { type: 'finish', finishReason: 'stop' },
]
const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: { city: 'Bern' } }

describe('chunks', () => {
  test('say what the model wrote', async () => {
    const parts = [
      { type: 'start' },
      { type: 'start-step' },
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', text: 'Hi', providerMetadata: { p: { a: 1 } } },
      { type: 'text-end', id: '0' },
      { type: 'raw', rawValue: 1 },
      ...finish,
    ]
    expect(await chunksOf(parts)).toEqual([
      { type: 'start' },
      { type: 'start-step' },
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta: 'Hi', providerMetadata: { p: { a: 1 } } },
      { type: 'text-end', id: '0' },
      { type: 'finish-step' },
      { type: 'finish', finishReason: 'stop' },
    ])
  })

  test('leave out thoughts and sources unless they are wanted, and start and finish if they are not', async () => {
    const file = new DefaultGeneratedFileWithType({ data: 'aGk=', mediaType: 'text/plain' })
    const parts = [
      { type: 'start' },
      { type: 'reasoning-start', id: 'r' },
      { type: 'reasoning-delta', id: 'r', text: 'Hm' },
      { type: 'reasoning-end', id: 'r' },
      { type: 'reasoning-file', file },
      { type: 'source', sourceType: 'url', id: 's1', url: 'https://a.example' },
      { type: 'source', sourceType: 'document', id: 's2', mediaType: 'text/plain', title: 'T', filename: 't.txt' },
      { type: 'file', file },
      { type: 'finish', finishReason: 'stop' },
    ]
    const fileChunk = { type: 'file', mediaType: 'text/plain', url: 'data:text/plain;base64,aGk=' }
    expect(await chunksOf(parts)).toEqual([
      { type: 'start' },
      { type: 'reasoning-start', id: 'r' },
      { type: 'reasoning-delta', id: 'r', delta: 'Hm' },
      { type: 'reasoning-end', id: 'r' },
      { ...fileChunk, type: 'reasoning-file' },
      fileChunk,
      { type: 'finish', finishReason: 'stop' },
    ])
    const options = { sendReasoning: false, sendSources: true, sendStart: false, sendFinish: false }
    expect(await chunksOf(parts, options)).toEqual([
      { type: 'source-url', sourceId: 's1', url: 'https://a.example' },
      { type: 'source-document', sourceId: 's2', mediaType: 'text/plain', title: 'T', filename: 't.txt' },
      fileChunk,
    ])
  })

  test('are never left out for a part that nobody knows: it throws', async () => {
    await expect(chunksOf([{ type: 'shout' }])).rejects.toThrow('Unknown chunk type: shout')
  })

  test('follow a call from its first piece to its result', async () => {
    const parts = [
      { type: 'tool-input-start', id: 'c1', toolName: 'weather', title: 'Weather' },
      { type: 'tool-input-delta', id: 'c1', delta: '{"city":' },
      { type: 'tool-input-delta', id: 'c1', delta: '"Bern"}' },
      { type: 'tool-input-end', id: 'c1' },
      { ...call, title: 'Weather', toolMetadata: { icon: 'sun' }, providerMetadata: { p: { a: 1 } } },
      { ...call, type: 'tool-result', output: 1, preliminary: true },
      { ...call, type: 'tool-result', output: undefined },
    ]
    expect(await chunksOf(parts)).toEqual([
      { type: 'tool-input-start', toolCallId: 'c1', toolName: 'weather', title: 'Weather' },
      { type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: '{"city":' },
      { type: 'tool-input-delta', toolCallId: 'c1', inputTextDelta: '"Bern"}' },
      {
        type: 'tool-input-available',
        toolCallId: 'c1',
        toolName: 'weather',
        input: { city: 'Bern' },
        providerMetadata: { p: { a: 1 } },
        toolMetadata: { icon: 'sun' },
        title: 'Weather',
      },
      { type: 'tool-output-available', toolCallId: 'c1', output: 1, preliminary: true },
      { type: 'tool-output-available', toolCallId: 'c1', output: null },
    ])
  })

  test('tell of approvals and refusals', async () => {
    const parts = [
      { type: 'tool-approval-request', approvalId: 'a1', toolCall: call },
      { type: 'tool-approval-response', approvalId: 'a1', approved: false, reason: 'no', toolCall: call },
      { type: 'tool-output-denied', toolCallId: 'c1', toolName: 'weather' },
    ]
    expect(await chunksOf(parts)).toEqual([
      { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' },
      { type: 'tool-approval-response', approvalId: 'a1', approved: false, reason: 'no' },
      { type: 'tool-output-denied', toolCallId: 'c1' },
    ])
  })

  test('mask errors, unless the caller has words for them', async () => {
    const error = new Error('password 1234')
    const parts = [
      { type: 'error', error },
      { ...call, type: 'tool-error', error },
      { ...call, type: 'tool-error', error: { code: 1 }, providerExecuted: true },
      { type: 'abort', reason: 'enough' },
    ]
    const masked = [
      { type: 'error', errorText: 'An error occurred.' },
      { type: 'tool-output-error', toolCallId: 'c1', errorText: 'An error occurred.' },
      { type: 'tool-output-error', toolCallId: 'c1', errorText: '{"code":1}', providerExecuted: true },
      { type: 'abort', reason: 'enough' },
    ]
    expect(await chunksOf(parts)).toEqual(masked)
    const [first] = await chunksOf(parts, { onError: (thrown) => (thrown === error ? 'known' : 'unknown') })
    expect(first).toEqual({ type: 'error', errorText: 'known' })
  })

  test('tell once of a call that does not fit, and call it dynamic only if its tool is, or is unknown', async () => {
    const invalid = { ...call, dynamic: true, invalid: true, error: new Error('no') }
    const parts = (toolName: string) => [
      { ...invalid, toolName },
      { ...call, toolName, type: 'tool-error', error: 'no', dynamic: true },
    ]
    const chunk = {
      type: 'tool-input-error',
      toolCallId: 'c1',
      toolName: 'weather',
      input: { city: 'Bern' },
      errorText: 'An error occurred.',
    }
    expect(await chunksOf(parts('weather'), {}, { weather: {} })).toEqual([chunk])
    expect(await chunksOf(parts('weather'), {}, { weather: { type: 'dynamic' } })).toEqual([
      { ...chunk, dynamic: true },
    ])
    expect(await chunksOf(parts('constructor'), {}, { weather: {} })).toEqual([
      { ...chunk, toolName: 'constructor', dynamic: true },
    ])
  })

  test('carry metadata: in start and finish, else in chunks of its own, before the end of a step', async () => {
    const messageMetadata = spy(({ part }: { part: TextStreamPart }) => (part.type === 'raw' ? undefined : part.type))
    expect(
      await chunksOf([{ type: 'start' }, { type: 'start-step' }, { type: 'raw' }, ...finish], { messageMetadata }),
    ).toEqual([
      { type: 'start', messageMetadata: 'start' },
      { type: 'start-step' },
      { type: 'message-metadata', messageMetadata: 'start-step' },
      { type: 'message-metadata', messageMetadata: 'finish-step' },
      { type: 'finish-step' },
      { type: 'finish', finishReason: 'stop', messageMetadata: 'finish' },
    ])
    expect(messageMetadata.calls).toHaveLength(5)
  })

  test('name the message: the one that goes on, else a new one if the server makes ids', async () => {
    const user: UIMessage = { id: 'u1', role: 'user', parts: [] }
    const assistant: UIMessage = { id: 'a0', role: 'assistant', parts: [] }
    const generateMessageId = () => 'a1'
    const idOf = async (options: UIMessageStreamOptions) => (await chunksOf([{ type: 'start' }], options))[0]
    expect(await idOf({})).toEqual({ type: 'start' })
    expect(await idOf({ originalMessages: [user] })).toEqual({ type: 'start' })
    expect(await idOf({ generateMessageId })).toEqual({ type: 'start', messageId: 'a1' })
    expect(await idOf({ generateMessageId, originalMessages: [user] })).toEqual({ type: 'start', messageId: 'a1' })
    expect(await idOf({ generateMessageId, originalMessages: [user, assistant] })).toEqual({
      type: 'start',
      messageId: 'a0',
    })
  })
})

describe('the message', () => {
  test('has all that was sent', async () => {
    const event = await endOf(
      [
        { type: 'start' },
        { type: 'start-step' },
        { type: 'reasoning-start', id: '0' },
        { type: 'reasoning-delta', id: '0', text: 'Hm' },
        { type: 'reasoning-end', id: '0', providerMetadata: { p: { signature: 's' } } },
        { type: 'tool-input-start', id: 'c1', toolName: 'weather' },
        { type: 'tool-input-delta', id: 'c1', delta: '{"city":"Bern"}' },
        { ...call, providerMetadata: { p: { a: 1 } } },
        { ...call, type: 'tool-result', output: 1, preliminary: true },
        { ...call, type: 'tool-result', output: 2 },
        { ...call, toolCallId: 'c2', toolName: 'any', dynamic: true },
        { ...call, toolCallId: 'c2', type: 'tool-error', error: 'x', dynamic: true },
        { type: 'finish-step' },
        { type: 'start-step' },
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', text: 'It is ' },
        { type: 'text-delta', id: '1', text: 'warm.' },
        { type: 'text-end', id: '1' },
        ...finish,
      ],
      { originalMessages: [{ id: 'u1', role: 'user', parts: [] }], generateMessageId: () => 'a1' },
    )
    const { messages, ...rest } = event
    const responseMessage = {
      id: 'a1',
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        { type: 'reasoning', id: '0', text: 'Hm', state: 'done', providerMetadata: { p: { signature: 's' } } },
        {
          type: 'tool-weather',
          toolCallId: 'c1',
          state: 'output-available',
          input: { city: 'Bern' },
          output: 2,
          callProviderMetadata: { p: { a: 1 } },
        },
        {
          type: 'dynamic-tool',
          toolName: 'any',
          toolCallId: 'c2',
          state: 'output-error',
          input: { city: 'Bern' },
          errorText: 'An error occurred.',
        },
        { type: 'step-start' },
        { type: 'text', text: 'It is warm.', state: 'done' },
      ],
    }
    expect(rest).toEqual({
      responseMessage,
      isContinuation: false,
      isAborted: false,
      outcome: { status: 'completed' },
      finishReason: 'stop',
    })
    expect(messages).toEqual([{ id: 'u1', role: 'user', parts: [] }, responseMessage])
  })

  test('goes on where the last one of the assistant ended, and leaves that one alone', async () => {
    const before: UIMessage = {
      id: 'a0',
      role: 'assistant',
      metadata: { one: { a: 1 }, list: [1] },
      parts: [
        { type: 'step-start' },
        { type: 'tool-weather', toolCallId: 'c1', state: 'approval-requested', input: {}, approval: { id: 'p1' } },
      ],
    }
    const copy = structuredClone(before)
    const event = await endOf(
      [
        { type: 'start' },
        { type: 'tool-approval-response', approvalId: 'p1', approved: true, toolCall: call },
        { ...call, type: 'tool-result', output: 'warm' },
      ],
      { originalMessages: [before], messageMetadata: () => ({ one: { b: 2 }, list: [2] }) },
    )
    expect(event.isContinuation).toBe(true)
    expect(event.messages).toEqual([
      {
        id: 'a0',
        role: 'assistant',
        metadata: { one: { a: 1, b: 2 }, list: [2] },
        parts: [
          { type: 'step-start' },
          {
            type: 'tool-weather',
            toolCallId: 'c1',
            state: 'output-available',
            input: {},
            approval: { id: 'p1', approved: true },
            output: 'warm',
          },
        ],
      },
    ])
    expect(before).toEqual(copy)
  })

  test('shows the input of a call that was cut off, as far as it came', async () => {
    const { responseMessage, isAborted, outcome } = await endOf([
      { type: 'start-step' },
      { type: 'tool-input-start', id: 'c1', toolName: 'weather' },
      { type: 'tool-input-delta', id: 'c1', delta: '{"city":"Be' },
      { type: 'abort' },
    ])
    expect(responseMessage.parts[1]).toEqual({
      type: 'tool-weather',
      toolCallId: 'c1',
      state: 'input-streaming',
      rawInput: '{"city":"Be',
      input: { city: 'Be' },
    })
    expect([isAborted, outcome]).toEqual([true, { status: 'aborted' }])
  })

  test('is told of after each step, as a copy', async () => {
    const seen: number[] = []
    const first: UIMessage[] = []
    await chunksOf([{ type: 'start-step' }, { type: 'finish-step' }, { type: 'start-step' }, { type: 'finish-step' }], {
      onStepEnd: ({ responseMessage, messages, isContinuation }) => {
        seen.push(responseMessage.parts.length)
        first.push(responseMessage)
        expect([messages.length, isContinuation]).toEqual([1, false])
      },
    })
    expect(seen).toEqual([1, 2])
    expect(first[0]?.parts).toEqual([{ type: 'step-start' }])
  })

  test.each([
    [{ type: 'text-delta', id: 'x', text: 'lost' }, 'Received text-delta for missing text part with ID "x".'],
    [{ ...call, type: 'tool-result', output: 1 }, 'No tool invocation found for tool call ID "c1".'],
    [{ type: 'tool-input-delta', id: 'c9', delta: '{' }, 'Received tool-input-delta for missing tool call'],
    [
      { type: 'tool-approval-response', approvalId: 'p9', approved: true, toolCall: call },
      'No tool invocation found for approval ID "p9".',
    ],
  ])('has no place for a chunk that belongs to nothing in it: %o', async (part, message) => {
    const onEnd = endSpy()
    await expect(chunksOf([part], { onEnd })).rejects.toThrow(message)
    expect(onEnd.calls[0]).toMatchObject({ outcome: { status: 'failed' } })
    // Where no message is assembled, the chunk is passed on.
    expect(await chunksOf([part])).toHaveLength(1)
  })
})

describe('the end', () => {
  test('is told of when the source breaks, and the error goes on to the reader', async () => {
    const error = new Error('cut')
    const onEnd = endSpy()
    await expect(chunksOf([{ type: 'start' }, { type: 'throw', error }], { onEnd })).rejects.toBe(error)
    expect(onEnd.calls[0]!).toMatchObject({ outcome: { status: 'failed', error }, isAborted: false })
    expect(onEnd.calls).toHaveLength(1)
  })

  test('is failed after an error, unless the run came to its own end all the same', async () => {
    const error = new Error('x')
    expect((await endOf([{ type: 'error', error }])).outcome).toEqual({ status: 'failed', error })
    expect((await endOf([{ type: 'error', error }, ...finish])).outcome).toEqual({ status: 'completed' })
    expect((await endOf([...finish, { type: 'error', error }])).outcome).toEqual({ status: 'completed' })
    expect((await endOf([])).outcome).toEqual({ status: 'unknown' })
  })

  test('is told of when the reader goes away, and the source is returned at once', async () => {
    const onEnd = endSpy()
    const returned = spy(() => {})
    const source: AsyncIterable<TextStreamPart> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => {}),
        return: async () => {
          returned(undefined)
          return { done: true, value: undefined }
        },
      }),
    }
    const chunks = toUiMessageChunks(source, { onEnd })
    void chunks.next()
    await chunks.return?.()
    expect(returned.calls).toHaveLength(1)
    expect(onEnd.calls[0]!).toMatchObject({ isCancelled: true, outcome: { status: 'unknown' } })
    expect(await chunks.next()).toEqual({ done: true, value: undefined })
    await chunks.return?.()
    expect(returned.calls).toHaveLength(1)
    expect(onEnd.calls).toHaveLength(1)
  })

  test('comes with the error of a callback, which returns the source; that of onStepEnd goes to onError', async () => {
    const thrown = new Error('mine')
    const fail = () => {
      throw thrown
    }
    const returned = spy(() => {})
    async function* source(): AsyncGenerator<TextStreamPart> {
      try {
        yield { type: 'start' }
        yield { type: 'abort' }
      } finally {
        returned(undefined)
      }
    }
    const onEnd = endSpy()
    await expect(readAll(toUiMessageChunks(source(), { messageMetadata: fail, onEnd }))).rejects.toBe(thrown)
    expect(returned.calls).toHaveLength(1)
    expect(onEnd.calls[0]!.outcome).toEqual({ status: 'failed', error: thrown })
    await expect(chunksOf(finish, { onFinish: fail })).rejects.toBe(thrown)
    const onError = spy((_error: unknown) => 'told')
    expect(await chunksOf(finish, { onStepFinish: fail, onError })).toHaveLength(2)
    expect(onError.calls).toEqual([thrown])
  })
})
