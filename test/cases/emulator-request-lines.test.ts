import type { LineRuleId, RequestSentenceId } from '../../src/emulator/accept/request/request-rule-id.ts'
import { call, functions, model, type RequestCase, response, testCases, user } from './emulator-request-case.ts'

const line = (path: string, text: string) => `* GenerateContentRequest.${path}: ${text}\n`
const older = (path: string, text: string) => `The GenerateContentRequest proto is invalid:\n  * ${path}: ${text}`
const config = (generationConfig: object) => ({ generationConfig })
const noData = "required oneof field 'data' must have one initialized field"
const q = user('q')
const old = { model: 'gemini-2.5-flash' }
const newName =
  'Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.'
const oldName =
  '[FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.'
const nameAt = 'tools[0].function_declarations[1].name'
const many = (count: number) => functions(...Array.from({ length: count }, (_, index) => `f${index}`))
const tooMany = 'At most 512 function declarations can be specified.'

const lines: Record<LineRuleId, readonly RequestCase[]> = {
  'contents-missing': [
    { request: { contents: [] }, said: line('contents', 'contents is not specified'), twin: { contents: [q] } },
  ],
  'parts-empty': [
    {
      request: { contents: [q, { role: 'model', parts: [] }, q] },
      said: line('contents[1].parts', 'contents.parts must not be empty.'),
      twin: { contents: [q, model('a'), q] },
    },
    {
      endpoint: 'cloud-code',
      request: { contents: [{ role: 'user' }] },
      said: line('contents[0].parts', 'contents.parts must not be empty.'),
      twin: { contents: [q] },
    },
  ],
  'part-without-data': [
    {
      request: { contents: [q, model({}), q] },
      said: line('contents[1].parts[0].data', noData),
      twin: { contents: [q, model('a'), q] },
    },
    {
      ...old,
      request: { contents: [q, model('a', { thoughtSignature: 'AAAA' }), q] },
      said: line('contents[1].parts[1].data', noData),
      twin: { contents: [q, model('a', { text: '', thoughtSignature: 'AAAA' }), q] },
    },
  ],
  'part-text-empty': [
    {
      ...old,
      request: { contents: [q, model(call('f')), user(response('f'), '')] },
      said: line('contents[2].parts[1].data', noData),
      twin: { contents: [q, model(call('f')), user(response('f'), ' ')] },
    },
  ],
  'function-response-name-empty': [
    {
      ...old,
      request: { contents: [q, model(call('f')), user({ functionResponse: { id: 'call_1', response: {} } })] },
      said: line('contents[2].parts[0].function_response.name', 'Name cannot be empty.'),
      twin: { contents: [q, model(call('f')), user(response('f'))] },
    },
  ],
  'function-call-name-empty': [
    {
      ...old,
      request: { contents: [q, model(call('')), user(response('f'))] },
      said: line('contents[1].parts[0].function_call.name', 'Name cannot be empty.'),
      twin: { contents: [q, model(call('f')), user(response('f'))] },
    },
  ],
  'system-instruction-empty': [
    {
      request: { systemInstruction: { parts: [] } },
      said: line('system_instruction.parts', 'contents.parts must not be empty.'),
      twin: { systemInstruction: { parts: [{ text: 's' }] } },
    },
  ],
  'system-instruction-part-without-data': [
    {
      request: { systemInstruction: { parts: [{ text: 's' }, {}] } },
      said: line('system_instruction.parts[1].data', noData),
      twin: { systemInstruction: { role: 'anyone', parts: [{ text: 's' }, { text: 't' }] } },
    },
  ],
  'temperature-out-of-range': [
    {
      request: config({ temperature: 5 }),
      said: line('generation_config.temperature', 'temperature must be in the range [0.0, 2.0].'),
      twin: config({ temperature: 2, topP: 1, topK: 0 }),
    },
    {
      endpoint: 'cloud-code',
      request: config({ temperature: -0.1 }),
      said: line('generation_config.temperature', 'temperature must be in the range [0.0, 2.0].'),
      twin: config({ temperature: 0 }),
    },
  ],
  'top-p-out-of-range': [
    {
      request: config({ topP: 1.1 }),
      said: line('generation_config.top_p', 'top_p must be in the range [0.0, 1.0].'),
      twin: config({ topP: 0.95 }),
    },
  ],
  'stop-sequences-too-many': [
    {
      request: config({ stopSequences: ['a', 'b', 'c', 'd', 'e', 'f'] }),
      said: line('generation_config.stop_sequences', 'the number of stop_sequences must not exceed 5.'),
      twin: config({ stopSequences: ['a', 'b', 'c', 'd', 'e'] }),
    },
  ],
  'max-output-tokens-not-positive': [
    {
      request: config({ maxOutputTokens: -1 }),
      said: line('generation_config.max_output_tokens', 'max_output_tokens must be positive.'),
      twin: config({ maxOutputTokens: 1 }),
    },
  ],
  'thinking-budget-out-of-range': [
    {
      request: config({ thinkingConfig: { thinkingBudget: 65_536 } }),
      said: line(
        'generation_config.thinking_config.thinking_budget',
        'thinking_budget must be in the range [-1, 65535].',
      ),
      twin: config({ thinkingConfig: { thinkingBudget: -1 } }),
    },
  ],
  'response-mime-type-unknown': [
    {
      request: config({ responseMimeType: 'image/png' }),
      said: line(
        'generation_config.response_mime_type',
        'allowed mimetypes are `text/plain`, `application/json`, `application/xml`, `application/yaml` and `text/x.enum`.',
      ),
      twin: config({ responseMimeType: 'text/x.enum' }),
    },
  ],
  'function-name-invalid': [
    { request: functions('f', '1st'), said: line(nameAt, newName), twin: functions('f', '_1st.b:c-d') },
    {
      endpoint: 'cloud-code',
      request: functions('f', 'a b'),
      said: older(nameAt, oldName),
      twin: functions('f', 'a'.repeat(128)),
    },
    {
      endpoint: 'vertex',
      request: functions('f', 'a'.repeat(129)),
      said: older(nameAt, oldName),
      twin: functions('f', 'a'.repeat(128)),
    },
    {
      endpoint: 'cloud-code',
      request: functions('é', 'a/b'),
      said: `${older('tools[0].function_declarations[0].name', oldName)}\n  * ${nameAt}: ${oldName}`,
      twin: functions('e', 'b'),
    },
  ],
  'function-name-too-long': [
    { request: functions('f', 'a'.repeat(65)), said: line(nameAt, newName), twin: functions('f', 'a'.repeat(64)) },
  ],
  'functions-too-many': [
    {
      endpoint: 'cloud-code',
      request: many(513),
      said: older('tools[0].function_declarations', `[FIELD_INVALID] ${tooMany}`),
      twin: many(512),
    },
    { request: many(513), said: line('tools[0].function_declarations', tooMany), twin: many(512) },
  ],
  'tool-empty': [
    {
      request: { tools: [{ functionDeclarations: [] }] },
      said: older('tools[0].tool_type', "required one_of 'tool_type' must have one initialized field"),
      twin: { tools: [] },
    },
    {
      endpoint: 'vertex',
      request: { tools: [{}] },
      said: older('tools[0].tool_type', "required one_of 'tool_type' must have one initialized field"),
      twin: { tools: [{ googleSearch: {} }] },
    },
  ],
}

const about = 'Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini'
const textRequired = `Unable to submit request because it must have a text parameter. Add a text parameter and try again. ${about}`
/** Words of one token each. */
const words = (count: number) => 'word '.repeat(count)
const system = { systemInstruction: { parts: [{ text: 's' }] } }

const sentences: Record<RequestSentenceId, readonly RequestCase[]> = {
  'contents-required': [
    {
      endpoint: 'vertex',
      request: { contents: [] },
      said: `Unable to submit request because at least one contents field is required. ${about}`,
      twin: { contents: [q] },
    },
    {
      endpoint: 'cloud-code',
      request: { contents: [] },
      said: 'Request contains an invalid argument.',
      twin: { contents: [q] },
    },
  ],
  'parts-required': [
    {
      endpoint: 'vertex',
      request: { contents: [q, { role: 'model' }, q] },
      said: `Unable to submit request because it must include at least one parts field, which describes the prompt input. ${about}`,
      twin: { contents: [q, model('a'), q] },
    },
  ],
  'text-required': [
    { endpoint: 'vertex', request: { contents: [user('q', {})] }, said: textRequired, twin: { contents: [q] } },
  ],
  'text-empty': [
    {
      endpoint: 'vertex',
      request: { contents: [user('q', '')] },
      said: `Unable to submit request because it has an empty text parameter. Add a value to the parameter and try again. ${about}`,
      twin: { contents: [user('q', ' ')] },
    },
  ],
  'functions-not-enabled': [
    {
      model: 'gemma-3-27b-it',
      request: functions('f'),
      said: 'Function calling is not enabled for models/gemma-3-27b-it',
      twin: { contents: [q] },
    },
    {
      model: 'gemini-3-pro-image',
      request: functions('f'),
      said: 'Function calling is not enabled for this model',
      twin: system,
    },
  ],
  'system-instruction-not-enabled': [
    {
      model: 'gemma-3-27b-it',
      request: system,
      said: 'Developer instruction is not enabled for models/gemma-3-27b-it',
      twin: {},
    },
  ],
  'system-instruction-not-text': [
    {
      request: { systemInstruction: { parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }] } },
      said: 'Request contains an invalid argument.',
      twin: system,
    },
  ],
  'input-too-long': [
    {
      model: 'gemma-3-27b-it',
      request: { contents: [user(words(140_000))] },
      said: 'The input token count (140000) exceeds the maximum number of tokens allowed (131072).',
      twin: { contents: [user(words(131_072))] },
    },
    {
      endpoint: 'vertex',
      model: 'gemma-3-27b-it',
      request: { contents: [user(words(140_000))] },
      said: `Unable to submit request because the input token count is 140000 but model only supports up to 131072. Reduce the input token count and try again. You can also use the CountTokens API to calculate prompt token count and billable characters. ${about}`,
      twin: { contents: [user(words(100_000))] },
    },
  ],
  'cached-content-with-settings': [
    {
      request: { cachedContent: 'cachedContents/a', ...system },
      said: 'CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config.\n\nProposed fix: move those values to CachedContent from GenerateContent request.',
      twin: { cachedContent: 'cachedContents/a' },
    },
    {
      endpoint: 'vertex',
      request: { cachedContent: 'cachedContents/a', ...functions('f') },
      said: 'Tool config, tools and system instruction should not be set in the request when using cached content.',
      twin: functions('f'),
    },
  ],
}

testCases(lines)
testCases(sentences)
