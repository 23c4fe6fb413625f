import type { AnyModelMessage } from '../../src/core/message.ts'
import type { ProfileId } from '../../src/history/profile.ts'
import { anthropicRefusals } from './oracle-anthropic.ts'
import { emulatorRefusals } from './oracle-emulator.ts'
import { geminiRefusals } from './oracle-gemini.ts'
import { openaiChatRefusals } from './oracle-openai-chat.ts'
import { openaiResponsesRefusals } from './oracle-openai-responses.ts'

/** What a provider would answer to a history: an empty list, or its refusals. */
export type Oracle = (messages: readonly AnyModelMessage[]) => string[]

/**
 * An oracle for each provider, written from its documented rules and recorded errors, apart from the code under test: it sends the
 * messages in the plainest way, and looks at what the wire then holds. Gemini's is two: one like the others, which joins nothing,
 * and the emulator behind the real codec.
 */
export const oracles: Readonly<Record<ProfileId, Oracle>> = {
  gemini: (messages) => [...geminiRefusals(messages), ...emulatorRefusals(messages)],
  'openai-chat': openaiChatRefusals,
  'openai-responses': openaiResponsesRefusals,
  anthropic: anthropicRefusals,
}

export const profileIds = Object.keys(oracles) as ProfileId[]
