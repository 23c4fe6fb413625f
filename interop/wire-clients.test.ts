import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import type { ModelReply, ReplyEvent } from '../src/wire/model-reply.ts'
import { decodeRequest } from '../src/wire/openai-chat/decode-request.ts'
import { encodeResponse } from '../src/wire/openai-chat/encode-response.ts'
import { encodeError } from '../src/wire/openai-chat/error.ts'
import { createStreamEncoder } from '../src/wire/openai-chat/stream-encoder.ts'
import { createStrictAnthropic } from '../test/models/strict-anthropic-server.ts'
import { createStrictOpenai } from '../test/models/strict-openai-server.ts'

const call = (toolCallId: string) =>
  ({ type: 'tool-call', toolCallId, toolName: 'weather', input: '{"city":"Rome"}' }) as const
const reply: ModelReply = {
  content: [{ type: 'text', text: 'Wait.' }, call('a'), call('b')],
  finishReason: { unified: 'tool-calls', raw: undefined },
  usage: {
    inputTokens: { total: 9, noCache: 9, cacheRead: 0, cacheWrite: undefined },
    outputTokens: { total: 7, text: 4, reasoning: 3 },
  },
  response: {},
}
const events: ReplyEvent[] = [
  { type: 'text-delta', id: '0', delta: 'Wa' },
  { type: 'text-delta', id: '0', delta: 'it.' },
  call('a'),
  call('b'),
  { type: 'finish', finishReason: reply.finishReason, usage: reply.usage },
]

/** A gateway in small: our codecs, and nothing behind them. */
const gateway: typeof fetch = async (_url, init) => {
  const decoded = decodeRequest(JSON.parse(String(init?.body)))
  if ('error' in decoded) return Response.json(encodeError(decoded.error), { status: decoded.error.statusCode ?? 500 })
  const { modelId, stream, includesUsage } = decoded
  const envelope = { id: 'chatcmpl-1', created: 1_700_000_000, modelId }
  if (!stream) return Response.json(encodeResponse(reply, envelope))
  const encoder = createStreamEncoder({ ...envelope, includesUsage })
  const data = [...events.flatMap((event) => encoder.push(event)), ...encoder.end()]
  return new Response(data.map((line) => `data: ${line}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  })
}

const tools: OpenAI.ChatCompletionTool[] = [
  {
    type: 'function',
    function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
  },
]
const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Rome?' }]

describe('the openai client reads what our encoders write', () => {
  const client = new OpenAI({ apiKey: 'none', baseURL: 'http://localhost/v1', fetch: gateway, maxRetries: 0 })

  test('a completion', async () => {
    const { choices, usage } = await client.chat.completions.create({ model: 'm', messages, tools })
    expect(choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { content: 'Wait.', tool_calls: [{ id: 'a', function: { name: 'weather' } }, { id: 'b' }] },
    })
    expect(usage?.total_tokens).toBe(16)
  })

  test('a stream, which its helper puts together', async () => {
    const stream = client.chat.completions.stream({
      model: 'm',
      messages,
      tools,
      stream_options: { include_usage: true },
    })
    const final = await stream.finalChatCompletion()
    expect(final.choices[0]!.message.content).toBe('Wait.')
    expect(final.choices[0]!.message.tool_calls?.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(final.usage?.total_tokens).toBe(16)
  })

  test('an error, as the class for its status', async () => {
    const bad = client.chat.completions.create({ model: 'm', messages: [] })
    await expect(bad).rejects.toThrow(OpenAI.BadRequestError)
    await expect(bad).rejects.toMatchObject({ status: 400, param: 'messages', type: 'invalid_request_error' })
  })
})

describe('the strict servers answer as the real clients expect', () => {
  test('openai', async () => {
    const server = createStrictOpenai()
    const fetch = server.fetch as unknown as typeof globalThis.fetch
    const client = new OpenAI({ apiKey: 'none', fetch, maxRetries: 0 })
    const whole = await client.chat.completions.create({ model: 'm', messages, tools })
    const streamed = await client.chat.completions.stream({ model: 'm', messages, tools }).finalChatCompletion()
    const args = '{"city":"Rome"}'
    expect(whole.choices[0]!.message.tool_calls).toMatchObject([{ function: { arguments: args } }])
    expect(streamed.choices[0]!.message.tool_calls).toMatchObject([{ function: { arguments: args } }])
    await expect(
      client.chat.completions.create({ model: 'm', messages: [{ role: 'tool', tool_call_id: 'x', content: '' }] }),
    ).rejects.toThrow("messages with role 'tool' must be a response to a preceeding message with 'tool_calls'")
  })

  test('anthropic', async () => {
    const server = createStrictAnthropic()
    const fetch = server.fetch as unknown as typeof globalThis.fetch
    const client = new Anthropic({ apiKey: 'sk-ant-test-key', fetch, maxRetries: 0 })
    const request: Anthropic.MessageCreateParamsNonStreaming = {
      model: 'claude',
      max_tokens: 4000,
      messages: [{ role: 'user', content: 'Rome?' }],
      tools: [{ name: 'weather', input_schema: { type: 'object', properties: { city: { type: 'string' } } } }],
      thinking: { type: 'enabled', budget_tokens: 1024 },
    }
    const whole = await client.messages.create(request)
    const streamed = await client.messages.stream(request).finalMessage()
    expect(streamed.content).toEqual(whole.content)
    expect(whole.content.map(({ type }) => type)).toEqual(['thinking', 'redacted_thinking', 'tool_use'])
  })
})
