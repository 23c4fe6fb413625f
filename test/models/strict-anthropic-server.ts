/**
 * A server of Anthropic's Messages API that refuses what the real one refuses, and answers like a very small model. Written from the
 * public API reference and from errors that people recorded (the texts), apart from the code under test: it imports nothing of it.
 */

type Fields = Record<string, unknown>

export interface StrictServer {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly requests: Fields[]
  readonly headers: Headers[]
}

class Refusal extends Error {
  constructor(
    message: string,
    readonly type = 'invalid_request_error',
    readonly status = 400,
  ) {
    super(message)
  }
}

const knownFields = new Set(
  (
    'model messages max_tokens system tools tool_choice temperature top_p top_k stop_sequences stream metadata thinking ' +
    'service_tier container output_config cache_control'
  ).split(' '),
)

export function createStrictAnthropic({ key = 'sk-ant-test-key' }: { readonly key?: string } = {}): StrictServer {
  const requests: Fields[] = []
  const headers: Headers[] = []
  return {
    requests,
    headers,
    async fetch(url, init) {
      try {
        const given = new Headers(init.headers)
        headers.push(given)
        // The API takes either; its own client, from version 1 on, sends the second.
        const keys = [given.get('x-api-key'), given.get('authorization')?.replace(/^Bearer /, '')]
        if (!keys.includes(key)) throw new Refusal('invalid x-api-key', 'authentication_error', 401)
        if (given.get('anthropic-version') === null) throw new Refusal('anthropic-version: header is required')
        if (!url.endsWith('/messages')) throw new Refusal('Not Found', 'not_found_error', 404)
        const body = JSON.parse(String(init.body)) as Fields
        requests.push(body)
        checkRequest(body)
        const answer = answerTo(body)
        return body['stream'] === true ? streamed(body, answer) : Response.json(whole(body, answer))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const { message, type, status } = error
        return Response.json({ type: 'error', error: { type, message }, request_id: 'req_1' }, { status })
      }
    },
  }
}

function checkRequest(body: Fields): void {
  for (const key of Object.keys(body))
    if (!knownFields.has(key)) throw new Refusal(`${key}: Extra inputs are not permitted`)
  if (typeof body['max_tokens'] !== 'number') throw new Refusal('max_tokens: Field required')
  const thinking = body['thinking'] as Fields | undefined
  const thinks = thinking?.['type'] === 'enabled'
  if (thinks) checkThinking(body, thinking!)
  if (typeof body['temperature'] === 'number' && (body['temperature'] < 0 || body['temperature'] > 1)) {
    throw new Refusal('temperature: range: 0..1')
  }
  checkTools(body)
  checkMessages(body['messages'] as Fields[], thinks)
  checkCacheMarks(body)
}

function checkThinking(body: Fields, { budget_tokens: budget }: Fields): void {
  if (typeof budget !== 'number' || budget < 1024) {
    throw new Refusal('thinking.enabled.budget_tokens: Input should be greater than or equal to 1024')
  }
  if ((body['max_tokens'] as number) <= budget)
    throw new Refusal('`max_tokens` must be greater than `thinking.budget_tokens`.')
  if (body['temperature'] !== undefined && body['temperature'] !== 1) {
    throw new Refusal('`temperature` may only be set to 1 when thinking is enabled.')
  }
  if (body['top_k'] !== undefined) throw new Refusal('`top_k` must be unset when thinking is enabled.')
  const choice = (body['tool_choice'] as Fields | undefined)?.['type']
  if (choice === 'any' || choice === 'tool')
    throw new Refusal('Thinking may not be enabled when tool_choice forces tool use.')
}

function checkTools({ tools, tool_choice: choice }: Fields): void {
  const list = (tools as Fields[] | undefined) ?? []
  if (choice !== undefined && list.length === 0)
    throw new Refusal('tool_choice may only be specified while providing tools.')
  const names = list.map(({ name }) => String(name))
  if (new Set(names).size !== names.length) throw new Refusal('tools: Tool names must be unique.')
  list.forEach((tool, index) => {
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(String(tool['name']))) {
      throw new Refusal(`tools.${index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`)
    }
    const schema = tool['input_schema'] as Fields | undefined
    if (tool['type'] === undefined && schema?.['type'] !== 'object') {
      throw new Refusal(`tools.${index}.custom.input_schema.type: Field required`)
    }
    const known = new Set([
      'name',
      'description',
      'input_schema',
      'cache_control',
      'type',
      'max_uses',
      'eager_input_streaming',
      'strict',
    ])
    for (const key of Object.keys(tool)) {
      if (!known.has(key)) throw new Refusal(`tools.${index}.custom.${key}: Extra inputs are not permitted`)
    }
  })
  const forced = (choice as Fields | undefined)?.['type'] === 'tool' ? String((choice as Fields)['name']) : undefined
  if (forced !== undefined && !names.includes(forced)) throw new Refusal(`Tool '${forced}' not found in provided tools`)
}

function checkMessages(messages: Fields[], thinks: boolean): void {
  if (messages.length === 0) throw new Refusal('messages: at least one message is required')
  if (messages[0]!['role'] !== 'user') throw new Refusal('messages: first message must use the "user" role')
  const ids = new Set<string>()
  messages.forEach((message, index) => {
    const blocks = blocksOf(message)
    if (blocks.length === 0) throw new Refusal(`messages.${index}: all messages must have non-empty content`)
    for (const block of blocks) checkBlock(block, index)
    const before = index === 0 ? [] : blocksOf(messages[index - 1]!)
    if (message['role'] === 'user') checkResults(blocks, before, index)
    else {
      checkAssistant(blocks, index, ids)
      const after = index + 1 < messages.length ? blocksOf(messages[index + 1]!) : []
      checkAnswered(blocks, after, index)
    }
    if (message['role'] === messages[index - 1]?.['role']) throw new Refusal('messages: roles must alternate')
  })
  checkEnd(messages, thinks)
}

function checkEnd(messages: Fields[], thinks: boolean): void {
  const last = messages.at(-1)!
  const text = blocksOf(last).at(-1)?.['text']
  if (last['role'] === 'assistant' && typeof text === 'string' && text !== text.trimEnd()) {
    throw new Refusal('messages: final assistant content cannot end with trailing whitespace')
  }
  if (!thinks || last['role'] !== 'user' || blocksOf(last)[0]?.['type'] !== 'tool_result') return
  const first = String(blocksOf(messages.at(-2)!)[0]?.['type'])
  if (first !== 'thinking' && first !== 'redacted_thinking') {
    throw new Refusal(
      `messages.${messages.length - 2}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first}\`.`,
    )
  }
}

function blocksOf({ content }: Fields): Fields[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : (content as Fields[])
}

const signed = (thinking: string) => `signature-of:${thinking}`

function checkBlock(block: Fields, index: number): void {
  if (block['type'] === 'text' && String(block['text']).trim() === '') {
    throw new Refusal('messages: text content blocks must be non-empty')
  }
  if (block['type'] === 'thinking' && block['signature'] !== signed(String(block['thinking']))) {
    throw new Refusal(`messages.${index}.content.0: Invalid \`signature\` in \`thinking\` block`)
  }
  if (block['type'] === 'redacted_thinking' && block['data'] !== 'hidden-thought') {
    throw new Refusal(`messages.${index}.content.0: Invalid \`data\` in \`redacted_thinking\` block`)
  }
}

function checkAssistant(blocks: Fields[], index: number, ids: Set<string>): void {
  const isThought = ({ type }: Fields) => type === 'thinking' || type === 'redacted_thinking'
  if (blocks.some(isThought) && !isThought(blocks[0]!)) {
    throw new Refusal(
      `messages.${index}.content.0: If an assistant message contains any thinking blocks, the first block must be \`thinking\` or \`redacted_thinking\`. Found \`${String(blocks[0]!['type'])}\`.`,
    )
  }
  for (const { type, id, input } of blocks) {
    if (type !== 'tool_use') continue
    if (!/^[a-zA-Z0-9_-]+$/.test(String(id))) throw new Refusal('tool_use.id: String should match pattern')
    if (ids.has(String(id))) throw new Refusal('messages: `tool_use` ids must be unique')
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      throw new Refusal(`messages.${index}.content.0.tool_use.input: Input should be a valid dictionary`)
    }
    ids.add(String(id))
  }
}

function checkAnswered(blocks: Fields[], after: Fields[], index: number): void {
  const asked = blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => String(id))
  // Text before the results hides them.
  const leading = after.slice(0, after.findIndex(({ type }) => type !== 'tool_result') >>> 0)
  const answered = new Set(leading.map(({ tool_use_id: id }) => String(id)))
  const missing = asked.filter((id) => !answered.has(id))
  if (missing.length > 0) {
    throw new Refusal(
      `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    )
  }
}

function checkResults(blocks: Fields[], before: Fields[], index: number): void {
  const asked = new Set(before.filter(({ type }) => type === 'tool_use').map(({ id }) => String(id)))
  for (const { type, tool_use_id: id } of blocks) {
    if (type === 'tool_result' && !asked.delete(String(id))) {
      throw new Refusal(
        `messages.${index}.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${String(id)}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      )
    }
  }
}

function checkCacheMarks(body: Fields): void {
  let marks = 0
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    const mark = (value as Fields)['cache_control'] as Fields | undefined
    if (mark !== undefined) {
      marks++
      if (mark['type'] !== 'ephemeral') throw new Refusal("cache_control.type: Input should be 'ephemeral'")
      if ((value as Fields)['type'] === 'thinking') throw new Refusal('cache_control cannot be set for thinking blocks')
    }
    Object.values(value).forEach(visit)
  }
  visit([body['tools'], body['system'], body['messages']])
  if (marks > 4) throw new Refusal(`A maximum of 4 blocks with cache_control may be provided. Found ${marks}.`)
}

/** Thinks if told to, calls every tool once in a turn, answers results with text. */
function answerTo(body: Fields): Fields[] {
  const messages = body['messages'] as Fields[]
  const tools = (body['tools'] as Fields[] | undefined) ?? []
  const choice = body['tool_choice'] as Fields | undefined
  const hasResults = blocksOf(messages.at(-1)!).at(-1)?.['type'] === 'tool_result'
  const thinking = (body['thinking'] as Fields | undefined)?.['type']
  const thoughts: Fields[] =
    thinking === 'enabled' || thinking === 'adaptive'
      ? [
          { type: 'thinking', thinking: 'Let me think.', signature: signed('Let me think.') },
          { type: 'redacted_thinking', data: 'hidden-thought' },
        ]
      : []
  const forces = choice?.['type'] === 'any' || choice?.['type'] === 'tool'
  const called = tools.filter(({ name }) => choice?.['type'] !== 'tool' || name === choice['name'])
  if (called.length > 0 && choice?.['type'] !== 'none' && (!hasResults || forces)) {
    const calls = called.map(({ name, input_schema: schema }, index) => ({
      type: 'tool_use',
      id: `toolu_${messages.length}_${index}`,
      name,
      input: sample(schema as Fields),
    }))
    return [...thoughts, ...calls]
  }
  const last = blocksOf(messages.at(-1)!).at(-1)!
  return [...thoughts, { type: 'text', text: `You said: ${String(last['text'] ?? JSON.stringify(last['content']))}` }]
}

function sample(schema: Fields): unknown {
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  if (Array.isArray(schema['anyOf'])) return sample(schema['anyOf'][0] as Fields)
  if (type === 'object') {
    const properties = Object.entries((schema['properties'] as Record<string, Fields> | undefined) ?? {})
    return Object.fromEntries(properties.map(([key, inner]) => [key, sample(inner)]))
  }
  if (type === 'array') return [sample((schema['items'] as Fields | undefined) ?? {})]
  if (type === 'number' || type === 'integer') return 7
  return type === 'boolean' ? true : 'Rome'
}

const usage = { input_tokens: 12, cache_creation_input_tokens: 3, cache_read_input_tokens: 5, output_tokens: 9 }

function stopReason(content: Fields[]): string {
  return content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn'
}

function whole({ model }: Fields, content: Fields[]): Fields {
  const stop_reason = stopReason(content)
  return { id: 'msg_1', type: 'message', role: 'assistant', model, content, stop_reason, stop_sequence: null, usage }
}

function streamed(body: Fields, content: Fields[]): Response {
  const message = { ...whole(body, []), stop_reason: null, usage: { ...usage, output_tokens: 1 } }
  const events: Fields[] = [{ type: 'message_start', message }, { type: 'ping' }]
  content.forEach((block, index) => {
    events.push({ type: 'content_block_start', index, content_block: emptied(block) })
    for (const delta of deltasOf(block)) events.push({ type: 'content_block_delta', index, delta })
    events.push({ type: 'content_block_stop', index })
  })
  events.push({
    type: 'message_delta',
    delta: { stop_reason: stopReason(content), stop_sequence: null },
    usage: { output_tokens: 9 },
  })
  events.push({ type: 'message_stop' })
  const text = events.map((event) => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
}

function emptied(block: Fields): Fields {
  if (block['type'] === 'text') return { type: 'text', text: '' }
  if (block['type'] === 'thinking') return { type: 'thinking', thinking: '', signature: '' }
  return block['type'] === 'tool_use' ? { ...block, input: {} } : block
}

function deltasOf(block: Fields): Fields[] {
  const cut = (text: unknown) => String(text).match(/[\s\S]{1,4}/g) ?? []
  if (block['type'] === 'text') return cut(block['text']).map((text) => ({ type: 'text_delta', text }))
  if (block['type'] === 'thinking') {
    const thoughts = cut(block['thinking']).map((thinking) => ({ type: 'thinking_delta', thinking }))
    return [...thoughts, { type: 'signature_delta', signature: block['signature'] }]
  }
  if (block['type'] !== 'tool_use') return []
  return cut(JSON.stringify(block['input'])).map((partial_json) => ({ type: 'input_json_delta', partial_json }))
}
