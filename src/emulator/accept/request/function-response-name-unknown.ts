import { readExchanges } from './read-turns.ts'
import { bareRefusal, type SentenceRule } from './request-rule.ts'

/** Up to 3.1 nobody cares for names. Vertex with gemini-3.7-flash gives no reason. */
export const functionResponseNameUnknown: SentenceRule = {
  id: 'function-response-name-unknown',
  says: 'From Gemini 3.5 on, function responses have the names of the calls.',
  source: 'archestra pull request 7583, 2026-08-31',
  evidence: { vertex: 'known', 'ai-studio': 'unsure', 'cloud-code': 'unsure' },
  check: ({ turns }, { model }) =>
    model.supports.has('strict-responses') &&
    readExchanges(turns).some(({ call, answers }) => {
      const called = call.calls.map(({ call: { name = '' } }) => name).sort()
      const answered = answers.flatMap(({ responses }) => responses.map(({ name = '' }) => name)).sort()
      return answered.length > 0 && called.join('\n') !== answered.join('\n')
    })
      ? bareRefusal
      : undefined,
}
