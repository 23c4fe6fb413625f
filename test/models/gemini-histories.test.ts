import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnyModelMessage } from '../../src/core/message.ts'
import { repairHistory } from '../../src/history/repair.ts'
import type { ModelTool } from '../../src/models/versions/language-model.ts'
import { arbitraryHistory } from '../history/arbitrary-history.ts'
import { runs } from '../laws/runs.ts'
import { emulate, generations, profiles } from './emulated-gemini.ts'

const tools = ['search', 'read', 'write'].map(
  (name): ModelTool => ({
    type: 'function',
    name,
    inputSchema: { type: 'object', properties: { q: { type: 'object', additionalProperties: { type: 'number' } } } },
  }),
)

/** A signature in the form of Google's own: one that was made up is refused, and rightly. */
function signed(messages: readonly AnyModelMessage[]): AnyModelMessage[] {
  return JSON.parse(JSON.stringify(messages).replace(/("thoughtSignature":)"[^"]*"/g, '$1"CgEB"'))
}

const saysSomething = (messages: readonly AnyModelMessage[]) =>
  repairHistory(messages, 'gemini').messages.some(({ role }) => role !== 'system')

const everywhere = generations.flatMap((id) => profiles.map((profile) => ({ id, profile })))

describe('an orphan can never brick a conversation (D4)', () => {
  test.each(everywhere)('any history at all is a request that $id takes on $profile', async ({ id, profile }) => {
    const { model, emulator } = emulate(id, { profile, maxRetries: 0 })
    const isTaken = async (history: readonly AnyModelMessage[]) => {
      fc.pre(saysSomething(history))
      await model.doGenerate({ prompt: signed(history), tools })
      expect(emulator.requests.at(-1)!.status).toBe(200)
    }
    await fc.assert(fc.asyncProperty(arbitraryHistory, isTaken), runs(0.1))
  })
})
