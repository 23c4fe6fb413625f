import type { Json } from '../../../core/json.ts'
import { knownEverywhere, knownOnStudio, unsureEverywhere } from '../rule/rule.ts'
import { bareRefusal, type RequestSubject, readExchanges, refuseRequest, type Turn } from './request-subject.ts'

const roleInvalid = 'Please use a valid role: user, model.'
const endsWithModelTurn = 'Requests ending with a model turn are not supported.'
/** The sentence for every kind of mismatch between calls and responses. */
const countsDiffer =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'

/**
 * Rules about the order of contents, and about function calls and their responses. They are checked in this order, and only the
 * first violation is reported.
 */
export const turnRules = refuseRequest([
  {
    id: 'role-unknown',
    says: 'A role is `user` or `model`.',
    source: 'https://github.com/the-open-agent/openagent/issues/1666',
    evidence: knownEverywhere,
    check: ({ turns }) =>
      turns.some(({ content: { role = '' } }) => !['', 'user', 'model', 'function', 'tool'].includes(role)) &&
      roleInvalid,
  },
  // `function` used to be a role; `tool` never was one. Lenient checks take both for `user`.
  {
    id: 'role-of-function',
    says: '`function` and `tool` are not roles.',
    source: 'clients of 2026 send function responses as `user`; older ones sent `function`',
    evidence: unsureEverywhere,
    check: ({ turns }) => turns.some(({ content: { role } }) => role === 'function' || role === 'tool') && roleInvalid,
  },
  // AI Studio reads a content without a role as one of the user.
  {
    id: 'role-missing',
    says: 'A content has a role.',
    source: 'public live probe of Vertex, 2026',
    evidence: { vertex: 'known', 'cloud-code': 'unsure' },
    check: ({ turns }) => turns.some(({ content: { role = '' } }) => role === '') && roleInvalid,
  },
  {
    id: 'model-turn-alone',
    says: 'A single content is one of the user.',
    source: 'quoted for AI Studio by many clients, 2024 to 2026',
    evidence: knownOnStudio,
    check: ({ turns: [first, second] }) =>
      first?.speaker === 'model' &&
      first.kind === 'plain' &&
      second === undefined &&
      'Please ensure that single turn requests end with a user role or the role field is empty.',
  },
  // A call in the first turn breaks `function-call-order`. A few reports have a text of the model pass on AI Studio.
  {
    id: 'model-turn-first',
    says: 'The model does not speak first.',
    source: 'contradictory reports, 2024 to 2026',
    evidence: unsureEverywhere,
    check: ({ turns: [first] }) => first?.speaker === 'model' && first.kind === 'plain' && bareRefusal,
  },
  {
    id: 'function-response-in-model-turn',
    says: 'Function responses come in contents of the user, unless Google called the functions: those of MCP servers.',
    source: 'recorded on AI Studio without its text; with MCP servers in a request that it took, 2026-02',
    evidence: knownOnStudio,
    check: ({ turns, tools }) =>
      !tools.builtIns.includes('mcpServers') &&
      turns.some(({ speaker, responses }) => speaker === 'model' && responses.length > 0) &&
      bareRefusal,
  },
  {
    id: 'function-call-order',
    says: 'A content with function calls follows one of the user; contents of the model without calls may stand between.',
    source: 'https://github.com/continuedev/continue/issues/11164, and requests that were taken, 2026',
    evidence: knownEverywhere,
    check: ({ turns }) =>
      turns.some(({ kind, index }) => kind === 'call' && !followsUser(turns, index)) &&
      'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
  },
  // A response turn may follow another response turn here: that is for `function-response-split`.
  {
    id: 'function-response-order',
    says: 'A content with function responses follows the one with the calls.',
    source: 'recorded on AI Studio, 2026; since 2024 without the name',
    evidence: knownEverywhere,
    check: ({ turns }) => {
      const lost = turns.find(
        ({ kind, index }) => kind === 'response' && (turns[index - 1]?.kind ?? 'plain') === 'plain',
      )
      return lost === undefined
        ? undefined
        : `Please ensure that function response turn comes immediately after a function call turn. Got function response with name '${lost.responses[0]?.name ?? ''}'.`
    },
  },
  // However the responses are spread over contents. No response at all is for `function-call-unanswered`.
  {
    id: 'function-response-count',
    says: 'There are as many function responses as calls.',
    source: 'https://github.com/earendil-works/pi/issues/5528',
    evidence: knownEverywhere,
    check: ({ turns }) =>
      readExchanges(turns).some(
        ({ call, answers }) =>
          answers.length > 0 && answers.reduce((sum, { responses }) => sum + responses.length, 0) !== call.calls.length,
      ) && countsDiffer,
  },
  // Vertex, probed in 2026-08, refuses split responses. AI Studio took them with 2.5 and refused them with gemini-3-pro.
  {
    id: 'function-response-split',
    says: 'The responses to the calls of one content come in one content; up to 2.5 only on Vertex.',
    source:
      'https://github.com/cloudwego/eino-ext/issues/571, https://github.com/vertesia/llumiverse/pull/620, https://github.com/Oaklight/llm-rosetta/issues/300',
    evidence: { vertex: 'known', 'ai-studio': 'unsure', 'cloud-code': 'unsure' },
    check: ({ turns, model }, { endpoint }) =>
      !(endpoint === 'ai-studio' && model.generation === '2.5') &&
      readExchanges(turns).some(({ answers }) => answers.length > 1) &&
      countsDiffer,
  },
  // Models of 2.5 count a picture beside the responses to parallel calls as a response.
  {
    id: 'function-response-beside-media',
    says: 'Before Gemini 3, responses to several calls have no media beside them.',
    source: 'https://github.com/google-gemini/gemini-cli/pull/16137',
    evidence: unsureEverywhere,
    check: ({ turns, model }) =>
      model.generation === '2.5' &&
      turns.some(
        ({ responses, others }) =>
          responses.length > 1 && others.some(({ inlineData, fileData }) => (inlineData ?? fileData) !== undefined),
      ) &&
      countsDiffer,
  },
  {
    id: 'function-call-unanswered',
    says: 'Function calls are answered before the next content.',
    source: 'https://github.com/microsoft/vscode/issues/299295',
    evidence: knownEverywhere,
    check: ({ turns }) =>
      readExchanges(turns).some(({ answers, next }) => answers.length === 0 && next !== undefined) && countsDiffer,
  },
  // AI Studio and Vertex take two contents of one role in a row. Function responses have no role here.
  {
    id: 'turns-not-alternating',
    says: 'User and model take turns.',
    source: 'public write-up of Cloud Code, 2026; the text is of 2023 and quoted again in 2026-06',
    evidence: { 'cloud-code': 'unsure' },
    check: ({ turns }) =>
      turns.some(({ kind, speaker, index }) => {
        const before = turns[index - 1]
        return kind === 'plain' && before?.kind === 'plain' && before.speaker === speaker
      }) && 'Please ensure that multiturn requests alternate between user and model',
  },
  // Models up to 3.1 ignore the names. Vertex with gemini-3.7-flash gives no reason.
  {
    id: 'function-response-name-unknown',
    says: 'From Gemini 3.5 on, function responses have the names of the calls.',
    source: 'archestra pull request 7583, 2026-08-31',
    evidence: { vertex: 'known', 'ai-studio': 'unsure', 'cloud-code': 'unsure' },
    check: ({ turns, model }) =>
      model.supports.has('strict-responses') &&
      readExchanges(turns).some(({ call, answers }) => {
        const called = call.calls.map(({ call: { name = '' } }) => name).sort()
        const answered = answers.flatMap(({ responses }) => responses.map(({ name = '' }) => name)).sort()
        return answered.length > 0 && called.join('\n') !== answered.join('\n')
      }) &&
      bareRefusal,
  },
  // Documented for Gemini 3.5 and later, without a text. A call without an id, from an older history, needs none.
  {
    id: 'function-response-id-unknown',
    says: 'From Gemini 3.5 on, function responses repeat the ids of the calls.',
    source: 'https://ai.google.dev/gemini-api/docs/function-calling',
    evidence: unsureEverywhere,
    check: ({ turns, model }) =>
      model.supports.has('strict-responses') &&
      readExchanges(turns).some(({ call, answers }) => {
        const answered = new Set(answers.flatMap(({ responses }) => responses.map(({ id }) => id)))
        return answers.length > 0 && call.calls.some(({ call: { id = '' } }) => id !== '' && !answered.has(id))
      }) &&
      bareRefusal,
  },
  {
    id: 'function-response-parts-unsupported',
    says: 'Before Gemini 3, function responses have no parts.',
    source: 'public live probe of AI Studio with gemini-2.5-flash, 2026',
    evidence: knownOnStudio,
    check: ({ turns, model }) =>
      !model.supports.has('multimodal-responses') &&
      turns.some(({ responses }) => responses.some(({ parts = [] }) => parts.length > 0)) &&
      'Multimodal function responses are not supported for this model',
  },
  // Google reads a `$ref` anywhere in a response as the name of a part, whatever the client meant.
  {
    id: 'function-response-reference',
    says: 'A `$ref` in a function response is the displayName of one of its parts.',
    source: 'https://github.com/twentyhq/twenty/issues/21712, https://github.com/vercel/ai/issues/14369',
    evidence: { 'ai-studio': 'known', vertex: 'known', 'cloud-code': 'unsure' },
    check: (subject) => findReference(subject, (isNamed) => !isNamed),
  },
  // This form is documented, but fails on AI Studio with 3.5 and 3.6 Flash.
  {
    id: 'function-response-reference-named',
    says: 'A function response has no `$ref`, not even to one of its parts.',
    source: 'https://github.com/googleapis/python-genai/issues/2792',
    evidence: { 'ai-studio': 'known', vertex: 'unsure', 'cloud-code': 'unsure' },
    check: (subject) => findReference(subject, (isNamed) => isNamed),
  },
  // Earlier models continue the text of the last model turn. A recorded request without signatures was refused for its last
  // turn, so this rule stands before the ones about signatures.
  {
    id: 'model-turn-last',
    says: 'From Gemini 3.6 on (and 3.5 Flash-Lite), the model does not speak last.',
    source: 'https://github.com/pipecat-ai/pipecat/pull/5821, https://github.com/Zoo-Code-Org/Zoo-Code/issues/1052',
    evidence: { 'ai-studio': 'known', vertex: 'known', 'cloud-code': 'unsure' },
    check: ({ turns, model }) =>
      turns.at(-1)?.speaker === 'model' && !model.supports.has('prefill') && endsWithModelTurn,
  },
  // Late models read a content that mixes responses with other parts as one of the model.
  {
    id: 'function-response-mixed',
    says: 'From Gemini 3.6 on, a last content with function responses has no other parts.',
    source: 'https://github.com/anomalyco/opencode/pull/43479, and a public live probe of Vertex, 2026-09',
    evidence: { vertex: 'known', 'ai-studio': 'unsure', 'cloud-code': 'unsure' },
    check: ({ turns, model }) => {
      const last = turns.at(-1)
      return last?.kind === 'response' && last.others.length > 0 && !model.supports.has('prefill') && endsWithModelTurn
    },
  },
  // Late models refuse any model turn at the end. The text of early models for a call without an answer is not recorded.
  {
    id: 'function-call-last',
    says: 'A request does not end with function calls.',
    source: 'by analogy with unanswered calls elsewhere in the history',
    evidence: unsureEverywhere,
    check: ({ turns, model }) => turns.at(-1)?.kind === 'call' && model.supports.has('prefill') && countsDiffer,
  },
])

/** A model may say something in one content and call in the next. */
function followsUser(turns: readonly Turn[], index: number): boolean {
  let before = index - 1
  while (turns[before]?.speaker === 'model' && turns[before]?.kind === 'plain') before--
  const turn = turns[before]
  // Functions of MCP servers are answered in a content of the model.
  return turn?.speaker === 'user' || turn?.kind === 'response'
}

function findReference({ turns }: RequestSubject, isWrong: (isNamed: boolean) => boolean): string | undefined {
  for (const { responses } of turns) {
    for (const { response, parts = [] } of responses) {
      const names = new Set(parts.map(({ inlineData, fileData }) => (inlineData ?? fileData)?.displayName))
      for (const name of references(response ?? {})) {
        if (isWrong(names.has(name))) {
          return `The referenced name \`${name}\` in function_response.response does not match to a display_name in the function_response.parts.`
        }
      }
    }
  }
  return undefined
}

function* references(value: Json): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    if (key === '$ref' && typeof member === 'string' && !Array.isArray(value)) yield member
    else yield* references(member as Json)
  }
}
