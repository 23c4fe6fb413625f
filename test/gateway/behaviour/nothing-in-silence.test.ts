import { expect, test } from 'vitest'
import { answer, recordGateway } from './recorded-gateway.ts'

type Fields = Record<string, unknown>

const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } }]
const user = (rest: Fields = {}) => ({ role: 'user', content: 'Hello.', ...rest })
const image = (rest: Fields) => ({
  messages: [
    user({ content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=', ...rest } }] }),
  ],
})

/** Every parameter of OpenAI's chat completions, each with a value that asks for something; some need others beside them. */
const parameters: readonly (readonly [name: string, given: Fields, base?: Fields])[] = [
  ['audio', { audio: { voice: 'alloy', format: 'wav' } }],
  ['frequency_penalty', { frequency_penalty: 0.5 }],
  ['function_call', { function_call: 'none' }, { functions: [tools[0]!.function] }],
  ['functions', { functions: [tools[0]!.function] }],
  ['logit_bias', { logit_bias: { 50256: -100 } }],
  ['logprobs', { logprobs: true }],
  ['max_completion_tokens', { max_completion_tokens: 5 }],
  ['max_tokens', { max_tokens: 5 }],
  ['metadata', { metadata: { a: 'b' } }],
  ['modalities', { modalities: ['text', 'audio'] }],
  ['n', { n: 2 }],
  ['parallel_tool_calls', { parallel_tool_calls: false }, { tools }],
  ['prediction', { prediction: { type: 'content', content: 'x' } }],
  ['presence_penalty', { presence_penalty: 0.5 }],
  ['prompt_cache_key', { prompt_cache_key: 'x' }],
  ['prompt_cache_retention', { prompt_cache_retention: '24h' }],
  ['reasoning_effort', { reasoning_effort: 'low' }],
  ['response_format', { response_format: { type: 'json_object' } }],
  ['safety_identifier', { safety_identifier: 'x' }],
  ['seed', { seed: 0 }],
  ['service_tier', { service_tier: 'priority' }],
  ['stop', { stop: 'x' }],
  ['store', { store: true }],
  ['stream_options.include_obfuscation', { stream_options: { include_obfuscation: true } }, { stream: true }],
  ['temperature', { temperature: 0 }],
  ['tool_choice', { tool_choice: 'required' }, { tools }],
  ['tools', { tools }],
  ['top_logprobs', { top_logprobs: 3 }, { logprobs: true }],
  ['top_p', { top_p: 0.5 }],
  ['user', { user: 'x' }],
  ['verbosity', { verbosity: 'low' }],
  ['web_search_options', { web_search_options: { search_context_size: 'high' } }],
  ['something that OpenAI adds next', { next_year: { deep: true } }],
  ['the name of a message', { messages: [user({ name: 'Bob' })] }],
  ['the detail of an image', image({ detail: 'low' }), image({})],
  ['an odd detail of an image', image({ detail: 'original' }), image({})],
]

const rows = parameters.flatMap(([name, given, base = {}]) =>
  ['gemini-2.5-flash', 'gemini-3.8-flash'].map((model) => ({ model, name, given, base })),
)

test.each(rows)(
  'on $model, $name changes what is asked, is named as ignored, or is refused (G1)',
  async ({ model, given, base }) => {
    const gateway = recordGateway([answer({ text: '{}' })])
    await gateway.ask('whole', { model, ...base })
    const before = JSON.stringify(gateway.calls.map(({ body }) => body))
    const first = gateway.calls.length
    const { status, headers } = await gateway.ask('whole', { model, ...base, ...given })
    const after = JSON.stringify(gateway.calls.slice(first).map(({ body }) => body))
    const outcome = { isAsked: after !== before, isNamed: headers.has('x-toolfit-ignored'), isRefused: status === 400 }
    expect(Object.values(outcome), JSON.stringify(outcome)).toContain(true)
  },
)

test('what is asked by default is not named (G1)', async () => {
  const gateway = recordGateway([answer({ text: 'Hi.' })])
  const { headers } = await gateway.ask('whole', {
    model: 'gemini-3.8-flash',
    temperature: 1,
    top_p: 1,
    n: 1,
    presence_penalty: 0,
    frequency_penalty: 0,
    logprobs: false,
    store: false,
    stream: false,
    service_tier: 'auto',
    verbosity: 'medium',
    modalities: ['text'],
    response_format: { type: 'text' },
    logit_bias: {},
    metadata: {},
    stop: null,
    tools: [],
  })
  expect(headers.get('x-toolfit-ignored')).toBeNull()
  expect(Object.keys(gateway.sent())).toEqual(['contents'])
})
