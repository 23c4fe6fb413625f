import type { Part } from '../api/message.ts'
import { type SignatureScope, sign } from '../api/signature.ts'
import type { Thought } from './think-about.ts'

/**
 * Puts the thought signature where the generation has it. 3.x: on the first call of a step and on no other, and on the last part of an answer
 * without calls. 2.5: on the first part, whatever it is (summaries of thoughts, which come before, have none).
 */
export function signParts(parts: readonly Part[], { isSigned }: Thought, scope: SignatureScope): readonly Part[] {
  if (!isSigned || parts.length === 0) return parts
  const call = parts.findIndex(({ functionCall }) => functionCall !== undefined)
  const at = scope.generation === '2.5' ? 0 : call >= 0 ? call : parts.length - 1
  const signed = parts.slice()
  signed[at] = { ...parts[at], thoughtSignature: signatureOf(parts[at]!, scope) }
  return signed
}

function signatureOf({ text, functionCall }: Part, scope: SignatureScope): string {
  return functionCall === undefined
    ? sign(text ?? '', scope)
    : sign({ name: functionCall.name ?? '', args: functionCall.args ?? {} }, scope)
}
