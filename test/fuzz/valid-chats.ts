/** Names of fields of chat completions, for mutations. */
export const chatFields = [
  ...['model', 'messages', 'role', 'content', 'text', 'tools', 'function', 'functions', 'parameters', 'name', 'strict'],
  ...[
    'tool_choice',
    'tool_calls',
    'tool_call_id',
    'arguments',
    'id',
    'image_url',
    'url',
    'file',
    'file_data',
    'input_audio',
  ],
  ...[
    'response_format',
    'json_schema',
    'schema',
    'stream',
    'stream_options',
    'n',
    'stop',
    'max_tokens',
    'reasoning_effort',
  ],
  ...['extra_body', 'google', 'cached_content', 'thinking_config', 'extra_content', 'thought_signature', 'refusal'],
]

const order = {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 1, maxLength: 40, pattern: '^[A-Z][a-z]+$' },
    size: { enum: ['small', 'large', 3, null] },
    count: { type: ['integer', 'null'], minimum: 1, exclusiveMaximum: 9, multipleOf: 2 },
    tags: { type: 'array', items: { type: 'string' }, uniqueItems: true, maxItems: 3 },
    where: { oneOf: [{ type: 'string' }, { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] }] },
    more: {
      type: 'object',
      patternProperties: { '^x-': { type: 'string' } },
      additionalProperties: { type: 'integer' },
    },
  },
  required: ['city'],
  additionalProperties: false,
}
const tree = {
  type: 'object',
  properties: { root: { $ref: '#/$defs/node' }, when: { type: 'string', format: 'date-time' } },
  required: ['root'],
  $defs: { node: { type: 'object', properties: { name: { type: 'string' }, next: { $ref: '#/$defs/node' } } } },
}
const tool = (name: string, parameters: object) => ({
  type: 'function',
  function: { name, description: `Does ${name}.`, parameters },
})
const tools = [tool('order_tea', order), tool('plant.tree', tree)]
const user = (content: unknown) => ({ role: 'user', content })
const call = (id: string, name: string, args: object) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
})

const plain = { messages: [{ role: 'system', content: 'Be brief.' }, user('Hello.')], temperature: 0.5, stop: ['END'] }
const declared = { messages: [user('Order tea for Graz.')], tools, tool_choice: 'auto', parallel_tool_calls: true }
const forced = {
  messages: [user('Order tea for Graz.')],
  tools,
  tool_choice: { type: 'function', function: { name: 'order_tea' } },
}
const steps = {
  messages: [
    user('Order tea for Graz and plant a tree.'),
    {
      role: 'assistant',
      content: 'I will.',
      tool_calls: [
        call('a', 'order_tea', { city: 'Graz', more: { 'x-a': 'b' } }),
        call('b', 'plant.tree', { root: {} }),
      ],
    },
    { role: 'tool', tool_call_id: 'a', content: '{"done":true}' },
    { role: 'tool', tool_call_id: 'b', content: [{ type: 'text', text: 'done' }] },
  ],
  tools,
}
const seen = {
  messages: [
    user([
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' } },
      { type: 'file', file: { file_data: 'data:application/pdf;base64,JVBERi0=', filename: 'a.pdf' } },
      { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
    ]),
  ],
  n: 2,
  max_tokens: 100,
}
const structured = {
  messages: [user('What is this?')],
  response_format: { type: 'json_schema', json_schema: { name: 'order', schema: order, strict: true } },
  reasoning_effort: 'low',
  extra_body: { google: { thinking_config: { include_thoughts: true } } },
}
const older = {
  messages: [
    user('Order tea.'),
    { role: 'assistant', content: null, function_call: { name: 'order_tea', arguments: '{}' } },
  ],
  functions: [{ name: 'order_tea', parameters: order }],
  function_call: 'auto',
  seed: 7,
  logprobs: true,
}

/** Bodies that are answered with 200 as they are: what is mutated. */
export const validChats: readonly Readonly<Record<string, unknown>>[] = [
  ...[plain, declared, forced, steps, seen, structured, older].flatMap((body) => [
    { model: 'gemini-3-flash-preview', ...body },
    { model: 'gemini-2.5-flash', stream: true, stream_options: { include_usage: true }, ...body },
  ]),
]

/** What Gemini answers, whole: what an upstream mutates. */
export const validAnswers: readonly object[] = [
  {
    candidates: [{ content: { role: 'model', parts: [{ text: 'Hello.' }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, thoughtsTokenCount: 1, totalTokenCount: 6 },
    modelVersion: 'gemini-3-flash-preview',
    responseId: 'r',
  },
  {
    candidates: [
      {
        content: {
          role: 'model',
          parts: [
            { text: 'I think.', thought: true },
            {
              functionCall: { id: 'x', name: 'order_tea', args: { city: 'Graz', size: '3' } },
              thoughtSignature: 'c2ln',
            },
            { functionCall: { name: 'plant_tree', args: { root: { name: 'oak' } } } },
          ],
        },
        finishReason: 'STOP',
        logprobsResult: {
          chosenCandidates: [{ token: 'a', logProbability: -0.1 }],
          topCandidates: [{ candidates: [] }],
        },
      },
    ],
    usageMetadata: { promptTokenCount: 3, cachedContentTokenCount: 1, totalTokenCount: 3 },
  },
  {
    candidates: [{ content: { parts: [{ text: '{"city":"Graz"}' }] }, finishReason: 'MAX_TOKENS', index: 0 }],
    promptFeedback: { safetyRatings: [] },
  },
  { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 3 } },
  {
    error: {
      code: 429,
      message: 'Quota exceeded.',
      status: 'RESOURCE_EXHAUSTED',
      details: [
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' },
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
        { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: 'contents[0].parts[0]' }] },
      ],
    },
  },
]
