import { describe, expect, test } from 'vitest'
import { createStrictAnthropic } from './strict-anthropic-server.ts'
import { createStrictOpenai } from './strict-openai-server.ts'

/** The judges must be able to refuse: each of these bodies breaks one rule. */
async function messageOf(answer: Promise<Response>): Promise<string> {
  const response = await answer
  const body = (await response.json()) as { error?: { message: string } }
  return `${response.status} ${body.error?.message ?? ''}`
}

const user = { role: 'user', content: 'Hi' }
const openaiCall = (id: string, args = '{}') => ({ id, type: 'function', function: { name: 'look', arguments: args } })
const called = (...calls: object[]) => ({ role: 'assistant', content: null, tool_calls: calls })
const answered = (id: string) => ({ role: 'tool', tool_call_id: id, content: '1' })
const tool = { type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } }

describe('the strict server of chat completions', () => {
  const send = (body: object, options = {}) =>
    messageOf(
      createStrictOpenai(options).fetch('https://a.example/v1/chat/completions', {
        body: JSON.stringify({ model: 'm', messages: [user], ...body }),
      }),
    )

  test('takes what is right', async () => {
    expect(await send({ messages: [user, called(openaiCall('a')), answered('a')], tools: [tool] })).toBe('200 ')
  })

  test.each([
    ['a field that is not known', { top_k: 1 }, 'Unrecognized request argument supplied: top_k'],
    ['an orphan result', { messages: [user, answered('a')] }, 'must be a response to a preceeding message'],
    [
      'a call without its answer',
      { messages: [user, called(openaiCall('a')), user] },
      'did not have response messages: a',
    ],
    [
      'a call that is answered twice',
      { messages: [user, called(openaiCall('a')), answered('a'), answered('a')] },
      'preceeding',
    ],
    ['ids that repeat', { messages: [user, called(openaiCall('a'), openaiCall('a'))] }, 'Duplicate value'],
    ['a long id', { messages: [user, called(openaiCall('x'.repeat(41)))] }, 'maximum length 40'],
    ['no calls in a list of calls', { messages: [user, called()] }, "[] is too short - 'messages.1.tool_calls'"],
    ['nothing said', { messages: [user, { role: 'assistant', content: null }] }, 'expected a string, got null'],
    ['a role that is not known', { messages: [{ role: 'bot', content: '' }] }, "Invalid value: 'bot'"],
    ['a choice without tools', { tool_choice: 'auto' }, "only allowed when 'tools' are specified"],
    ['no tools in a list of tools', { tools: [] }, "[] is too short - 'tools'"],
    ['a name with a dot', { tools: [{ type: 'function', function: { name: 'a.b' } }] }, 'does not match pattern'],
    ['stream options without a stream', { stream_options: {} }, "only allowed when 'stream' is enabled"],
    [
      'a strict tool that is not strict',
      { tools: [{ type: 'function', function: { ...tool.function, strict: true } }] },
      "'additionalProperties' is required",
    ],
  ])('refuses %s', async (_what, body, message) => {
    expect(await send(body)).toContain(`400 `)
    expect(await send(body)).toContain(message)
  })

  test('refuses calls without thoughts where they are wanted', async () => {
    const messages = [user, called(openaiCall('a')), answered('a')]
    expect(await send({ messages }, { wantsReasoning: true })).toContain('reasoning_content is missing')
  })
})

describe('the strict server of Anthropic', () => {
  const send = (body: object) =>
    messageOf(
      createStrictAnthropic({ key: 'k' }).fetch('https://a.example/v1/messages', {
        headers: { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' },
        body: JSON.stringify({ model: 'm', max_tokens: 2000, messages: [user], ...body }),
      }),
    )
  const use = (id: string) => ({ type: 'tool_use', id, name: 'look', input: {} })
  const asks = (...content: object[]) => ({ role: 'assistant', content })
  const gives = (...content: object[]) => ({ role: 'user', content })
  const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: '1' })
  const text = (value: string) => ({ type: 'text', text: value })
  const thinking = { type: 'enabled', budget_tokens: 1024 }
  const look = { name: 'look', input_schema: { type: 'object' } }
  const mark = { cache_control: { type: 'ephemeral' } }

  test('takes what is right', async () => {
    expect(await send({ messages: [user, asks(use('a')), gives(result('a'), text('Well?'))], tools: [look] })).toBe(
      '200 ',
    )
  })

  test.each([
    ['a field that is not known', { seed: 1 }, 'seed: Extra inputs are not permitted'],
    ['no limit', { max_tokens: null }, 'max_tokens: Field required'],
    ['an assistant first', { messages: [asks(text('a'))] }, 'first message must use the "user" role'],
    [
      'a call without its result',
      { messages: [user, asks(use('a')), gives(text('b'))] },
      'were found without `tool_result`',
    ],
    [
      'text before results',
      { messages: [user, asks(use('a')), gives(text('b'), result('a'))] },
      'were found without `tool_result`',
    ],
    ['an orphan result', { messages: [user, asks(text('b')), gives(result('a'))] }, 'unexpected `tool_use_id`'],
    [
      'ids that repeat',
      { messages: [user, asks(use('a')), gives(result('a')), asks(use('a')), gives(result('a'))] },
      'must be unique',
    ],
    ['two turns of one role', { messages: [user, user] }, 'roles must alternate'],
    ['blank text', { messages: [gives(text(' '))] }, 'text content blocks must be non-empty'],
    [
      'a wrong signature',
      { messages: [user, asks({ type: 'thinking', thinking: 'a', signature: 'b' }, text('c'))] },
      'Invalid `signature`',
    ],
    [
      'thoughts behind text',
      { messages: [user, asks(text('c'), { type: 'redacted_thinking', data: 'hidden-thought' })] },
      'the first block must be',
    ],
    ['white space at the end', { messages: [user, asks(text('a '))] }, 'trailing whitespace'],
    [
      'a tool turn without thoughts',
      { thinking, messages: [user, asks(use('a')), gives(result('a'))] },
      'Expected `thinking`',
    ],
    ['forced thinking', { thinking, tools: [look], tool_choice: { type: 'any' } }, 'tool_choice forces tool use'],
    ['a budget beyond the limit', { thinking, max_tokens: 1000 }, 'must be greater than `thinking.budget_tokens`'],
    [
      'five cache marks',
      { system: [1, 2, 3, 4, 5].map((n) => ({ ...text(`${n}`), ...mark })) },
      'A maximum of 4 blocks',
    ],
    ['a choice without tools', { tool_choice: { type: 'auto' } }, 'only be specified while providing tools'],
    ['a schema without a type', { tools: [{ name: 'a', input_schema: {} }] }, 'input_schema.type: Field required'],
  ])('refuses %s', async (_what, body, message) => {
    const refusal = await send(body)
    expect(refusal).toContain('400 ')
    expect(refusal).toContain(message)
  })

  test('refuses a wrong key', async () => {
    const answer = createStrictAnthropic({ key: 'k' }).fetch('https://a.example/v1/messages', {
      headers: {},
      body: '{}',
    })
    expect(await messageOf(answer)).toBe('401 invalid x-api-key')
  })
})
