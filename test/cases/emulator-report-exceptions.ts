import type { RuleId } from '../../src/emulator/accept/rules.ts'

/** A report whose text is not repeated, why, and by which rule the request is refused now, if it is. */
export interface ReportException {
  readonly kind: string
  readonly date: RegExp
  readonly reason: string
  readonly rule?: RuleId
}

/** What became of recorded rejections that the emulator does not repeat word for word. */
export const reportExceptions: readonly ReportException[] = [
  { kind: 'too-many-states', date: /./, reason: 'depends on the size of the whole request; no number is recorded' },
  { kind: 'response-schema-unsupported-field', date: /2024/, reason: 'lifted since' },
  {
    kind: 'missing-type',
    date: /2026-02-26/,
    reason: 'the input is elided, and an any_of node counts as typed: otherwise no union could pass',
  },
  {
    kind: 'type-missing',
    date: /2026/,
    reason: 'the input is elided, and comes from a time when any_of was not known',
  },
  {
    kind: 'unknown-field-function-response-id',
    date: /2026-04/,
    reason: 'Vertex has the field since the middle of 2026',
  },
  {
    kind: 'history-fr-order',
    date: /2024/,
    reason: 'wording of 2024: calls and responses that differ in number have a sentence of their own since',
    rule: 'function-response-count',
  },
  {
    kind: 'history-count',
    date: /2025-02/,
    reason: 'Gemini 1.5, which had one sentence for order and number; AI Studio takes split responses with 2.5',
  },
  {
    kind: 'role-alternation',
    date: /2026-06/,
    reason: 'a sentence of Gemini 1.0, perhaps a paraphrase; the same request has another recorded text',
    rule: 'function-response-split',
  },
  {
    kind: 'thinking-level',
    date: /2026/,
    reason: 'the Interactions API, which is another one and says it in other words',
    rule: 'thinking-level-unsupported',
  },
]
