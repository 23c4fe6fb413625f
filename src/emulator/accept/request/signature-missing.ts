import type { Endpoint } from '../../api/endpoint.ts'
import { startOfCurrentTurn } from './current-turn.ts'
import { knownEverywhere, type SentenceRule } from './request-rule.ts'

/** Of parallel calls only the first carries a signature; of steps that follow each other, every one. */
export const signatureMissing: SentenceRule = {
  id: 'signature-missing',
  says: 'From Gemini 3 on, the first function call of every step of the current turn has its thought signature.',
  source: 'https://ai.google.dev/gemini-api/docs/thought-signatures, https://github.com/MayDay-wpf/snow-cli/issues/104',
  evidence: knownEverywhere,
  check: ({ turns }, { endpoint, model }) => {
    if (!model.supports.has('signatures-required')) return undefined
    for (const { calls, index } of turns.slice(startOfCurrentTurn(turns))) {
      const [first] = calls
      if (first !== undefined && (first.part.thoughtSignature ?? '') === '') {
        return sentence(endpoint, `default_api:${first.call.name ?? ''}`, index + 1)
      }
    }
    return undefined
  },
}

function sentence(endpoint: Endpoint, name: string, position: number): string {
  return endpoint === 'vertex'
    ? `Unable to submit request because function call \`${name}\` in the ${position}. content block is missing a \`thought_signature\`. Learn more: https://docs.cloud.google.com/vertex-ai/generative-ai/docs/thought-signatures`
    : `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`${name}\` , position ${position}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`
}
