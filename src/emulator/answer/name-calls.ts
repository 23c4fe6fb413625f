import type { Content, FunctionCall } from '../api/message.ts'
import type { Model } from '../api/model.ts'
import { createNumbers, drawWord } from './fingerprint.ts'
import type { PlannedCall } from './plan-calls.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Calls as they are sent: with an id that is new in the conversation, where the model gives ids. */
export function nameCalls(
  calls: readonly PlannedCall[],
  contents: readonly Content[],
  seed: number,
  model: Model,
): FunctionCall[] {
  if (!model.supports.has('call-ids')) return calls.map(({ name, args }) => ({ name, args }))
  const used = new Set(contents.flatMap(({ parts = [] }) => parts.map(({ functionCall }) => functionCall?.id)))
  const next = createNumbers(seed)
  return calls.map(({ name, args }) => {
    let id = drawWord(next, 8, letters)
    while (used.has(id)) id = drawWord(next, 8, letters)
    used.add(id)
    return { id, name, args }
  })
}
