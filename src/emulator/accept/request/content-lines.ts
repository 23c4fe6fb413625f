import type { Part } from '../../api/message.ts'
import { type FieldViolation, knownOnStudio, type LineRule, type Subject, unsureEverywhere } from './request-rule.ts'

const dataMissing = "required oneof field 'data' must have one initialized field"

/** Lines about `contents` and `systemInstruction`. Vertex says most of this in sentences: see request-sentences.ts. */
export const contentLines: readonly LineRule[] = [
  {
    id: 'contents-missing',
    says: 'A request has contents.',
    source: 'recorded on AI Studio, 2024 to 2026',
    evidence: { 'ai-studio': 'known' },
    check: ({ request }) =>
      (request.contents ?? []).length === 0 ? [{ path: 'contents', text: 'contents is not specified' }] : [],
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
    says: 'A part has data: a signature alone is none.',
    source: 'https://github.com/router-for-me/CLIProxyAPI/issues/1293',
    evidence: { 'ai-studio': 'known', 'cloud-code': 'known' },
    check: (subject) =>
      eachPart(subject, (part) => (hasData(part) ? undefined : { below: '.data', text: dataMissing })),
  },
  {
    id: 'part-text-empty',
    says: 'An empty text is no data, unless a signature comes with it.',
    // Strict: refused, as reported. Lenient: an empty string that is set is set, as the proto would have it.
    source: 'https://github.com/54xzh/FLIT/issues/69',
    evidence: { 'ai-studio': 'unsure', 'cloud-code': 'unsure' },
    check: (subject) =>
      eachPart(subject, (part) => (isEmptyText(part) ? { below: '.data', text: dataMissing } : undefined)),
  },
  {
    id: 'function-response-name-empty',
    says: 'A function response has a name.',
    source: 'https://github.com/vectorize-io/hindsight/pull/187',
    evidence: knownOnStudio,
    check: (subject) =>
      eachPart(subject, ({ functionResponse }) =>
        functionResponse !== undefined && isBlank(functionResponse.name)
          ? { below: '.function_response.name', text: 'Name cannot be empty.' }
          : undefined,
      ),
  },
  {
    id: 'function-call-name-empty',
    says: 'A function call has a name.',
    // Recorded for responses only.
    source: 'by analogy with function responses',
    evidence: unsureEverywhere,
    check: (subject) =>
      eachPart(subject, ({ functionCall }) =>
        functionCall !== undefined && isBlank(functionCall.name)
          ? { below: '.function_call.name', text: 'Name cannot be empty.' }
          : undefined,
      ),
  },
]

export const systemLines: readonly LineRule[] = [
  {
    id: 'system-instruction-empty',
    says: 'A system instruction has parts.',
    // Recorded for contents only.
    source: 'by analogy with contents',
    evidence: { 'ai-studio': 'unsure', 'cloud-code': 'unsure' },
    check: ({ request: { systemInstruction } }) =>
      systemInstruction !== undefined && (systemInstruction.parts ?? []).length === 0
        ? [{ path: 'system_instruction.parts', text: 'contents.parts must not be empty.' }]
        : [],
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
]

function eachPart(
  { turns }: Subject,
  judge: (part: Part) => { readonly below: string; readonly text: string } | undefined,
): FieldViolation[] {
  const violations: FieldViolation[] = []
  for (const { content, index } of turns) {
    for (const [position, part] of (content.parts ?? []).entries()) {
      const wrong = judge(part)
      if (wrong !== undefined) {
        violations.push({ path: `contents[${index}].parts[${position}]${wrong.below}`, text: wrong.text })
      }
    }
  }
  return violations
}

/** Fields of a part that stand beside its data. */
const besideData: ReadonlySet<string> = new Set([
  'thought',
  'thoughtSignature',
  'videoMetadata',
  'mediaResolution',
  'partMetadata',
])

export function hasData(part: Part): boolean {
  for (const key in part) if (!besideData.has(key)) return true
  return false
}

export function isEmptyText({ text, thoughtSignature }: Part): boolean {
  return text === '' && isBlank(thoughtSignature)
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text === ''
}
