import type { ConfigRuleId, ToolRuleId } from '../../src/emulator/accept/request/request-rule-id.ts'
import type { GenerateContentRequest, ToolConfig } from '../../src/emulator/api/message.ts'
import { functions, type RequestCase, testCases } from './emulator-request-case.ts'

const bare = 'Request contains an invalid argument.'
const onlySearch = 'Multiple tools are supported only when they are all search tools.'
const old = { model: 'gemini-2.5-flash' }
const f = functions('f')
const search = { googleSearch: {} }
const both: GenerateContentRequest = { tools: [search, { functionDeclarations: [{ name: 'f' }] }] }
const circulated: ToolConfig = { includeServerSideToolInvocations: true }
const object = { type: 'OBJECT', properties: { a: { type: 'STRING' } } } as const
const config = (generationConfig: object) => ({ generationConfig })
const calling = (functionCallingConfig: ToolConfig['functionCallingConfig'] = {}) => ({
  toolConfig: { functionCallingConfig },
})
const notAlone = 'Function calling config is set without function_declarations.'
const notDeclared = 'allowed_function_names should be a subset of the provided function_declarations'

const tools: Record<ToolRuleId, readonly RequestCase[]> = {
  'function-duplicate': [
    {
      request: functions('a', 'b', 'a'),
      said: 'Duplicate function declaration found: a',
      twin: functions('a', 'b', 'A'),
    },
    {
      request: { tools: [...(f.tools ?? []), ...(f.tools ?? [])] },
      said: 'Duplicate function declaration found: f',
      // AI Studio takes functions in several tools.
      twin: { tools: [...(f.tools ?? []), ...(functions('g').tools ?? [])] },
    },
  ],
  'search-retrieval-unsupported': [
    {
      request: { tools: [{ googleSearchRetrieval: {} }] },
      said: 'google_search_retrieval is not supported. Please use google_search tool instead.',
      twin: { tools: [search] },
    },
  ],
  'function-schema-twice': [
    {
      request: functions({ name: 'f', parameters: object, parametersJsonSchema: { type: 'object' } }),
      said: bare,
      twin: functions({ name: 'f', parameters: object }, { name: 'g', parametersJsonSchema: { type: 'object' } }),
    },
  ],
  'function-response-schema-twice': [
    {
      request: functions({ name: 'f', response: object, responseJsonSchema: { type: 'object' } }),
      said: bare,
      twin: functions({ name: 'f', response: object }, { name: 'g', responseJsonSchema: { type: 'object' } }),
    },
  ],
  'tools-not-combinable': [
    {
      request: both,
      said: 'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.',
      twin: { ...both, toolConfig: circulated },
    },
    { ...old, request: both, said: 'Tool use with function calling is unsupported', twin: { tools: [search] } },
    { endpoint: 'vertex', request: both, said: onlySearch, twin: { tools: [search, { retrieval: {} }] } },
    {
      endpoint: 'cloud-code',
      request: both,
      said: 'Built-in tools ({google_search}) and Custom tools (Function Calling) cannot be combined in the same request. Please choose one to continue.',
      twin: f,
    },
  ],
  'tools-several': [
    {
      endpoint: 'vertex',
      request: { tools: [...(f.tools ?? []), ...(functions('g').tools ?? [])] },
      said: onlySearch,
      twin: functions('f', 'g'),
    },
    {
      endpoint: 'vertex',
      request: { tools: [search, { codeExecution: {} }] },
      said: onlySearch,
      twin: { tools: [search, { enterpriseWebSearch: {} }] },
    },
  ],
  'tool-context-not-enabled': [
    {
      ...old,
      request: { ...both, toolConfig: circulated },
      said: 'Tool call context circulation is not enabled for models/gemini-2.5-flash',
      twin: f,
    },
  ],
  'tool-combination-mode': [
    {
      request: { ...both, toolConfig: { ...circulated, functionCallingConfig: { mode: 'AUTO' } } },
      said: bare,
      twin: { ...both, toolConfig: { ...circulated, functionCallingConfig: { mode: 'VALIDATED' } } },
    },
  ],
  'allowed-function-unknown': [
    {
      request: { ...f, ...calling({ mode: 'ANY', allowedFunctionNames: ['f', 'g'] }) },
      said: notDeclared,
      twin: { ...f, ...calling({ mode: 'ANY', allowedFunctionNames: ['f'] }) },
    },
    {
      // Also where only built-in tools are left.
      request: { tools: [search], ...calling({ mode: 'ANY', allowedFunctionNames: ['f'] }) },
      said: notDeclared,
      twin: { tools: [search] },
    },
  ],
  'allowed-functions-mode': [
    {
      request: { ...f, ...calling({ mode: 'AUTO', allowedFunctionNames: ['f'] }) },
      said: bare,
      twin: { ...f, ...calling({ mode: 'VALIDATED', allowedFunctionNames: ['f'] }) },
    },
    {
      endpoint: 'vertex',
      request: { ...f, ...calling({ mode: 'VALIDATED', allowedFunctionNames: ['f'] }) },
      said: bare,
      twin: { ...f, ...calling({ mode: 'ANY', allowedFunctionNames: ['f'] }) },
    },
  ],
  'function-config-without-functions': [
    { request: calling({ mode: 'AUTO' }), said: notAlone, twin: { ...f, ...calling({ mode: 'AUTO' }) } },
    { request: { tools: [search], ...calling() }, said: notAlone, twin: { tools: [search], toolConfig: {} } },
  ],
  'any-without-parameters': [
    {
      model: 'gemini-2.0-flash',
      request: { ...f, ...calling({ mode: 'ANY' }) },
      said: bare,
      twin: { ...functions({ name: 'f', parameters: object }), ...calling({ mode: 'ANY' }) },
    },
  ],
}

const json = { responseMimeType: 'application/json' }
const thinking = (thinkingConfig: object) => config({ thinkingConfig })
const minimal = thinking({ thinkingLevel: 'MINIMAL' })
const low = thinking({ thinkingLevel: 'LOW' })
const budget = (thinkingBudget: number) => thinking({ thinkingBudget })
const tokens = (value: number, limit: number) =>
  `Unable to submit request because it has a maxOutputTokens value of ${value} but the supported range is from 1 (inclusive) to ${limit} (exclusive). Update the value and try again.`

const configs: Record<ConfigRuleId, readonly RequestCase[]> = {
  'json-not-enabled': [
    {
      model: 'gemma-3-27b-it',
      request: config(json),
      said: 'JSON mode is not enabled for models/gemma-3-27b-it',
      twin: config({ responseMimeType: 'text/plain' }),
    },
    {
      model: 'gemini-2.5-flash-image',
      request: config(json),
      said: 'JSON mode is not enabled for this model',
      twin: {},
    },
  ],
  'json-with-search': [
    {
      endpoint: 'vertex',
      ...old,
      request: { tools: [search], ...config(json) },
      said: 'Unable to submit request because controlled generation is not supported with Search tool',
      twin: { tools: [search], ...config({ responseMimeType: 'text/plain' }) },
    },
  ],
  'json-with-tools': [
    {
      ...old,
      request: { ...f, ...config(json) },
      said: "Function calling with a response mime type: 'application/json' is unsupported",
      twin: { ...f, ...config({ responseMimeType: 'text/plain' }) },
    },
    {
      ...old,
      request: { tools: [search], ...config(json) },
      said: "Tool use with a response mime type: 'application/json' is unsupported",
      twin: config(json),
    },
  ],
  'response-schema-mime-type': [
    {
      request: config({ responseSchema: object }),
      said: "Response_schema with a response mime type 'text/plain' is unsupported",
      twin: config({ responseSchema: object, ...json }),
    },
    {
      request: config({ responseJsonSchema: { type: 'object' } }),
      said: "Response_schema with a response mime type 'text/plain' is unsupported",
      twin: { ...f, ...config({ responseJsonSchema: { type: 'object' }, ...json }) },
    },
  ],
  'response-schema-twice': [
    {
      request: config({ responseSchema: object, responseJsonSchema: { type: 'object' }, ...json }),
      said: bare,
      twin: config({ responseSchema: object, ...json }),
    },
  ],
  'thinking-budget-with-level': [
    {
      request: thinking({ thinkingBudget: 100, thinkingLevel: 'LOW' }),
      said: 'You can only set one of thinking budget and thinking level.',
      twin: thinking({ thinkingBudget: 100, thinkingLevel: 'THINKING_LEVEL_UNSPECIFIED' }),
    },
    {
      endpoint: 'vertex',
      request: thinking({ thinkingBudget: 0, thinkingLevel: 'LOW' }),
      said: 'Unable to submit request because thinking_budget and thinking_level are not supported together.',
      twin: low,
    },
  ],
  'thinking-not-enabled': [
    {
      model: 'gemma-3-27b-it',
      request: budget(0),
      said: 'Thinking is not enabled for models/gemma-3-27b-it',
      twin: thinking({}),
    },
    {
      model: 'gemini-2.5-flash-image',
      request: low,
      said: 'Thinking is not enabled for this model',
      twin: thinking({ includeThoughts: false }),
    },
    {
      endpoint: 'vertex',
      model: 'gemini-2.0-flash',
      request: thinking({ includeThoughts: true }),
      said: 'Unable to submit request because thinking is not supported by this model. Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini',
      twin: {},
    },
  ],
  'thoughts-without-thinking': [
    {
      endpoint: 'vertex',
      ...old,
      request: thinking({ includeThoughts: true, thinkingBudget: 0 }),
      said: 'Unable to submit request because Thinking_config.include_thoughts is only enabled when thinking is enabled.',
      twin: thinking({ includeThoughts: true, thinkingBudget: -1 }),
    },
  ],
  'thinking-level-unsupported': [
    {
      model: 'gemini-3.8-flash',
      request: minimal,
      said: 'Thinking level MINIMAL is not supported for this model. Please retry with other thinking level.',
      twin: low,
    },
    {
      model: 'gemini-3.1-pro-preview',
      request: minimal,
      said: 'Thinking level MINIMAL is not supported for this model. Please retry with other thinking level.',
      twin: low,
    },
    { ...old, request: low, said: 'Thinking level is not supported for this model.', twin: budget(100) },
    {
      endpoint: 'cloud-code',
      model: 'gemini-3-pro-preview',
      request: minimal,
      said: 'Unable to submit request because thinking_level MINIMAL is not supported by this model. Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini',
      twin: low,
    },
  ],
  'thinking-budget-unsupported': [
    {
      ...old,
      request: budget(32_000),
      said: 'The thinking budget 32000 is invalid. Please choose a value between 0 and 24576.',
      twin: budget(24_576),
    },
    {
      model: 'gemini-2.5-pro',
      request: budget(64),
      said: 'The thinking budget 64 is invalid. Please choose a value between 128 and 32768.',
      twin: budget(-1),
    },
    {
      model: 'gemini-3-pro-preview',
      request: budget(0),
      said: 'Budget 0 is invalid. This model only works in thinking mode.',
      twin: budget(1),
    },
  ],
  'candidates-unsupported': [
    {
      model: 'gemini-3.7-flash',
      request: config({ candidateCount: 2 }),
      said: 'Multiple candidates is not enabled for this model',
      twin: config({ candidateCount: 1 }),
    },
  ],
  'penalties-not-enabled': [
    {
      ...old,
      request: config({ frequencyPenalty: 0.5 }),
      said: 'Penalty is not enabled for models/gemini-2.5-flash',
      twin: config({ frequencyPenalty: 0, presencePenalty: 0 }),
    },
  ],
  'max-output-tokens-out-of-range': [
    {
      endpoint: 'vertex',
      request: config({ maxOutputTokens: 70_000 }),
      said: tokens(70_000, 65_537),
      twin: config({ maxOutputTokens: 65_536 }),
    },
    {
      endpoint: 'cloud-code',
      model: 'gemini-2.0-flash',
      request: config({ maxOutputTokens: 16_384 }),
      said: tokens(16_384, 8193),
      twin: config({ maxOutputTokens: 1 }),
    },
  ],
}

testCases(tools)
testCases(configs)
