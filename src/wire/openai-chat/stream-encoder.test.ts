import { describe, expect, test } from 'vitest'
import type { ReplyEvent, Usage } from '../model-reply.ts'
import { createStreamDecoder } from './stream-decoder.ts'
import { createStreamEncoder } from './stream-encoder.ts'

const envelope = { id: 'chatcmpl-1', created: 1_700_000_000, modelId: 'm' }
const decoding = { optionsKey: 'openai', nextId: () => 'made' }
const call = {
  type: 'tool-call',
  toolCallId: 'a',
  toolName: 'look',
  input: '{"at":1}',
  providerMetadata: { google: { thoughtSignature: 'c2ln' } },
} as const
const finishReason = { unified: 'tool-calls', raw: 'STOP' } as const
const counted: Usage = {
  inputTokens: { total: 9, noCache: 5, cacheRead: 4, cacheWrite: undefined },
  outputTokens: { total: 7, text: 4, reasoning: 3 },
}
const usage = {
  prompt_tokens: 9,
  completion_tokens: 7,
  total_tokens: 16,
  prompt_tokens_details: { cached_tokens: 4 },
  completion_tokens_details: { reasoning_tokens: 3 },
}

describe('createStreamEncoder', () => {
  test('writes the role once, an index for each call, the usage in a last chunk, and [DONE]', () => {
    const events: ReplyEvent[] = [
      { type: 'text-delta', id: '0', delta: 'Wait.' },
      call,
      { ...call, toolCallId: 'b' },
      { type: 'finish', finishReason, usage: counted },
    ]
    const encoder = createStreamEncoder({ ...envelope, includesUsage: true })
    const data = [...events.flatMap((event) => encoder.push(event)), ...encoder.end()]
    expect(data.at(-1)).toBe('[DONE]')
    const chunks = data
      .slice(0, -1)
      .map((text) => JSON.parse(text) as { choices: { delta: object; finish_reason: string }[]; usage: unknown })
    expect(chunks.map(({ choices }) => choices[0]?.delta)).toMatchObject([
      { role: 'assistant', content: 'Wait.' },
      { tool_calls: [{ index: 0, id: 'a', extra_content: { google: { thought_signature: 'c2ln' } } }] },
      { tool_calls: [{ index: 1, id: 'b' }] },
      {},
      undefined as never,
    ])
    expect(chunks.map((chunk) => chunk.usage)).toEqual([null, null, null, null, usage])
    expect(chunks[3]!.choices[0]!.finish_reason).toBe('tool_calls')
    const decoder = createStreamDecoder(decoding)
    const read = data.flatMap((text) => decoder.push(text))
    expect(read.filter(({ type }) => type === 'tool-call')).toMatchObject([{ toolCallId: 'a' }, { toolCallId: 'b' }])
  })

  test('writes a role for an empty answer', () => {
    const encoder = createStreamEncoder({ ...envelope, includesUsage: false })
    const finishReason = { unified: 'content-filter', raw: 'SAFETY' } as const
    const [data] = encoder.push({ type: 'finish', finishReason, usage: counted })
    expect(JSON.parse(data!).choices).toMatchObject([
      { delta: { role: 'assistant', content: '' }, finish_reason: 'content_filter' },
    ])
  })

  test('writes neither a finish reason nor [DONE] after an error', () => {
    const encoder = createStreamEncoder({ ...envelope, includesUsage: false })
    const error = { message: 'cut', code: 'upstream_truncated', statusCode: 502, isRetryable: true }
    const data = [
      ...encoder.push({ type: 'text-delta', id: '0', delta: 'a' }),
      ...encoder.push({ type: 'error', error }),
      ...encoder.push({ type: 'finish', finishReason: { unified: 'error', raw: undefined }, usage: counted }),
      ...encoder.end(),
    ]
    expect(data).toHaveLength(2)
    expect(JSON.parse(data[1]!)).toEqual({
      error: { message: 'cut', type: 'server_error', param: null, code: 'upstream_truncated' },
    })
  })
})
