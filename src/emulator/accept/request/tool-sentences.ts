import { protoName } from './read-tools.ts'
import {
  bareRefusal,
  type JudgeContext,
  knownEverywhere,
  knownOnStudio,
  type SentenceRule,
  type Subject,
  unsureEverywhere,
} from './request-rule.ts'

/** Sentences about `tools` and `toolConfig`. */
export const toolSentences: readonly SentenceRule[] = [
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
    says: 'The tool `googleSearchRetrieval` is one of Gemini 1.5.',
    source: 'quoted for AI Studio by many clients, 2025 to 2026',
    evidence: knownOnStudio,
    check: ({ tools }, { model }) =>
      tools.builtIns.includes('googleSearchRetrieval') && !model.supports.has('search-retrieval')
        ? 'google_search_retrieval is not supported. Please use google_search tool instead.'
        : undefined,
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
      )
        ? bareRefusal
        : undefined,
  },
  {
    id: 'function-response-schema-twice',
    says: 'A function has `response` or `responseJsonSchema`, not both.',
    source: 'documentation of FunctionDeclaration',
    evidence: unsureEverywhere,
    check: ({ tools }) =>
      tools.declarations.some(
        ({ response, responseJsonSchema }) => response !== undefined && responseJsonSchema !== undefined,
      )
        ? bareRefusal
        : undefined,
  },
  {
    id: 'tool-context-not-enabled',
    says: 'Models before Gemini 3 take no `includeServerSideToolInvocations`.',
    source: 'recorded on AI Studio, 2026',
    evidence: { 'ai-studio': 'known', 'cloud-code': 'unsure' },
    check: ({ request }, { model }) =>
      request.toolConfig?.includeServerSideToolInvocations === true && !model.supports.has('tool-combination')
        ? `Tool call context circulation is not enabled for models/${model.id}`
        : undefined,
  },
  {
    id: 'tools-not-combinable',
    says: 'Functions stand beside built-in tools on Gemini 3 and later of AI Studio, with `includeServerSideToolInvocations`.',
    source: 'https://github.com/ag2ai/ag2/pull/3145, and public live probes of Vertex and Cloud Code, 2026',
    evidence: knownEverywhere,
    check: checkCombination,
  },
  {
    id: 'tools-several',
    says: 'There are several Tool objects on Vertex only if all of them search.',
    // AI Studio takes several with functions: https://github.com/pydantic/pydantic-ai/issues/1990.
    source: 'public live probe of Vertex, 2026',
    evidence: { vertex: 'known' },
    check: ({ request, tools }) =>
      (request.tools ?? []).length > 1 && tools.notSearching > 0 ? onlySearchTools : undefined,
  },
  {
    id: 'tool-combination-mode',
    says: 'Beside built-in tools the mode of function calling is not AUTO.',
    source: 'https://ai.google.dev/gemini-api/docs/tool-combination',
    evidence: { 'ai-studio': 'unsure' },
    check: (subject) =>
      subject.request.toolConfig?.functionCallingConfig?.mode === 'AUTO' && combines(subject) ? bareRefusal : undefined,
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
      request.toolConfig?.functionCallingConfig !== undefined && tools.declarations.length === 0
        ? 'Function calling config is set without function_declarations.'
        : undefined,
  },
  {
    id: 'allowed-functions-mode',
    says: '`allowedFunctionNames` comes with the mode ANY, on AI Studio also with VALIDATED.',
    source: 'documentation of FunctionCallingConfig',
    evidence: unsureEverywhere,
    check: ({ request }, { endpoint }) => {
      const { mode, allowedFunctionNames = [] } = request.toolConfig?.functionCallingConfig ?? {}
      const fits = mode === 'ANY' || (mode === 'VALIDATED' && endpoint === 'ai-studio')
      return allowedFunctionNames.length > 0 && !fits ? bareRefusal : undefined
    },
  },
  {
    id: 'any-without-parameters',
    says: 'With the mode ANY, every function has parameters on models before 2.5.',
    source: 'https://github.com/googleapis/python-genai/issues/981',
    evidence: knownOnStudio,
    check: ({ request, tools }, { model }) =>
      request.toolConfig?.functionCallingConfig?.mode === 'ANY' &&
      !model.supports.has('any-without-parameters') &&
      tools.declarations.some(
        ({ parameters, parametersJsonSchema }) => parameters === undefined && parametersJsonSchema === undefined,
      )
        ? bareRefusal
        : undefined,
  },
]

const onlySearchTools = 'Multiple tools are supported only when they are all search tools.'

function combines({ tools: { declarations, builtIns } }: Subject): boolean {
  return declarations.length > 0 && builtIns.length > 0
}

function checkCombination(subject: Subject, { endpoint, model }: JudgeContext): string | undefined {
  if (!combines(subject)) return undefined
  switch (endpoint) {
    case 'vertex':
      return onlySearchTools
    case 'cloud-code': {
      const names = subject.tools.builtIns.map(protoName).join(', ')
      return `Built-in tools ({${names}}) and Custom tools (Function Calling) cannot be combined in the same request. Please choose one to continue.`
    }
    case 'ai-studio':
      if (!model.supports.has('tool-combination')) return 'Tool use with function calling is unsupported'
      return subject.request.toolConfig?.includeServerSideToolInvocations === true
        ? undefined
        : 'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.'
  }
}
