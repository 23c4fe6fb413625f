import type { Endpoint } from '../../api/endpoint.ts'
import type { Part } from '../../api/message.ts'
import { classifySignature, type SignatureKind, signedPart } from '../../api/signature.ts'
import { knownEverywhere, unsureEverywhere } from '../rule/rule.ts'
import { type RequestSubject, refuseRequest, type Turn } from './request-subject.ts'

/** Rules about thought signatures. */
export const signatureRules = refuseRequest([
  // Of parallel calls only the first carries a signature.
  {
    id: 'signature-missing',
    says: 'From Gemini 3 on, the first function call of every step of the current turn has its thought signature.',
    source:
      'https://ai.google.dev/gemini-api/docs/thought-signatures, https://github.com/MayDay-wpf/snow-cli/issues/104',
    evidence: knownEverywhere,
    check: ({ turns, model }, { endpoint }) => {
      if (!model.supports.has('signatures-required')) return undefined
      for (const { calls, index } of turns.slice(startOfCurrentTurn(turns))) {
        const [first] = calls
        if (first !== undefined && (first.part.thoughtSignature ?? '') === '') {
          return missing(endpoint, `default_api:${first.call.name ?? ''}`, index + 1)
        }
      }
      return undefined
    },
  },
  // It is not a signature, or is cut short, or comes from another endpoint or generation of models.
  {
    id: 'signature-corrupted',
    says: 'Thought signatures of calls of the current turn come back unchanged, to the endpoint and generation that made them.',
    source:
      'https://github.com/heyhuynhgiabuu/proxypal/issues/119, https://github.com/lbjlaq/Antigravity-Manager/pull/3342',
    evidence: knownEverywhere,
    check: (subject, { endpoint }) =>
      isAny(['corrupted'], currentCalls(subject), subject, endpoint) && invalid(endpoint),
  },
  // Reported for changed thoughts. But one client sends an old signature of Google's with every call, and it passes.
  {
    id: 'signature-moved',
    says: 'Thought signatures of calls of the current turn come back with the call that they were made for.',
    source: 'https://github.com/lbjlaq/Antigravity-Manager/issues/3337',
    evidence: unsureEverywhere,
    check: (subject, { endpoint }) => isAny(['moved'], currentCalls(subject), subject, endpoint) && invalid(endpoint),
  },
  // Missing signatures of earlier turns are not refused. Whether Google checks the ones that are there is not recorded.
  {
    id: 'signature-corrupted-elsewhere',
    says: 'All thought signatures come back unchanged, those of texts and of earlier turns too.',
    source: 'https://github.com/google-gemini/gemini-cli/issues/13467',
    evidence: unsureEverywhere,
    check: (subject, { endpoint }) =>
      isAny(['corrupted', 'moved'], allParts(subject), subject, endpoint) && invalid(endpoint),
  },
])

function missing(endpoint: Endpoint, name: string, position: number): string {
  return endpoint === 'vertex'
    ? `Unable to submit request because function call \`${name}\` in the ${position}. content block is missing a \`thought_signature\`. Learn more: https://docs.cloud.google.com/vertex-ai/generative-ai/docs/thought-signatures`
    : `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`${name}\` , position ${position}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`
}

function invalid(endpoint: Endpoint): string {
  return endpoint === 'ai-studio' ? 'Corrupted thought signature.' : 'Invalid thought signature.'
}

function allParts({ turns }: RequestSubject): Part[] {
  return turns.flatMap(({ content }) => content.parts ?? [])
}

function currentCalls({ turns }: RequestSubject): Part[] {
  return turns.slice(startOfCurrentTurn(turns)).flatMap(({ calls }) => calls.map(({ part }) => part))
}

/** Whether the signature of a part is one of these kinds. Models that need no signatures are not known to check them. */
function isAny(
  kinds: readonly SignatureKind[],
  parts: readonly Part[],
  { model }: RequestSubject,
  endpoint: Endpoint,
): boolean {
  if (!model.supports.has('signatures-required')) return false
  const scope = { endpoint, generation: model.generation }
  return parts.some((part) => {
    const signature = part.thoughtSignature ?? ''
    return signature !== '' && kinds.includes(classifySignature(signature, signedPart(part), scope))
  })
}

/** The index after the last content in which the user says something other than function responses. */
function startOfCurrentTurn(turns: readonly Turn[]): number {
  return turns.findLastIndex(({ speaker, others }) => speaker === 'user' && others.length > 0) + 1
}
