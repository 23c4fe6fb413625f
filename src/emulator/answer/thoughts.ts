import type { GenerateContentRequest, Part } from '../api/message.ts'
import type { Model } from '../api/model.ts'
import { type SignatureScope, sign, signedPart } from '../api/signature.ts'
import { cutToTokens, estimateTokens } from '../tokens/estimate-tokens.ts'
import type { PlannedCall } from './plan-calls.ts'

/** The thoughts of the model before its answer. */
export interface Thought {
  /** Summaries, where the caller asks for them. */
  readonly parts: readonly Part[]
  /** 0: it did not think. */
  readonly tokens: number
  /** Whether the answer is signed. */
  readonly isSigned: boolean
}

/**
 * Models that can think do, unless `thinkingBudget` is 0 on a model up to 2.5. `includeThoughts` shows the thoughts.
 * Answers of 3.x with thoughts are signed; those of 2.5 only beside function declarations, as Google documents it.
 */
export function thinkAbout(calls: readonly PlannedCall[], request: GenerateContentRequest, model: Model): Thought {
  const { thinkingBudget, includeThoughts } = request.generationConfig?.thinkingConfig ?? {}
  const isOld = model.generation === '2.5'
  if (!model.supports.has('thinking') || (isOld && thinkingBudget === 0))
    return { parts: [], tokens: 0, isSigned: false }
  const names = [...new Set(calls.map(({ name }) => name))].join(', ')
  const whole =
    names === ''
      ? '**Answering**\n\nNo function is called here.\n'
      : `**Calling functions**\n\nThe prompt asks for ${names}.\n`
  const limit = Math.min(
    thinkingLimit(thinkingBudget),
    request.generationConfig?.maxOutputTokens ?? Number.POSITIVE_INFINITY,
  )
  const text = cutToTokens(whole, limit)
  const hasFunctions = request.tools?.some(({ functionDeclarations = [] }) => functionDeclarations.length > 0) ?? false
  return {
    parts: includeThoughts === true && text !== '' ? [{ text, thought: true }] : [],
    tokens: estimateTokens(text),
    isSigned: !isOld || hasFunctions,
  }
}

/** -1 lets the model decide. */
function thinkingLimit(budget: number | undefined): number {
  return budget === undefined || budget < 1 ? Number.POSITIVE_INFINITY : budget
}

/**
 * Puts the thought signature where the generation has it. 3.x: on the first call of a step and on no other, and on the last part of an answer
 * without calls. 2.5: on the first part after the summaries of thoughts.
 */
export function signParts(parts: readonly Part[], { isSigned }: Thought, scope: SignatureScope): readonly Part[] {
  if (!isSigned || parts.length === 0) return parts
  const call = parts.findIndex(({ functionCall }) => functionCall !== undefined)
  const at = scope.generation === '2.5' ? 0 : call >= 0 ? call : parts.length - 1
  const signed = parts.slice()
  signed[at] = { ...parts[at], thoughtSignature: sign(signedPart(parts[at]!), scope) }
  return signed
}
