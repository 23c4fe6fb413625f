import { functions, testRequestRules } from '../../../../test/emulator/request-cases.ts'
import { configFieldRules, configRules } from './config-rules.ts'

const line = (path: string, text: string) => `* GenerateContentRequest.${path}: ${text}\n`
const config = (generationConfig: object) => ({ generationConfig })
const old = { model: 'gemini-2.5-flash' }
const bare = 'Request contains an invalid argument.'
const f = functions('f')
const search = { googleSearch: {} }
const object = { type: 'OBJECT', properties: { a: { type: 'STRING' } } } as const
const json = { responseMimeType: 'application/json' }
const thinking = (thinkingConfig: object) => config({ thinkingConfig })
const minimal = thinking({ thinkingLevel: 'MINIMAL' })
const low = thinking({ thinkingLevel: 'LOW' })
const budget = (thinkingBudget: number) => thinking({ thinkingBudget })
const tokens = (value: number, limit: number) =>
  `Unable to submit request because it has a maxOutputTokens value of ${value} but the supported range is from 1 (inclusive) to ${limit} (exclusive). Update the value and try again.`

testRequestRules(configFieldRules, {
  'stop-sequences-too-many': [
    {
      request: config({ stopSequences: ['a', 'b', 'c', 'd', 'e', 'f'] }),
      said: line('generation_config.stop_sequences', 'the number of stop_sequences must not exceed 5.'),
      accepted: config({ stopSequences: ['a', 'b', 'c', 'd', 'e'] }),
    },
  ],
  'max-output-tokens-not-positive': [
    {
      request: config({ maxOutputTokens: -1 }),
      said: line('generation_config.max_output_tokens', 'max_output_tokens must be positive.'),
      accepted: config({ maxOutputTokens: 1 }),
    },
  ],
  'temperature-out-of-range': [
    {
      request: config({ temperature: 5 }),
      said: line('generation_config.temperature', 'temperature must be in the range [0.0, 2.0].'),
      accepted: config({ temperature: 2, topP: 1, topK: 0 }),
    },
    {
      endpoint: 'cloud-code',
      request: config({ temperature: -0.1 }),
      said: line('generation_config.temperature', 'temperature must be in the range [0.0, 2.0].'),
      accepted: config({ temperature: 0 }),
    },
  ],
  'top-p-out-of-range': [
    {
      request: config({ topP: 1.1 }),
      said: line('generation_config.top_p', 'top_p must be in the range [0.0, 1.0].'),
      accepted: config({ topP: 0.95 }),
    },
  ],
  'thinking-budget-out-of-range': [
    {
      request: config({ thinkingConfig: { thinkingBudget: 65_536 } }),
      said: line(
        'generation_config.thinking_config.thinking_budget',
        'thinking_budget must be in the range [-1, 65535].',
      ),
      accepted: config({ thinkingConfig: { thinkingBudget: -1 } }),
    },
  ],
  'response-mime-type-unknown': [
    {
      request: config({ responseMimeType: 'image/png' }),
      said: line(
        'generation_config.response_mime_type',
        'allowed mimetypes are `text/plain`, `application/json`, `application/xml`, `application/yaml` and `text/x.enum`.',
      ),
      accepted: config({ responseMimeType: 'text/x.enum' }),
    },
  ],
})

testRequestRules(configRules, {
  'json-not-enabled': [
    {
      model: 'gemma-3-27b-it',
      request: config(json),
      said: 'JSON mode is not enabled for models/gemma-3-27b-it',
      accepted: config({ responseMimeType: 'text/plain' }),
    },
    {
      model: 'gemini-2.5-flash-image',
      request: config(json),
      said: 'JSON mode is not enabled for this model',
      accepted: {},
    },
  ],
  'json-with-search': [
    {
      endpoint: 'vertex',
      ...old,
      request: { tools: [search], ...config(json) },
      said: 'Unable to submit request because controlled generation is not supported with Search tool',
      accepted: { tools: [search], ...config({ responseMimeType: 'text/plain' }) },
    },
  ],
  'json-with-tools': [
    {
      ...old,
      request: { ...f, ...config(json) },
      said: "Function calling with a response mime type: 'application/json' is unsupported",
      accepted: { ...f, ...config({ responseMimeType: 'text/plain' }) },
    },
    {
      ...old,
      request: { tools: [search], ...config(json) },
      said: "Tool use with a response mime type: 'application/json' is unsupported",
      accepted: config(json),
    },
  ],
  'response-schema-mime-type': [
    {
      request: config({ responseSchema: object }),
      said: "Response_schema with a response mime type 'text/plain' is unsupported",
      accepted: config({ responseSchema: object, ...json }),
    },
    {
      request: config({ responseJsonSchema: { type: 'object' } }),
      said: "Response_schema with a response mime type 'text/plain' is unsupported",
      accepted: { ...f, ...config({ responseJsonSchema: { type: 'object' }, ...json }) },
    },
  ],
  'response-schema-twice': [
    {
      request: config({ responseSchema: object, responseJsonSchema: { type: 'object' }, ...json }),
      said: bare,
      accepted: config({ responseSchema: object, ...json }),
    },
  ],
  'thinking-budget-with-level': [
    {
      request: thinking({ thinkingBudget: 100, thinkingLevel: 'LOW' }),
      said: 'You can only set one of thinking budget and thinking level.',
      accepted: thinking({ thinkingBudget: 100, thinkingLevel: 'THINKING_LEVEL_UNSPECIFIED' }),
    },
    {
      endpoint: 'vertex',
      request: thinking({ thinkingBudget: 0, thinkingLevel: 'LOW' }),
      said: 'Unable to submit request because thinking_budget and thinking_level are not supported together.',
      accepted: low,
    },
  ],
  'thinking-not-enabled': [
    {
      model: 'gemma-3-27b-it',
      request: budget(0),
      said: 'Thinking is not enabled for models/gemma-3-27b-it',
      accepted: thinking({}),
    },
    {
      model: 'gemini-2.5-flash-image',
      request: low,
      said: 'Thinking is not enabled for this model',
      accepted: thinking({ includeThoughts: false }),
    },
    {
      endpoint: 'vertex',
      model: 'gemini-2.0-flash',
      request: thinking({ includeThoughts: true }),
      said: 'Unable to submit request because thinking is not supported by this model. Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini',
      accepted: {},
    },
  ],
  'thoughts-without-thinking': [
    {
      endpoint: 'vertex',
      ...old,
      request: thinking({ includeThoughts: true, thinkingBudget: 0 }),
      said: 'Unable to submit request because Thinking_config.include_thoughts is only enabled when thinking is enabled.',
      accepted: thinking({ includeThoughts: true, thinkingBudget: -1 }),
    },
  ],
  'thinking-level-unsupported': [
    {
      model: 'gemini-3.8-flash',
      request: minimal,
      said: 'Thinking level MINIMAL is not supported for this model. Please retry with other thinking level.',
      accepted: low,
    },
    {
      model: 'gemini-3.1-pro-preview',
      request: minimal,
      said: 'Thinking level MINIMAL is not supported for this model. Please retry with other thinking level.',
      accepted: low,
    },
    { ...old, request: low, said: 'Thinking level is not supported for this model.', accepted: budget(100) },
    {
      endpoint: 'cloud-code',
      model: 'gemini-3-pro-preview',
      request: minimal,
      said: 'Unable to submit request because thinking_level MINIMAL is not supported by this model. Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini',
      accepted: low,
    },
  ],
  'thinking-budget-unsupported': [
    {
      ...old,
      request: budget(32_000),
      said: 'The thinking budget 32000 is invalid. Please choose a value between 0 and 24576.',
      accepted: budget(24_576),
    },
    {
      model: 'gemini-2.5-pro',
      request: budget(64),
      said: 'The thinking budget 64 is invalid. Please choose a value between 128 and 32768.',
      accepted: budget(-1),
    },
    {
      model: 'gemini-3-pro-preview',
      request: budget(0),
      said: 'Budget 0 is invalid. This model only works in thinking mode.',
      accepted: budget(1),
    },
  ],
  'candidates-unsupported': [
    {
      model: 'gemini-3.7-flash',
      request: config({ candidateCount: 2 }),
      said: 'Multiple candidates is not enabled for this model',
      accepted: config({ candidateCount: 1 }),
    },
  ],
  'penalties-not-enabled': [
    {
      ...old,
      request: config({ frequencyPenalty: 0.5 }),
      said: 'Penalty is not enabled for models/gemini-2.5-flash',
      accepted: config({ frequencyPenalty: 0, presencePenalty: 0 }),
    },
  ],
  'temperature-unsupported': [
    {
      endpoint: 'vertex',
      request: config({ temperature: 1000 }),
      said: 'Unable to submit request because it has a temperature value of 1000 but the supported range is from 0 (inclusive) to 2.0001 (exclusive). Update the value and try again.',
      accepted: config({ temperature: 2 }),
    },
    {
      endpoint: 'vertex',
      request: config({ temperature: -0.5 }),
      said: 'Unable to submit request because it has a temperature value of -0.5 but the supported range is from 0 (inclusive) to 2.0001 (exclusive). Update the value and try again.',
      accepted: config({ temperature: 0 }),
    },
  ],
  'max-output-tokens-out-of-range': [
    {
      endpoint: 'vertex',
      request: config({ maxOutputTokens: 70_000 }),
      said: tokens(70_000, 65_537),
      accepted: config({ maxOutputTokens: 65_536 }),
    },
    {
      endpoint: 'cloud-code',
      model: 'gemini-2.0-flash',
      request: config({ maxOutputTokens: 16_384 }),
      said: tokens(16_384, 8193),
      accepted: config({ maxOutputTokens: 1 }),
    },
  ],
})
