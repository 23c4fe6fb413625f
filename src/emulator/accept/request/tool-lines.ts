import type { Endpoint } from '../../api/endpoint.ts'
import type { FunctionDeclaration, Tool } from '../../api/message.ts'
import { type FieldViolation, knownEverywhere, type LineRule, type Subject } from './request-rule.ts'

/** As the two validators put it. Both say 64, also where 128 characters pass. */
const nameRule = {
  newer:
    'Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.',
  older:
    '[FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.',
}

const cloudEndpoints: readonly Endpoint[] = ['vertex', 'cloud-code']

/** Lines about `tools`, but for those about schemas. */
export const toolLines: readonly LineRule[] = [
  {
    id: 'tool-empty',
    says: 'A tool is something: an empty list of functions is nothing.',
    source: 'https://github.com/googleapis/js-genai/issues/1221',
    evidence: knownEverywhere,
    olderOn: ['ai-studio', ...cloudEndpoints],
    check: ({ request }) =>
      (request.tools ?? []).flatMap((tool, index) =>
        isEmptyTool(tool)
          ? [
              {
                path: `tools[${index}].tool_type`,
                text: "required one_of 'tool_type' must have one initialized field",
              },
            ]
          : [],
      ),
  },
  {
    id: 'function-name-invalid',
    says: 'A name of a function starts with a letter or `_`, goes on with those, digits, `.`, `:` and `-`, and has at most 128 characters.',
    source: 'https://github.com/kaitranntt/ccs/issues/25, https://github.com/google-gemini/gemini-cli/issues/7869',
    evidence: knownEverywhere,
    olderOn: cloudEndpoints,
    check: (subject, { endpoint }) =>
      eachDeclaration(subject, ({ name = '' }) =>
        /^[A-Za-z_][\w.:-]{0,127}$/.test(name) ? undefined : said(endpoint),
      ),
  },
  {
    id: 'function-name-too-long',
    says: 'A name of a function has at most 64 characters.',
    // Recorded up to 2026-03. Cloud Code was measured to take 128 characters in 2026-09, and Vertex documents them.
    source: 'https://github.com/maximhq/bifrost/issues/1979',
    evidence: { 'ai-studio': 'unsure' },
    check: (subject, { endpoint }) =>
      eachDeclaration(subject, ({ name = '' }) =>
        name.length > 64 && name.length <= 128 ? said(endpoint) : undefined,
      ),
  },
  {
    id: 'functions-too-many',
    says: 'A tool has at most 512 functions.',
    source: 'https://github.com/google-gemini/gemini-cli/issues/25440',
    evidence: { 'cloud-code': 'known', 'ai-studio': 'unsure', vertex: 'unsure' },
    olderOn: cloudEndpoints,
    check: ({ request }, { endpoint }) =>
      (request.tools ?? []).flatMap(({ functionDeclarations = [] }, index) =>
        functionDeclarations.length > 512
          ? [
              {
                path: `tools[${index}].function_declarations`,
                text: `${endpoint === 'ai-studio' ? '' : '[FIELD_INVALID] '}At most 512 function declarations can be specified.`,
              },
            ]
          : [],
      ),
  },
]

function said(endpoint: Endpoint): string {
  return endpoint === 'ai-studio' ? nameRule.newer : nameRule.older
}

function eachDeclaration(
  { request }: Subject,
  judge: (declaration: FunctionDeclaration) => string | undefined,
): FieldViolation[] {
  const violations: FieldViolation[] = []
  for (const [tool, { functionDeclarations = [] }] of (request.tools ?? []).entries()) {
    for (const [index, declaration] of functionDeclarations.entries()) {
      const text = judge(declaration)
      if (text !== undefined) violations.push({ path: `tools[${tool}].function_declarations[${index}].name`, text })
    }
  }
  return violations
}

/** An empty list is an unset one. */
function isEmptyTool(tool: Tool): boolean {
  for (const key in tool) {
    if (key !== 'functionDeclarations' || (tool.functionDeclarations ?? []).length > 0) return false
  }
  return true
}
