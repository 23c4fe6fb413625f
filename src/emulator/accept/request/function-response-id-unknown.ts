import { readExchanges } from './read-turns.ts'
import { bareRefusal, type SentenceRule, unsureEverywhere } from './request-rule.ts'

/** Documented for Gemini 3.5 and later, without a text. Calls without an id, of an older history, need none. */
export const functionResponseIdUnknown: SentenceRule = {
  id: 'function-response-id-unknown',
  says: 'From Gemini 3.5 on, function responses repeat the ids of the calls.',
  source: 'https://ai.google.dev/gemini-api/docs/function-calling',
  evidence: unsureEverywhere,
  check: ({ turns }, { model }) =>
    model.supports.has('strict-responses') &&
    readExchanges(turns).some(({ call, answers }) => {
      const answered = new Set(answers.flatMap(({ responses }) => responses.map(({ id }) => id)))
      return answers.length > 0 && call.calls.some(({ call: { id = '' } }) => id !== '' && !answered.has(id))
    })
      ? bareRefusal
      : undefined,
}
