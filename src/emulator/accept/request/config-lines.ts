import { type FieldViolation, knownOnStudio, type LineRule, unsureEverywhere } from './request-rule.ts'

const allowedMimeTypes: readonly string[] = [
  'text/plain',
  'application/json',
  'application/xml',
  'application/yaml',
  'text/x.enum',
]

/** Lines about `generationConfig`. */
export const configLines: readonly LineRule[] = [
  {
    id: 'stop-sequences-too-many',
    says: 'There are at most 5 stop sequences.',
    source: 'public live probe of Cloud Code, 2026-09; documented for AI Studio and Vertex',
    evidence: { 'cloud-code': 'known', 'ai-studio': 'known', vertex: 'unsure' },
    check: ({ request: { generationConfig } }) =>
      (generationConfig?.stopSequences ?? []).length > 5
        ? line('stop_sequences', 'the number of stop_sequences must not exceed 5.')
        : [],
  },
  {
    id: 'max-output-tokens-not-positive',
    says: '`maxOutputTokens` is positive.',
    // Vertex and Cloud Code name the range of the model in a sentence: `max-output-tokens-out-of-range`.
    source: 'public live probe of AI Studio, 2026',
    evidence: { 'ai-studio': 'known' },
    check: ({ request: { generationConfig } }) =>
      (generationConfig?.maxOutputTokens ?? 1) < 1
        ? line('max_output_tokens', 'max_output_tokens must be positive.')
        : [],
  },
  {
    id: 'temperature-out-of-range',
    says: '`temperature` is from 0 to 2.',
    source: 'public live probes of AI Studio, 2026-08, and Cloud Code, 2026-09',
    evidence: { 'ai-studio': 'known', 'cloud-code': 'known', vertex: 'unsure' },
    check: ({ request: { generationConfig } }) =>
      isOutside(generationConfig?.temperature, 0, 2)
        ? line('temperature', 'temperature must be in the range [0.0, 2.0].')
        : [],
  },
  {
    id: 'top-p-out-of-range',
    says: '`topP` is from 0 to 1.',
    // Documented; the sentence follows that of the temperature.
    source: 'documentation of GenerationConfig',
    evidence: unsureEverywhere,
    check: ({ request: { generationConfig } }) =>
      isOutside(generationConfig?.topP, 0, 1) ? line('top_p', 'top_p must be in the range [0.0, 1.0].') : [],
  },
  {
    id: 'thinking-budget-out-of-range',
    says: '`thinkingBudget` is from -1 to 65535.',
    source: 'public live probe of Cloud Code, 2026-09; quoted for AI Studio by several clients',
    evidence: { 'ai-studio': 'known', 'cloud-code': 'known', vertex: 'unsure' },
    check: ({ request: { generationConfig } }) =>
      isOutside(generationConfig?.thinkingConfig?.thinkingBudget, -1, 65_535)
        ? line('thinking_config.thinking_budget', 'thinking_budget must be in the range [-1, 65535].')
        : [],
  },
  {
    id: 'response-mime-type-unknown',
    says: '`responseMimeType` is one of five types.',
    source: 'public live probes of AI Studio, 2025 to 2026',
    evidence: knownOnStudio,
    check: ({ request: { generationConfig } }) => {
      const type = generationConfig?.responseMimeType ?? ''
      return type === '' || allowedMimeTypes.includes(type)
        ? []
        : line('response_mime_type', `allowed mimetypes are ${listed(allowedMimeTypes)}.`)
    },
  },
]

/** `` `a`, `b` and `c` `` */
function listed(types: readonly string[]): string {
  const quoted = types.map((type) => `\`${type}\``)
  return `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`
}

function line(field: string, text: string): readonly FieldViolation[] {
  return [{ path: `generation_config.${field}`, text }]
}

function isOutside(value: number | undefined, lowest: number, highest: number): boolean {
  return value !== undefined && !(value >= lowest && value <= highest)
}
