/** Names of Gemini's fields, for mutations. */
export const geminiFields = [
  ...[
    'contents',
    'parts',
    'text',
    'role',
    'functionCall',
    'function_call',
    'functionResponse',
    'response',
    'args',
    'name',
  ],
  ...['id', 'thoughtSignature', 'tools', 'functionDeclarations', 'parameters', 'parametersJsonSchema', 'ref', 'defs'],
  ...['toolConfig', 'functionCallingConfig', 'mode', 'allowedFunctionNames', 'generationConfig', 'responseSchema'],
  ...['responseJsonSchema', 'responseMimeType', 'thinkingConfig', 'thinkingBudget', 'systemInstruction', 'inlineData'],
  ...[
    'data',
    'candidates',
    'content',
    'finishReason',
    'usageMetadata',
    'promptFeedback',
    'error',
    'index',
    'logprobsResult',
  ],
]

/** Requests that are answered with 200 as they are: what is mutated. */
export interface ValidRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

const schema = {
  type: 'OBJECT',
  description: 'An order.',
  properties: {
    city: { type: 'STRING', description: 'The city.', minLength: '1', maxLength: '40' },
    size: { type: 'STRING', enum: ['small', 'large'], format: 'enum' },
    count: { type: 'INTEGER', format: 'int32', minimum: 1, maximum: 9, nullable: true },
    tags: { type: 'ARRAY', items: { type: 'STRING', pattern: '^[a-z]+$' }, minItems: '1', maxItems: '3' },
    where: { anyOf: [{ type: 'STRING' }, { type: 'OBJECT', properties: { x: { type: 'NUMBER' } } }] },
  },
  required: ['city', 'count'],
  propertyOrdering: ['city', 'size', 'count', 'tags', 'where'],
}

const jsonSchema = {
  type: 'object',
  properties: {
    tree: { $ref: '#/$defs/node' },
    kind: { enum: ['a', 1, null] },
    when: { type: ['string', 'null'], format: 'date-time' },
  },
  required: ['tree'],
  $defs: { node: { type: 'object', properties: { name: { type: 'string' }, next: { $ref: '#/$defs/node' } } } },
}

const order = { name: 'order_tea', description: 'Orders tea.', parameters: schema }
const plant = { name: 'plant_tree', description: 'Plants a tree.', parametersJsonSchema: jsonSchema }
const user = (text: string) => ({ role: 'user', parts: [{ text }] })
const signature = 'skip_thought_signature_validator'

const chat = {
  systemInstruction: { parts: [{ text: 'Be brief.' }] },
  contents: [
    user('Order tea for Graz and plant a tree.'),
    {
      role: 'model',
      parts: [
        { functionCall: { id: 'a', name: 'order_tea', args: { city: 'Graz', count: 1 } }, thoughtSignature: signature },
        { functionCall: { id: 'b', name: 'plant_tree', args: { tree: {} } } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { id: 'a', name: 'order_tea', response: { output: 'done' } } },
        { functionResponse: { id: 'b', name: 'plant_tree', response: { output: ['done'] } } },
      ],
    },
  ],
  tools: [{ functionDeclarations: [order, plant] }],
  toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
}
const forced = {
  contents: [user('Order tea.')],
  tools: [{ functionDeclarations: [order] }],
  toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['order_tea'] } },
  generationConfig: { maxOutputTokens: 500, stopSequences: ['END'], seed: 7 },
}
const structured = {
  contents: [
    { role: 'user', parts: [{ text: 'What is this?' }, { inlineData: { mimeType: 'image/png', data: 'aGVsbG8=' } }] },
  ],
  generationConfig: { responseMimeType: 'application/json', responseSchema: schema },
}
const structuredJson = {
  contents: [user('What is this?')],
  generationConfig: {
    responseMimeType: 'application/json',
    responseJsonSchema: jsonSchema,
    thinkingConfig: { includeThoughts: true },
  },
}

const key = { 'x-goog-api-key': 'k' }
const bearer = { authorization: 'Bearer t' }
const studio = (model: string, verb: string) => `/v1beta/models/${model}:${verb}`
const vertex = (model: string, verb: string) =>
  `/v1/projects/p/locations/global/publishers/google/models/${model}:${verb}`

export const validRequests: readonly ValidRequest[] = [
  ...[chat, forced, structured, structuredJson].flatMap((body) => [
    { path: studio('gemini-3-flash-preview', 'generateContent'), headers: key, body },
    { path: studio('gemini-3.8-flash', 'streamGenerateContent?alt=sse'), headers: key, body },
    { path: vertex('gemini-2.5-flash', 'streamGenerateContent'), headers: bearer, body },
  ]),
  // Whether Cloud Code takes JSON Schema is not known: read strictly, it does not.
  ...[forced, structured].map((request) => ({
    path: '/v1internal:generateContent',
    headers: bearer,
    body: { model: 'gemini-3-pro-preview', project: 'p', request },
  })),
  { path: studio('gemini-2.5-pro', 'countTokens'), headers: key, body: { contents: chat.contents } },
]
