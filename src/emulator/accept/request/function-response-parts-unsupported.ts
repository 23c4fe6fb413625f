import { knownOnStudio, type SentenceRule } from './request-rule.ts'

/** Pictures and documents inside of a function response. */
export const functionResponsePartsUnsupported: SentenceRule = {
  id: 'function-response-parts-unsupported',
  says: 'Before Gemini 3, function responses have no parts.',
  source: 'public live probe of AI Studio with gemini-2.5-flash, 2026',
  evidence: knownOnStudio,
  check: ({ turns }, { model }) =>
    !model.supports.has('multimodal-responses') &&
    turns.some(({ responses }) => responses.some(({ parts = [] }) => parts.length > 0))
      ? 'Multimodal function responses are not supported for this model'
      : undefined,
}
