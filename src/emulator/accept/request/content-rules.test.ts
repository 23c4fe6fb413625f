import {
  call,
  functions,
  model,
  response,
  signed,
  testRequestRules,
  user,
} from '../../../../test/emulator/request-cases.ts'
import { contentFieldRules, contentRules, lengthRules, systemRules } from './content-rules.ts'

const line = (path: string, text: string) => `* GenerateContentRequest.${path}: ${text}\n`
const noData = "required oneof field 'data' must have one initialized field"
const q = user('q')
const old = { model: 'gemini-2.5-flash' }
const about = 'Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini'
const textRequired = `Unable to submit request because it must have a text parameter. Add a text parameter and try again. ${about}`
const system = { systemInstruction: { parts: [{ text: 's' }] } }

testRequestRules(contentFieldRules, {
  'contents-missing': [
    { request: { contents: [] }, said: line('contents', 'contents is not specified'), accepted: { contents: [q] } },
  ],
  'parts-empty': [
    {
      request: { contents: [q, { role: 'model', parts: [] }, q] },
      said: line('contents[1].parts', 'contents.parts must not be empty.'),
      accepted: { contents: [q, model('a'), q] },
    },
    {
      endpoint: 'cloud-code',
      request: { contents: [{ role: 'user' }] },
      said: line('contents[0].parts', 'contents.parts must not be empty.'),
      accepted: { contents: [q] },
    },
  ],
  'part-without-data': [
    {
      request: { contents: [q, model({}), q] },
      said: line('contents[1].parts[0].data', noData),
      accepted: { contents: [q, model('a'), q] },
    },
    {
      ...old,
      request: { contents: [q, model('a', { thoughtSignature: 'AAAA' }), q] },
      said: line('contents[1].parts[1].data', noData),
      accepted: { contents: [q, model('a', { text: '', thoughtSignature: 'AAAA' }), q] },
    },
  ],
  'part-text-empty': [
    {
      request: { contents: [q, model(signed('f')), user(response('f'), '')] },
      said: line('contents[2].parts[1].data', noData),
      accepted: { contents: [q, model(signed('f')), user(response('f'), ' ')] },
    },
    {
      request: { contents: [q, model(''), q] },
      said: line('contents[1].parts[0].data', noData),
      // Beside a call.
      accepted: { contents: [q, model('', signed('f')), user(response('f'))] },
    },
  ],
  'function-response-name-empty': [
    {
      ...old,
      request: { contents: [q, model(call('f')), user({ functionResponse: { id: 'call_1', response: {} } })] },
      said: line('contents[2].parts[0].function_response.name', 'Name cannot be empty.'),
      accepted: { contents: [q, model(call('f')), user(response('f'))] },
    },
  ],
  'function-call-name-empty': [
    {
      ...old,
      request: { contents: [q, model(call('')), user(response('f'))] },
      said: line('contents[1].parts[0].function_call.name', 'Name cannot be empty.'),
      accepted: { contents: [q, model(call('f')), user(response('f'))] },
    },
  ],
})

testRequestRules(contentRules, {
  'contents-required': [
    {
      endpoint: 'vertex',
      request: { contents: [] },
      said: `Unable to submit request because at least one contents field is required. ${about}`,
      accepted: { contents: [q] },
    },
    {
      endpoint: 'cloud-code',
      request: { contents: [] },
      said: 'Request contains an invalid argument.',
      accepted: { contents: [q] },
    },
  ],
  'parts-required': [
    {
      endpoint: 'vertex',
      request: { contents: [q, { role: 'model' }, q] },
      said: `Unable to submit request because it must include at least one parts field, which describes the prompt input. ${about}`,
      accepted: { contents: [q, model('a'), q] },
    },
  ],
  'text-required': [
    { endpoint: 'vertex', request: { contents: [user('q', {})] }, said: textRequired, accepted: { contents: [q] } },
  ],
  'text-empty': [
    {
      endpoint: 'vertex',
      request: { contents: [user('q', '')] },
      said: `Unable to submit request because it has an empty text parameter. Add a value to the parameter and try again. ${about}`,
      accepted: { contents: [user('q', ' ')] },
    },
  ],
  'system-instruction-not-enabled': [
    {
      model: 'gemma-3-27b-it',
      request: system,
      said: 'Developer instruction is not enabled for models/gemma-3-27b-it',
      accepted: {},
    },
  ],
  'functions-not-enabled': [
    {
      model: 'gemma-3-27b-it',
      request: functions('f'),
      said: 'Function calling is not enabled for models/gemma-3-27b-it',
      accepted: { contents: [q] },
    },
    {
      model: 'gemini-3-pro-image',
      request: functions('f'),
      said: 'Function calling is not enabled for this model',
      accepted: system,
    },
  ],
  'system-instruction-not-text': [
    {
      request: { systemInstruction: { parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }] } },
      said: 'Request contains an invalid argument.',
      accepted: system,
    },
  ],
  'cached-content-with-settings': [
    {
      request: { cachedContent: 'cachedContents/a', ...system },
      said: 'CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config.\n\nProposed fix: move those values to CachedContent from GenerateContent request.',
      accepted: { cachedContent: 'cachedContents/a' },
    },
    {
      endpoint: 'vertex',
      request: { cachedContent: 'cachedContents/a', ...functions('f') },
      said: 'Tool config, tools and system instruction should not be set in the request when using cached content.',
      accepted: functions('f'),
    },
  ],
})

testRequestRules(systemRules, {
  'system-instruction-empty': [
    {
      request: { systemInstruction: { parts: [] } },
      said: line('system_instruction.parts', 'contents.parts must not be empty.'),
      accepted: { systemInstruction: { parts: [{ text: 's' }] } },
    },
  ],
  'system-instruction-part-without-data': [
    {
      request: { systemInstruction: { parts: [{ text: 's' }, {}] } },
      said: line('system_instruction.parts[1].data', noData),
      accepted: { systemInstruction: { role: 'anyone', parts: [{ text: 's' }, { text: 't' }] } },
    },
  ],
})

const words = (count: number) => 'word '.repeat(count)

testRequestRules(lengthRules, {
  'input-too-long': [
    {
      model: 'gemma-3-27b-it',
      request: { contents: [user(words(140_000))] },
      said: 'The input token count (140000) exceeds the maximum number of tokens allowed (131072).',
      accepted: { contents: [user(words(131_072))] },
    },
    {
      endpoint: 'vertex',
      model: 'gemma-3-27b-it',
      request: { contents: [user(words(140_000))] },
      said: `Unable to submit request because the input token count is 140000 but model only supports up to 131072. Reduce the input token count and try again. You can also use the CountTokens API to calculate prompt token count and billable characters. ${about}`,
      accepted: { contents: [user(words(100_000))] },
    },
  ],
})
