import { countsDiffer } from './function-response-count.ts'
import { type SentenceRule, unsureEverywhere } from './request-rule.ts'

/** Models of 2.5 counted a picture beside the responses to parallel calls. */
export const functionResponseBesideMedia: SentenceRule = {
  id: 'function-response-beside-media',
  says: 'Before Gemini 3, no media stand beside the responses to several calls.',
  source: 'https://github.com/google-gemini/gemini-cli/pull/16137',
  evidence: unsureEverywhere,
  check: ({ turns }, { model }) =>
    model.generation === '2.5' &&
    turns.some(
      ({ responses, others }) =>
        responses.length > 1 && others.some(({ inlineData, fileData }) => (inlineData ?? fileData) !== undefined),
    )
      ? countsDiffer
      : undefined,
}
