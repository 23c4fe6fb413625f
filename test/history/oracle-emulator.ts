import type { AnyModelMessage } from '../../src/core/message.ts'
import { checkRequest } from '../../src/emulator/accept/check-request.ts'
import { parseRequest } from '../../src/emulator/accept/parse-request.ts'
import { findModel } from '../../src/emulator/api/model.ts'
import { endpointFor } from '../../src/models/gemini/gemini-endpoint.ts'
import { traitsOf } from '../../src/models/gemini/model-traits.ts'
import { encodeRequest } from '../../src/wire/gemini/encode-request.ts'
import { generations, profiles } from '../models/emulated-gemini.ts'

const longest = 40

/** Every generation at every endpoint: an emulator each. */
const emulators = generations.flatMap((id) =>
  profiles.map((profile) => {
    const traits = traitsOf(id)
    return { id, profile, traits, origin: { keys: endpointFor(profile).keys, family: traits.family } }
  }),
)

/**
 * What the emulator refuses of a history that is sent as it is, by the real codec. It joins what the codec joins: neighbours of one
 * role are one turn here, and two for the written emulator.
 *
 * One emulator for a history, because nine would take nine times as long; which one, the history says itself, so that the same is asked
 * when a failure is replayed. Over the runs of a property all of them get their turn.
 */
export function emulatorRefusals(messages: readonly AnyModelMessage[]): string[] {
  const size = messages.reduce((sum, { content }) => sum + content.length, messages.length)
  return refusalsOf(messages, emulators[size % emulators.length]!)
}

/** What every one of them refuses. */
export function allRefusals(messages: readonly AnyModelMessage[]): string[] {
  return emulators.flatMap((emulator) => refusalsOf(messages, emulator))
}

function refusalsOf(messages: readonly AnyModelMessage[], emulator: (typeof emulators)[number]): string[] {
  const { id, profile, traits, origin } = emulator
  const { body } = encodeRequest({ messages, traits, origin })
  // That nobody says anything is no matter of turns.
  if (!Array.isArray(body['contents']) || body['contents'].length === 0) return []
  const request = profile === 'cloud-code' ? { model: id, request: body } : body
  const text = JSON.stringify(request, forJudge)
  const parsed = parseRequest(text, 'GenerateContentRequest', { endpoint: profile })
  const rejections = parsed.rejections ?? checkRequest(parsed.message, { endpoint: profile, model: findModel(id)! })
  return rejections.map(({ message }) => `${id} on ${profile}: ${message}`)
}

const bypass = 'skip_thought_signature_validator'

/**
 * A signature in the form of Google's own: one that was made up is refused, and rightly. And the beginning of what is long: to read
 * all that a tool said takes most of the time, and is no matter of turns.
 */
function forJudge(key: string, value: unknown): unknown {
  if (key === 'thoughtSignature') return value === bypass ? value : 'CgEB'
  if (typeof value === 'string') return value.slice(0, longest)
  return Array.isArray(value) && typeof value[0] === 'number' ? value.slice(0, longest) : value
}
