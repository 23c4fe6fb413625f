import type { Endpoint } from '../../api/endpoint.ts'
import type { GenerateContentRequest, Tool } from '../../api/message.ts'
import { type FieldError, knownEverywhere, knownOnStudio, type RuleContext, unsureEverywhere } from '../rule/rule.ts'
import {
  bareRefusal,
  declarationsOf,
  isSearchTool,
  protoName,
  type RequestSubject,
  refuseRequest,
  validateRequest,
} from './request-subject.ts'

/** The texts of the two validators. Both say 64, also where 128 characters pass. */
const nameInvalid = {
  newer:
    'Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.',
  older:
    '[FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.',
}

const cloudEndpoints: readonly Endpoint[] = ['vertex', 'cloud-code']

/** Rules about the fields of `tools`, but for those about schemas. */
export const toolFieldRules = validateRequest([
  {
    id: 'tool-empty',
    says: 'A tool is not empty; an empty list of functions counts as empty.',
    source: 'https://github.com/googleapis/js-genai/issues/1221',
    evidence: knownEverywhere,
    olderOn: ['ai-studio', ...cloudEndpoints],
    check: ({ request }) =>
      eachTool(request, isEmptyTool, 'tool_type', "required one_of 'tool_type' must have one initialized field"),
  },
  {
    id: 'function-name-invalid',
    says: 'The name of a function is a letter or `_`, then letters, digits, `_`, `.`, `:` and `-`, at most 128 characters in all.',
    source: 'https://github.com/kaitranntt/ccs/issues/25, https://github.com/google-gemini/gemini-cli/issues/7869',
    evidence: knownEverywhere,
    olderOn: cloudEndpoints,
    check: ({ request }, { endpoint }) =>
      eachName(request, endpoint, (name) => !/^[A-Za-z_][\w.:-]{0,127}$/.test(name)),
  },
  {
    id: 'function-name-too-long',
    says: 'The name of a function has at most 64 characters.',
    // Recorded up to 2026-03. Cloud Code was measured to take 128 characters in 2026-09, and Vertex documents them.
    source: 'https://github.com/maximhq/bifrost/issues/1979',
    evidence: { 'ai-studio': 'unsure' },
    check: ({ request }, { endpoint }) => eachName(request, endpoint, ({ length }) => length > 64 && length <= 128),
  },
  {
    id: 'functions-too-many',
    says: 'A tool has at most 512 functions.',
    source: 'https://github.com/google-gemini/gemini-cli/issues/25440',
    evidence: { 'cloud-code': 'known', 'ai-studio': 'unsure', vertex: 'unsure' },
    olderOn: cloudEndpoints,
    check: ({ request }, { endpoint }) =>
      eachTool(
        request,
        ({ functionDeclarations = [] }) => functionDeclarations.length > 512,
        'function_declarations',
        `${endpoint === 'ai-studio' ? '' : '[FIELD_INVALID] '}At most 512 function declarations can be specified.`,
      ),
  },
])

/** Rules about `tools` and `toolConfig` as a whole. */
export const toolRules = refuseRequest([
  {
    id: 'function-duplicate',
    says: 'Every function is declared once.',
    source: 'recorded on all three endpoints, 2025 to 2026-09',
    evidence: knownEverywhere,
    check: ({ tools }) => {
      const seen = new Set<string>()
      for (const { name = '' } of tools.declarations) {
        if (seen.has(name)) return `Duplicate function declaration found: ${name}`
        seen.add(name)
      }
      return undefined
    },
  },
  {
    id: 'search-retrieval-unsupported',
    says: 'Only Gemini 1.5 has the tool `googleSearchRetrieval`.',
    source: 'quoted for AI Studio by many clients, 2025 to 2026',
    evidence: knownOnStudio,
    check: ({ tools, model }) =>
      tools.builtIns.includes('googleSearchRetrieval') &&
      !model.supports.has('search-retrieval') &&
      'google_search_retrieval is not supported. Please use google_search tool instead.',
  },
  {
    id: 'function-schema-twice',
    says: 'A function has `parameters` or `parametersJsonSchema`, not both.',
    // Refused in a live probe whose text is not recorded.
    source: 'public live probe of AI Studio, 2026',
    evidence: knownOnStudio,
    check: ({ tools }) =>
      tools.declarations.some(
        ({ parameters, parametersJsonSchema }) => parameters !== undefined && parametersJsonSchema !== undefined,
      ) && bareRefusal,
  },
  {
    id: 'function-response-schema-twice',
    says: 'A function has `response` or `responseJsonSchema`, not both.',
    source: 'documentation of FunctionDeclaration',
    evidence: unsureEverywhere,
    check: ({ tools }) =>
      tools.declarations.some(
        ({ response, responseJsonSchema }) => response !== undefined && responseJsonSchema !== undefined,
      ) && bareRefusal,
  },
  {
    id: 'tool-context-not-enabled',
    says: 'Models before Gemini 3 take no `includeServerSideToolInvocations`.',
    source: 'recorded on AI Studio, 2026',
    evidence: { 'ai-studio': 'known', 'cloud-code': 'unsure' },
    check: ({ request, model }) =>
      request.toolConfig?.includeServerSideToolInvocations === true &&
      !model.supports.has('tool-combination') &&
      `Tool call context circulation is not enabled for models/${model.id}`,
  },
  {
    id: 'tools-not-combinable',
    says: 'Only Gemini 3 and later on AI Studio and Vertex combine functions with built-in tools; AI Studio needs `includeServerSideToolInvocations`, and Vertex takes search tools only.',
    source:
      'https://github.com/ag2ai/ag2/pull/3145, public live probes of Vertex and Cloud Code, and a request that Vertex took, 2026',
    evidence: knownEverywhere,
    check: checkCombination,
  },
  {
    id: 'tools-several',
    says: 'Vertex takes several Tool objects only if all of them search; from Gemini 3 on, one may have functions.',
    // AI Studio takes several with functions: https://github.com/pydantic/pydantic-ai/issues/1990.
    source: 'public live probe of Vertex, 2026',
    evidence: { vertex: 'known' },
    check: ({ request, tools, model }) => {
      const others = model.supports.has('tool-combination') && tools.declarations.length > 0 ? 1 : 0
      return (request.tools ?? []).length > 1 && tools.notSearching > others && onlySearchTools
    },
  },
  {
    id: 'tool-combination-mode',
    says: 'Beside built-in tools the mode of function calling is not AUTO.',
    source: 'https://ai.google.dev/gemini-api/docs/tool-combination',
    evidence: { 'ai-studio': 'unsure' },
    check: (subject) =>
      subject.request.toolConfig?.functionCallingConfig?.mode === 'AUTO' && combines(subject) && bareRefusal,
  },
  {
    id: 'allowed-function-unknown',
    says: '`allowedFunctionNames` names declared functions.',
    source: 'public live probe of AI Studio, 2026',
    evidence: knownOnStudio,
    check: ({ request, tools }) => {
      const allowed = request.toolConfig?.functionCallingConfig?.allowedFunctionNames ?? []
      if (allowed.length === 0) return undefined
      const declared = new Set(tools.declarations.map(({ name }) => name))
      return allowed.every((name) => declared.has(name))
        ? undefined
        : 'allowed_function_names should be a subset of the provided function_declarations'
    },
  },
  {
    id: 'function-config-without-functions',
    says: 'A `functionCallingConfig` comes with functions.',
    source: 'https://github.com/AstrBotDevs/AstrBot/pull/7407',
    evidence: knownOnStudio,
    check: ({ request, tools }) =>
      request.toolConfig?.functionCallingConfig !== undefined &&
      tools.declarations.length === 0 &&
      'Function calling config is set without function_declarations.',
  },
  {
    id: 'allowed-functions-mode',
    says: '`allowedFunctionNames` comes with the mode ANY, on AI Studio also with VALIDATED.',
    source: 'documentation of FunctionCallingConfig',
    evidence: unsureEverywhere,
    check: ({ request }, { endpoint }) => {
      const { mode, allowedFunctionNames = [] } = request.toolConfig?.functionCallingConfig ?? {}
      const fits = mode === 'ANY' || (mode === 'VALIDATED' && endpoint === 'ai-studio')
      return allowedFunctionNames.length > 0 && !fits && bareRefusal
    },
  },
  {
    id: 'any-without-parameters',
    says: 'With the mode ANY, every function has parameters on models before 2.5.',
    source: 'https://github.com/googleapis/python-genai/issues/981',
    evidence: knownOnStudio,
    check: ({ request, tools, model }) =>
      request.toolConfig?.functionCallingConfig?.mode === 'ANY' &&
      !model.supports.has('any-without-parameters') &&
      tools.declarations.some(
        ({ parameters, parametersJsonSchema }) => parameters === undefined && parametersJsonSchema === undefined,
      ) &&
      bareRefusal,
  },
])

function eachName(
  request: GenerateContentRequest,
  endpoint: Endpoint,
  isWrong: (name: string) => boolean,
): FieldError[] {
  const text = endpoint === 'ai-studio' ? nameInvalid.newer : nameInvalid.older
  const errors: FieldError[] = []
  for (const { declaration, path } of declarationsOf(request)) {
    if (isWrong(declaration.name ?? '')) errors.push({ path: `${path}.name`, text })
  }
  return errors
}

function eachTool(
  { tools = [] }: GenerateContentRequest,
  isWrong: (tool: Tool) => boolean,
  field: string,
  text: string,
): FieldError[] {
  return tools.flatMap((tool, index) => (isWrong(tool) ? [{ path: `tools[${index}].${field}`, text }] : []))
}

/** An empty list is an unset one. */
function isEmptyTool(tool: Tool): boolean {
  for (const key in tool) {
    if (key !== 'functionDeclarations' || (tool.functionDeclarations ?? []).length > 0) return false
  }
  return true
}

const onlySearchTools = 'Multiple tools are supported only when they are all search tools.'

function combines({ tools: { declarations, builtIns } }: RequestSubject): boolean {
  return declarations.length > 0 && builtIns.length > 0
}

function checkCombination(subject: RequestSubject, { endpoint }: RuleContext): string | undefined {
  const { request, tools, model } = subject
  if (!combines(subject)) return undefined
  switch (endpoint) {
    case 'vertex':
      return model.supports.has('tool-combination') && tools.builtIns.every(isSearchTool) ? undefined : onlySearchTools
    case 'cloud-code': {
      const names = tools.builtIns.map(protoName).join(', ')
      return `Built-in tools ({${names}}) and Custom tools (Function Calling) cannot be combined in the same request. Please choose one to continue.`
    }
    case 'ai-studio':
      if (!model.supports.has('tool-combination')) return 'Tool use with function calling is unsupported'
      return request.toolConfig?.includeServerSideToolInvocations === true
        ? undefined
        : 'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.'
  }
}
