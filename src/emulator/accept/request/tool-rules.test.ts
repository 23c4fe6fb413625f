import { functions, testRequestRules } from '../../../../test/emulator/request-cases.ts'
import type { GenerateContentRequest, ToolConfig } from '../../api/message.ts'
import { toolFieldRules, toolRules } from './tool-rules.ts'

const line = (path: string, text: string) => `* GenerateContentRequest.${path}: ${text}\n`
const older = (path: string, text: string) => `The GenerateContentRequest proto is invalid:\n  * ${path}: ${text}`
const old = { model: 'gemini-2.5-flash' }
const newName =
  'Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.'
const oldName =
  '[FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.'
const nameAt = 'tools[0].function_declarations[1].name'
const many = (count: number) => functions(...Array.from({ length: count }, (_, index) => `f${index}`))
const tooMany = 'At most 512 function declarations can be specified.'
const bare = 'Request contains an invalid argument.'
const onlySearch = 'Multiple tools are supported only when they are all search tools.'
const f = functions('f')
const search = { googleSearch: {} }
const both: GenerateContentRequest = { tools: [search, { functionDeclarations: [{ name: 'f' }] }] }
const circulated: ToolConfig = { includeServerSideToolInvocations: true }
const object = { type: 'OBJECT', properties: { a: { type: 'STRING' } } } as const
const calling = (functionCallingConfig: ToolConfig['functionCallingConfig'] = {}) => ({
  toolConfig: { functionCallingConfig },
})
const notAlone = 'Function calling config is set without function_declarations.'
const notDeclared = 'allowed_function_names should be a subset of the provided function_declarations'

testRequestRules(toolFieldRules, {
  'tool-empty': [
    {
      request: { tools: [{ functionDeclarations: [] }] },
      said: older('tools[0].tool_type', "required one_of 'tool_type' must have one initialized field"),
      accepted: { tools: [] },
    },
    {
      endpoint: 'vertex',
      request: { tools: [{}] },
      said: older('tools[0].tool_type', "required one_of 'tool_type' must have one initialized field"),
      accepted: { tools: [{ googleSearch: {} }] },
    },
  ],
  'function-name-invalid': [
    { request: functions('f', '1st'), said: line(nameAt, newName), accepted: functions('f', '_1st.b:c-d') },
    {
      endpoint: 'cloud-code',
      request: functions('f', 'a b'),
      said: older(nameAt, oldName),
      accepted: functions('f', 'a'.repeat(128)),
    },
    {
      endpoint: 'vertex',
      request: functions('f', 'a'.repeat(129)),
      said: older(nameAt, oldName),
      accepted: functions('f', 'a'.repeat(128)),
    },
    {
      endpoint: 'cloud-code',
      request: functions('é', 'a/b'),
      said: `${older('tools[0].function_declarations[0].name', oldName)}\n  * ${nameAt}: ${oldName}`,
      accepted: functions('e', 'b'),
    },
  ],
  'function-name-too-long': [
    { request: functions('f', 'a'.repeat(65)), said: line(nameAt, newName), accepted: functions('f', 'a'.repeat(64)) },
  ],
  'functions-too-many': [
    {
      endpoint: 'cloud-code',
      request: many(513),
      said: older('tools[0].function_declarations', `[FIELD_INVALID] ${tooMany}`),
      accepted: many(512),
    },
    { request: many(513), said: line('tools[0].function_declarations', tooMany), accepted: many(512) },
  ],
})

testRequestRules(toolRules, {
  'function-duplicate': [
    {
      request: functions('a', 'b', 'a'),
      said: 'Duplicate function declaration found: a',
      accepted: functions('a', 'b', 'A'),
    },
    {
      request: { tools: [...(f.tools ?? []), ...(f.tools ?? [])] },
      said: 'Duplicate function declaration found: f',
      // AI Studio takes functions in several tools.
      accepted: { tools: [...(f.tools ?? []), ...(functions('g').tools ?? [])] },
    },
  ],
  'search-retrieval-unsupported': [
    {
      request: { tools: [{ googleSearchRetrieval: {} }] },
      said: 'google_search_retrieval is not supported. Please use google_search tool instead.',
      accepted: { tools: [search] },
    },
  ],
  'function-schema-twice': [
    {
      request: functions({ name: 'f', parameters: object, parametersJsonSchema: { type: 'object' } }),
      said: bare,
      accepted: functions({ name: 'f', parameters: object }, { name: 'g', parametersJsonSchema: { type: 'object' } }),
    },
  ],
  'function-response-schema-twice': [
    {
      request: functions({ name: 'f', response: object, responseJsonSchema: { type: 'object' } }),
      said: bare,
      accepted: functions({ name: 'f', response: object }, { name: 'g', responseJsonSchema: { type: 'object' } }),
    },
  ],
  'tool-context-not-enabled': [
    {
      ...old,
      request: { ...both, toolConfig: circulated },
      said: 'Tool call context circulation is not enabled for models/gemini-2.5-flash',
      accepted: f,
    },
  ],
  'tools-not-combinable': [
    {
      request: both,
      said: 'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.',
      accepted: { ...both, toolConfig: circulated },
    },
    { ...old, request: both, said: 'Tool use with function calling is unsupported', accepted: { tools: [search] } },
    {
      endpoint: 'vertex',
      ...old,
      request: both,
      said: onlySearch,
      accepted: { tools: [search, { retrieval: {} }] },
    },
    // From Gemini 3 on, functions come with search tools, but not with others.
    {
      endpoint: 'vertex',
      request: { tools: [...(f.tools ?? []), { codeExecution: {} }] },
      said: onlySearch,
      accepted: both,
    },
    {
      endpoint: 'cloud-code',
      request: both,
      said: 'Built-in tools ({google_search}) and Custom tools (Function Calling) cannot be combined in the same request. Please choose one to continue.',
      accepted: f,
    },
  ],
  'tools-several': [
    {
      endpoint: 'vertex',
      request: { tools: [...(f.tools ?? []), ...(functions('g').tools ?? [])] },
      said: onlySearch,
      accepted: functions('f', 'g'),
    },
    {
      endpoint: 'vertex',
      request: { tools: [search, { codeExecution: {} }] },
      said: onlySearch,
      accepted: { tools: [search, { enterpriseWebSearch: {} }] },
    },
  ],
  'tool-combination-mode': [
    {
      request: { ...both, toolConfig: { ...circulated, functionCallingConfig: { mode: 'AUTO' } } },
      said: bare,
      accepted: { ...both, toolConfig: { ...circulated, functionCallingConfig: { mode: 'VALIDATED' } } },
    },
  ],
  'allowed-function-unknown': [
    {
      request: { ...f, ...calling({ mode: 'ANY', allowedFunctionNames: ['f', 'g'] }) },
      said: notDeclared,
      accepted: { ...f, ...calling({ mode: 'ANY', allowedFunctionNames: ['f'] }) },
    },
    {
      // Also where only built-in tools are left.
      request: { tools: [search], ...calling({ mode: 'ANY', allowedFunctionNames: ['f'] }) },
      said: notDeclared,
      accepted: { tools: [search] },
    },
  ],
  'function-config-without-functions': [
    { request: calling({ mode: 'AUTO' }), said: notAlone, accepted: { ...f, ...calling({ mode: 'AUTO' }) } },
    { request: { tools: [search], ...calling() }, said: notAlone, accepted: { tools: [search], toolConfig: {} } },
  ],
  'allowed-functions-mode': [
    {
      request: { ...f, ...calling({ mode: 'AUTO', allowedFunctionNames: ['f'] }) },
      said: bare,
      accepted: { ...f, ...calling({ mode: 'VALIDATED', allowedFunctionNames: ['f'] }) },
    },
    {
      endpoint: 'vertex',
      request: { ...f, ...calling({ mode: 'VALIDATED', allowedFunctionNames: ['f'] }) },
      said: bare,
      accepted: { ...f, ...calling({ mode: 'ANY', allowedFunctionNames: ['f'] }) },
    },
  ],
  'any-without-parameters': [
    {
      model: 'gemini-2.0-flash',
      request: { ...f, ...calling({ mode: 'ANY' }) },
      said: bare,
      accepted: { ...functions({ name: 'f', parameters: object }), ...calling({ mode: 'ANY' }) },
    },
  ],
})
