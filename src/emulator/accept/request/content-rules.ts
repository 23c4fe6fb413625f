import type { GenerateContentRequest, Part } from '../../api/message.ts'
import { countTokens } from '../../api/tokens.ts'
import { type FieldError, knownEverywhere, knownOnStudio, unsureEverywhere } from '../rule/rule.ts'
import {
  aboutRequests,
  bareRefusal,
  modelSaid,
  type RequestSubject,
  refuseRequest,
  validateRequest,
} from './request-subject.ts'

const dataMissing = "required oneof field 'data' must have one initialized field"

/** Rules about the fields of `contents`. */
export const contentFieldRules = validateRequest([
  {
    id: 'contents-missing',
    says: 'A request has contents.',
    source: 'recorded on AI Studio, 2024 to 2026',
    evidence: { 'ai-studio': 'known' },
    check: ({ request }) =>
      (request.contents ?? []).length === 0 && [{ path: 'contents', text: 'contents is not specified' }],
  },
  {
    id: 'parts-empty',
    says: 'A content has parts.',
    source: 'https://github.com/janhq/jan/issues/5741',
    evidence: { 'ai-studio': 'known', 'cloud-code': 'unsure' },
    check: ({ turns }) =>
      turns
        .filter(({ content }) => (content.parts ?? []).length === 0)
        .map(({ index }) => ({ path: `contents[${index}].parts`, text: 'contents.parts must not be empty.' })),
  },
  {
    id: 'part-without-data',
    says: 'A part has data; a signature alone is not data.',
    source: 'https://github.com/router-for-me/CLIProxyAPI/issues/1293',
    evidence: { 'ai-studio': 'known', 'cloud-code': 'known' },
    check: (subject) => eachPart(subject, (part) => !hasData(part), 'data', dataMissing),
  },
  {
    id: 'part-text-empty',
    says: 'From Gemini 3 on, an empty text is not data, unless a signature or a function call comes with it.',
    // To the proto, an empty string in a oneof is set: lenient checks take it.
    source:
      'https://github.com/54xzh/FLIT/issues/69; beside calls, and alone on 2.5, in requests that AI Studio took, 2026',
    evidence: { 'ai-studio': 'unsure', 'cloud-code': 'unsure' },
    check: ({ turns, model }) =>
      model.generation === '2.5'
        ? []
        : eachPart({ turns: turns.filter(({ calls }) => calls.length === 0) }, isEmptyText, 'data', dataMissing),
  },
  {
    id: 'function-response-name-empty',
    says: 'A function response has a name.',
    source: 'https://github.com/vectorize-io/hindsight/pull/187',
    evidence: knownOnStudio,
    check: (subject) =>
      eachPart(
        subject,
        ({ functionResponse: response }) => response !== undefined && isBlank(response.name),
        'function_response.name',
        'Name cannot be empty.',
      ),
  },
  {
    id: 'function-call-name-empty',
    says: 'A function call has a name.',
    source: 'by analogy with function responses',
    evidence: unsureEverywhere,
    check: (subject) =>
      eachPart(
        subject,
        ({ functionCall: call }) => call !== undefined && isBlank(call.name),
        'function_call.name',
        'Name cannot be empty.',
      ),
  },
])

/** Rules about `contents`, and about the parts of a request as a whole. */
export const contentRules = refuseRequest([
  {
    id: 'contents-required',
    says: 'A request has contents.',
    source: 'recorded on Vertex and Cloud Code, 2024 to 2026',
    evidence: { vertex: 'known', 'cloud-code': 'known' },
    check: ({ turns }, { endpoint }) => {
      if (turns.length > 0) return undefined
      return endpoint === 'cloud-code'
        ? bareRefusal
        : `Unable to submit request because at least one contents field is required. ${aboutRequests}`
    },
  },
  {
    id: 'parts-required',
    says: 'A content has parts.',
    source: 'https://github.com/anomalyco/opencode/issues/17519',
    evidence: { vertex: 'known' },
    check: ({ turns }) =>
      turns.some(({ content }) => (content.parts ?? []).length === 0) &&
      `Unable to submit request because it must include at least one parts field, which describes the prompt input. ${aboutRequests}`,
  },
  {
    id: 'text-required',
    says: 'A part has data.',
    source: 'https://github.com/BerriAI/litellm/issues/5515',
    evidence: { vertex: 'known' },
    check: ({ turns }) =>
      turns.some(({ content }) => content.parts?.some((part) => !hasData(part))) &&
      `Unable to submit request because it must have a text parameter. Add a text parameter and try again. ${aboutRequests}`,
  },
  {
    id: 'text-empty',
    says: 'An empty text is not data, unless a signature comes with it.',
    source: 'quoted for Vertex by many clients, 2024 to 2026',
    evidence: { vertex: 'known' },
    check: ({ turns }) =>
      turns.some(({ content }) => content.parts?.some(isEmptyText)) &&
      `Unable to submit request because it has an empty text parameter. Add a value to the parameter and try again. ${aboutRequests}`,
  },
  {
    id: 'system-instruction-not-enabled',
    says: 'Some models take no system instruction.',
    source: 'recorded on AI Studio with Gemma, 2025',
    evidence: knownOnStudio,
    check: ({ request, model }) =>
      request.systemInstruction !== undefined &&
      !model.supports.has('system-instruction') &&
      `Developer instruction is not enabled for models/${model.id}`,
  },
  {
    id: 'functions-not-enabled',
    says: 'Some models take no functions.',
    source: 'recorded on AI Studio with Gemma and with models that draw, 2025 to 2026',
    evidence: knownOnStudio,
    check: ({ tools, model }) =>
      tools.declarations.length > 0 &&
      !model.supports.has('functions') &&
      `Function calling is not enabled for ${modelSaid(model)}`,
  },
  {
    id: 'system-instruction-not-text',
    says: 'A system instruction is text.',
    source: 'documentation of systemInstruction',
    evidence: unsureEverywhere,
    check: ({ request }) =>
      request.systemInstruction?.parts?.some((part) => hasData(part) && part.text === undefined) && bareRefusal,
  },
  {
    id: 'cached-content-with-settings',
    says: 'A request with a cached content sets no tools, tool config or system instruction.',
    source: 'https://github.com/vercel/ai/issues/3333, https://github.com/567-labs/instructor/issues/2580',
    evidence: knownEverywhere,
    check: ({ request }, { endpoint }) => {
      if ((request.cachedContent ?? '') === '' || !repeatsCached(request)) return undefined
      return endpoint === 'ai-studio'
        ? 'CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config.\n\nProposed fix: move those values to CachedContent from GenerateContent request.'
        : 'Tool config, tools and system instruction should not be set in the request when using cached content.'
    },
  },
])

/** Rules about `systemInstruction`, which the validator reads last. */
export const systemRules = validateRequest([
  {
    id: 'system-instruction-empty',
    says: 'A system instruction has parts.',
    source: 'by analogy with contents',
    evidence: { 'ai-studio': 'unsure', 'cloud-code': 'unsure' },
    check: ({ request: { systemInstruction } }) =>
      systemInstruction !== undefined &&
      (systemInstruction.parts ?? []).length === 0 && [
        { path: 'system_instruction.parts', text: 'contents.parts must not be empty.' },
      ],
  },
  {
    id: 'system-instruction-part-without-data',
    says: 'A part of a system instruction has data.',
    source: 'recorded on AI Studio, 2025',
    evidence: { 'ai-studio': 'known', 'cloud-code': 'unsure' },
    check: ({ request: { systemInstruction } }) =>
      (systemInstruction?.parts ?? []).flatMap((part, index) =>
        hasData(part) ? [] : [{ path: `system_instruction.parts[${index}].data`, text: dataMissing }],
      ),
  },
])

function eachPart(
  { turns }: Pick<RequestSubject, 'turns'>,
  isWrong: (part: Part) => boolean,
  field: string,
  text: string,
): FieldError[] {
  return turns.flatMap(({ content, index }) =>
    (content.parts ?? []).flatMap((part, position) =>
      isWrong(part) ? [{ path: `contents[${index}].parts[${position}].${field}`, text }] : [],
    ),
  )
}

/** Fields of a part that are not data. */
const besideData: ReadonlySet<string> = new Set([
  'thought',
  'thoughtSignature',
  'videoMetadata',
  'mediaResolution',
  'partMetadata',
])

function hasData(part: Part): boolean {
  for (const key in part) if (!besideData.has(key)) return true
  return false
}

function isEmptyText({ text, thoughtSignature }: Part): boolean {
  return text === '' && isBlank(thoughtSignature)
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text === ''
}

function repeatsCached({ tools = [], toolConfig, systemInstruction }: GenerateContentRequest): boolean {
  return tools.length > 0 || toolConfig !== undefined || systemInstruction !== undefined
}

/** The rule about the length of the input, by the emulator's own count of tokens, which is an estimate. It is checked last. */
export const lengthRules = refuseRequest([
  {
    id: 'input-too-long',
    says: 'The input has at most as many tokens as the model reads.',
    source: 'quoted for AI Studio and Vertex by many clients, 2024 to 2026',
    evidence: { 'ai-studio': 'known', vertex: 'known', 'cloud-code': 'unsure' },
    check: ({ request, model }, { endpoint }) => {
      const limit = model.inputTokenLimit
      // A token is at least one character, and characters are quicker to count.
      if (charactersIn(request) <= limit) return undefined
      const { totalTokens } = countTokens(request)
      if (totalTokens <= limit) return undefined
      return endpoint === 'vertex'
        ? `Unable to submit request because the input token count is ${totalTokens} but model only supports up to ${limit}. Reduce the input token count and try again. You can also use the CountTokens API to calculate prompt token count and billable characters. ${aboutRequests}`
        : `The input token count (${totalTokens}) exceeds the maximum number of tokens allowed (${limit}).`
    },
  },
])

/** The characters of all names and texts, and one for any other value. */
function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  let sum = 0
  for (const key in value) sum += key.length + charactersIn((value as Readonly<Record<string, unknown>>)[key])
  return sum
}
