/**
 * A server of chat completions that refuses what OpenAI's refuses, and answers like a very small model. Written from the public API
 * reference and from errors that people recorded (the texts), apart from the code under test: it imports nothing of it.
 */

type Fields = Record<string, unknown>

export interface StrictServer {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** The bodies that came, accepted or not. */
  readonly requests: Fields[]
}

export interface StrictOpenaiOptions {
  readonly key?: string
  /** Kimi's rule: a message with calls must have its thoughts. */
  readonly wantsReasoning?: boolean
  /** Tool choices that are refused. */
  readonly refusedChoices?: readonly string[]
  /** Fields that are refused besides unknown ones. */
  readonly refusedFields?: readonly string[]
  /** What the model thinks before it answers. */
  readonly thinks?: string
}

class Refusal extends Error {
  constructor(
    message: string,
    readonly param: string | null = null,
    readonly status = 400,
  ) {
    super(message)
  }
}

const knownFields = new Set(
  (
    'model messages tools tool_choice temperature top_p n stop stream stream_options max_completion_tokens max_tokens ' +
    'presence_penalty frequency_penalty logit_bias logprobs top_logprobs seed response_format user metadata store ' +
    'parallel_tool_calls reasoning_effort service_tier prediction modalities audio verbosity prompt_cache_key ' +
    'safety_identifier web_search_options reasoning_split'
  ).split(' '),
)

export function createStrictOpenai(options: StrictOpenaiOptions = {}): StrictServer {
  const requests: Fields[] = []
  return {
    requests,
    async fetch(url, init) {
      try {
        const headers = new Headers(init.headers)
        if (options.key !== undefined && headers.get('authorization') !== `Bearer ${options.key}`) {
          throw new Refusal('Incorrect API key provided.', null, 401)
        }
        if (!url.endsWith('/chat/completions'))
          throw new Refusal(`Invalid URL (POST ${new URL(url).pathname})`, null, 404)
        const body = JSON.parse(String(init.body)) as Fields
        requests.push(body)
        checkRequest(body, options)
        const answer = answerTo(body, options)
        return body['stream'] === true ? streamed(body, answer) : Response.json(whole(body, answer))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const { message, param, status } = error
        return Response.json({ error: { message, type: 'invalid_request_error', param, code: null } }, { status })
      }
    },
  }
}

function checkRequest(body: Fields, options: StrictOpenaiOptions): void {
  for (const key of Object.keys(body)) {
    if (!knownFields.has(key)) throw new Refusal(`Unrecognized request argument supplied: ${key}`)
    if (options.refusedFields?.includes(key)) throw new Refusal(`Unsupported parameter: '${key}'.`, key)
  }
  if (body['stream_options'] !== undefined && body['stream'] !== true) {
    throw new Refusal("The 'stream_options' parameter is only allowed when 'stream' is enabled.", 'stream_options')
  }
  checkTools(body, options)
  checkMessages(body['messages'] as Fields[], options)
}

function checkTools({ tools, tool_choice: choice }: Fields, options: StrictOpenaiOptions): void {
  if (tools === undefined) {
    if (choice !== undefined)
      throw new Refusal("'tool_choice' is only allowed when 'tools' are specified.", 'tool_choice')
    return
  }
  const list = tools as Fields[]
  if (list.length === 0) throw new Refusal("[] is too short - 'tools'", 'tools')
  const names = list.map((tool) => (tool['function'] as Fields)['name'] as string)
  names.forEach((name, index) => {
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
      throw new Refusal(
        `Invalid 'tools[${index}].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
        `tools[${index}].function.name`,
      )
    }
  })
  for (const tool of list) checkStrict(tool['function'] as Fields)
  const word = typeof choice === 'string' ? choice : choice === undefined ? 'auto' : 'tool'
  if (options.refusedChoices?.includes(word))
    throw new Refusal(`tool_choice '${word}' is incompatible with thinking enabled`)
  if (word === 'tool' && !names.includes(((choice as Fields)['function'] as Fields)['name'] as string)) {
    throw new Refusal("Tool choice 'function' not found in 'tools' parameter.", 'tool_choice')
  }
}

/** Strict mode wants every property required and no others. */
function checkStrict({ name, strict, parameters }: Fields): void {
  if (strict !== true) return
  const visit = (schema: Fields) => {
    if (schema['type'] === 'object') {
      if (schema['additionalProperties'] !== false) {
        throw new Refusal(
          `Invalid schema for function '${String(name)}': 'additionalProperties' is required to be supplied and to be false.`,
        )
      }
      const properties = Object.keys((schema['properties'] as Fields | undefined) ?? {})
      const required = new Set((schema['required'] as string[] | undefined) ?? [])
      if (!properties.every((property) => required.has(property))) {
        throw new Refusal(
          `Invalid schema for function '${String(name)}': 'required' must include every key in properties.`,
        )
      }
    }
    for (const value of Object.values(schema)) {
      for (const inner of Array.isArray(value) ? value : [value]) {
        if (typeof inner === 'object' && inner !== null) visit(inner as Fields)
      }
    }
  }
  visit(parameters as Fields)
}

function checkMessages(messages: Fields[], options: StrictOpenaiOptions): void {
  if (messages.length === 0) throw new Refusal("[] is too short - 'messages'", 'messages')
  let open = new Set<string>()
  messages.forEach((message, index) => {
    const at = `messages.[${index}]`
    if (message['role'] === 'tool') {
      const id = String(message['tool_call_id'])
      if (!open.delete(id)) {
        throw new Refusal(
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
          `${at}.role`,
        )
      }
      checkText(message['content'], `${at}.content`)
      return
    }
    refuseOpen(open)
    if (message['role'] === 'assistant') open = checkAssistant(message, index, options)
    else if (message['role'] === 'user') checkContent(message['content'], `${at}.content`)
    else if (message['role'] === 'system' || message['role'] === 'developer')
      checkText(message['content'], `${at}.content`)
    else throw new Refusal(`Invalid value: '${String(message['role'])}'.`, `${at}.role`)
  })
  refuseOpen(open)
}

function refuseOpen(open: ReadonlySet<string>): void {
  if (open.size === 0) return
  const ids = [...open].join(', ')
  throw new Refusal(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids}`,
  )
}

function checkAssistant(message: Fields, index: number, options: StrictOpenaiOptions): Set<string> {
  const calls = message['tool_calls'] as Fields[] | undefined
  if (calls?.length === 0) throw new Refusal(`[] is too short - 'messages.${index}.tool_calls'`)
  if (calls === undefined && typeof message['content'] !== 'string') {
    throw new Refusal("Invalid value for 'content': expected a string, got null.", `messages.[${index}].content`)
  }
  if (options.wantsReasoning === true && calls !== undefined && !message['reasoning_content']) {
    throw new Refusal(
      `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${index}`,
    )
  }
  const open = new Set<string>()
  for (const call of calls ?? []) {
    const id = String(call['id'])
    if (id.length > 40) {
      throw new Refusal(
        `Invalid 'messages[${index}].tool_calls[0].id': string too long. Expected a string with maximum length 40`,
      )
    }
    if (open.has(id)) throw new Refusal(`Duplicate value for 'tool_call_id' of '${id}'`)
    const called = call['function'] as Fields
    if (call['type'] !== 'function' || typeof called['name'] !== 'string' || typeof called['arguments'] !== 'string') {
      throw new Refusal(`Invalid 'messages[${index}].tool_calls'.`)
    }
    // Not the API itself, but what runs behind many compatible ones.
    if (typeof JSON.parse(called['arguments']) !== 'object') throw new Refusal('Arguments must be a JSON object.')
    open.add(id)
  }
  return open
}

function checkText(content: unknown, param: string): void {
  if (typeof content === 'string') return
  if (Array.isArray(content) && content.length > 0 && content.every((part: Fields) => part['type'] === 'text')) return
  throw new Refusal(`Invalid type for '${param}'.`, param)
}

function checkContent(content: unknown, param: string): void {
  if (typeof content === 'string') return
  const kinds = new Set(['text', 'image_url', 'input_audio', 'file'])
  if (Array.isArray(content) && content.length > 0 && content.every((part: Fields) => kinds.has(String(part['type']))))
    return
  throw new Refusal(`Invalid type for '${param}'.`, param)
}

interface Answer {
  readonly reasoning?: string
  readonly text?: string
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[]
}

/** Calls every tool once in a turn, with arguments drawn from its schema; answers results with text. */
function answerTo(body: Fields, { thinks }: StrictOpenaiOptions): Answer {
  const messages = body['messages'] as Fields[]
  const tools = (body['tools'] as Fields[] | undefined) ?? []
  const choice = body['tool_choice']
  const reasoning = thinks === undefined ? {} : { reasoning: thinks }
  const hasResults = messages.at(-1)!['role'] === 'tool'
  const forced = typeof choice === 'object' ? ((choice as Fields)['function'] as Fields)['name'] : undefined
  const called = tools
    .map((tool) => tool['function'] as Fields)
    .filter(({ name }) => forced === undefined || name === forced)
  if (called.length > 0 && choice !== 'none' && (!hasResults || choice === 'required' || forced !== undefined)) {
    const round = messages.length
    return {
      ...reasoning,
      calls: called.map(({ name, parameters }, index) => ({
        id: `call_${round}_${index}`,
        name: String(name),
        arguments: JSON.stringify(sample((parameters as Fields | undefined) ?? { type: 'object' })),
      })),
    }
  }
  const format = body['response_format'] as Fields | undefined
  if (format?.['type'] === 'json_schema') {
    return { ...reasoning, text: JSON.stringify(sample((format['json_schema'] as Fields)['schema'] as Fields)) }
  }
  const last = messages.at(-1)!
  const said = typeof last['content'] === 'string' ? last['content'] : JSON.stringify(last['content'])
  return { ...reasoning, text: format?.['type'] === 'json_object' ? '{"answer":42}' : `You said: ${said}` }
}

function sample(schema: Fields): unknown {
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type']
  if (schema['const'] !== undefined) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  if (Array.isArray(schema['anyOf'])) return sample(schema['anyOf'][0] as Fields)
  if (type === 'object') {
    const properties = Object.entries((schema['properties'] as Record<string, Fields> | undefined) ?? {})
    return Object.fromEntries(properties.map(([key, inner]) => [key, sample(inner)]))
  }
  if (type === 'array') return [sample((schema['items'] as Fields | undefined) ?? {})]
  if (type === 'number' || type === 'integer') return 7
  if (type === 'boolean') return true
  return type === 'null' ? null : 'Rome'
}

const usage = {
  prompt_tokens: 20,
  completion_tokens: 10,
  total_tokens: 30,
  prompt_tokens_details: { cached_tokens: 5 },
  completion_tokens_details: { reasoning_tokens: 4 },
}

function whole({ model }: Fields, { reasoning, text, calls }: Answer): Fields {
  const tool_calls = calls?.map(({ id, name, arguments: args }) => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  }))
  const message = {
    role: 'assistant',
    content: text ?? null,
    refusal: null,
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    ...(tool_calls === undefined ? {} : { tool_calls }),
  }
  const finish_reason = calls === undefined ? 'stop' : 'tool_calls'
  const choices = [{ index: 0, message, logprobs: null, finish_reason }]
  return { id: 'chatcmpl-1', object: 'chat.completion', created: 1_700_000_000, model, choices, usage }
}

/** Text by characters, arguments in pieces that cut JSON anywhere, calls interleaved; usage only where it is asked for. */
function streamed(body: Fields, { reasoning, text, calls }: Answer): Response {
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000, model: body['model'] }
  const delta = (fields: Fields, finish_reason: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta: fields, logprobs: null, finish_reason }],
  })
  const chunks: Fields[] = [delta({ role: 'assistant', content: calls === undefined ? '' : null })]
  for (const piece of pieces(reasoning ?? '')) chunks.push(delta({ reasoning_content: piece }))
  for (const piece of pieces(text ?? '')) chunks.push(delta({ content: piece }))
  calls?.forEach(({ id, name }, index) => {
    chunks.push(delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }))
  })
  const parts = (calls ?? []).map((call) => pieces(call.arguments))
  for (let at = 0; parts.some((list) => at < list.length); at++) {
    parts.forEach((list, index) => {
      if (at < list.length) chunks.push(delta({ tool_calls: [{ index, function: { arguments: list[at] } }] }))
    })
  }
  chunks.push(delta({}, calls === undefined ? 'stop' : 'tool_calls'))
  const wantsUsage = (body['stream_options'] as Fields | undefined)?.['include_usage'] === true
  if (wantsUsage) chunks.push({ ...head, choices: [], usage })
  const data = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]']
  return new Response(data.map((line) => `data: ${line}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  })
}

function pieces(text: string): string[] {
  return text.match(/[\s\S]{1,3}/g) ?? []
}
