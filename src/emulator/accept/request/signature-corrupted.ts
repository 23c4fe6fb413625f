import type { Endpoint } from '../../api/endpoint.ts'
import type { Part } from '../../api/message.ts'
import { judgeSignature, type SignatureVerdict, type SignedPart } from '../../api/signature.ts'
import { startOfCurrentTurn } from './current-turn.ts'
import type { Turn } from './read-turns.ts'
import { type JudgeContext, knownEverywhere, type SentenceRule, unsureEverywhere } from './request-rule.ts'

/** A signature that is none, or was cut, or was given by another endpoint or family of models. */
export const signatureCorrupted: SentenceRule = {
  id: 'signature-corrupted',
  says: 'Thought signatures of calls of the current turn come back whole, and to where they were given.',
  source:
    'https://github.com/heyhuynhgiabuu/proxypal/issues/119, https://github.com/lbjlaq/Antigravity-Manager/pull/3342',
  evidence: knownEverywhere,
  check: ({ turns }, context) =>
    findVerdict(callsOf(turns.slice(startOfCurrentTurn(turns))), ['corrupted'], context)
      ? sentence(context.endpoint)
      : undefined,
}

/** Reported of changed thoughts. But one client sends an old signature of Google's with any call, and nobody complains. */
export const signatureMoved: SentenceRule = {
  id: 'signature-moved',
  says: 'Thought signatures of calls of the current turn come back with the call that they were given for.',
  source: 'https://github.com/lbjlaq/Antigravity-Manager/issues/3337',
  evidence: unsureEverywhere,
  check: ({ turns }, context) =>
    findVerdict(callsOf(turns.slice(startOfCurrentTurn(turns))), ['moved'], context)
      ? sentence(context.endpoint)
      : undefined,
}

/** Earlier turns are not searched for missing signatures. Whether those that are there are looked at is not recorded. */
export const signatureCorruptedElsewhere: SentenceRule = {
  id: 'signature-corrupted-elsewhere',
  says: 'All thought signatures come back as they were given, those of texts and of earlier turns too.',
  source: 'https://github.com/google-gemini/gemini-cli/issues/13467',
  evidence: unsureEverywhere,
  check: ({ turns }, context) =>
    findVerdict(partsOf(turns), ['corrupted', 'moved'], context) ? sentence(context.endpoint) : undefined,
}

function sentence(endpoint: Endpoint): string {
  return endpoint === 'ai-studio' ? 'Corrupted thought signature.' : 'Invalid thought signature.'
}

function partsOf(turns: readonly Turn[]): Part[] {
  return turns.flatMap(({ content }) => content.parts ?? [])
}

function callsOf(turns: readonly Turn[]): Part[] {
  return turns.flatMap(({ calls }) => calls.map(({ part }) => part))
}

/** Whether a signature gets one of the verdicts. Models that need no signatures are not known to look at them. */
function findVerdict(
  parts: readonly Part[],
  verdicts: readonly SignatureVerdict[],
  { endpoint, model }: JudgeContext,
): boolean {
  if (!model.supports.has('signatures-required')) return false
  const scope = { endpoint, generation: model.generation }
  return parts.some((part) => {
    const signature = part.thoughtSignature ?? ''
    return signature !== '' && verdicts.includes(judgeSignature(signature, signedPart(part), scope))
  })
}

function signedPart({ functionCall, text = '' }: Part): SignedPart {
  return functionCall === undefined ? text : { name: functionCall.name ?? '', args: functionCall.args }
}
