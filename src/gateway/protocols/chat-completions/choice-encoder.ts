import type { Json, JsonObject } from '../../../core/json.ts'
import type { ModelStreamPart } from '../../../models/versions/language-model.ts'
import type { FinishReason, ReplyToolCall, Usage } from '../../../wire/model-reply.ts'
import { createStreamEncoder } from '../../../wire/openai-chat/stream-encoder.ts'
import { asGoogle, createCallShaper } from '../../ask/shape-calls.ts'
import { refusalInStream } from '../../ask/upstream-error.ts'
import type { AnswerContext } from './answer-context.ts'
import { encodeFiles } from './encode-files.ts'
import { encodeLogprobs } from './encode-logprobs.ts'
import { toLegacyChoice } from './to-legacy-choice.ts'

/** Turns the parts of one streamed answer into data of events, and remembers what has to be known at its end. */
export interface ChoiceEncoder {
  push(part: ModelStreamPart): string[]
  /** The calls that the client was given. */
  readonly calls: readonly ReplyToolCall[]
  /** Set by the part that ends the answer. */
  readonly end: { readonly finishReason: FinishReason; readonly usage: Usage } | undefined
  /** The code of the error that ended it. */
  readonly error: string | undefined
  /** Whether there was any text, thought, call or file. */
  readonly hasContent: boolean
}

const visible: ReadonlySet<string> = new Set(['text-delta', 'reasoning-delta', 'tool-call', 'file'])

export function createChoiceEncoder(index: number, context: AnswerContext): ChoiceEncoder {
  const { request, id, created, shelf } = context
  // The usage of all choices stands in one last chunk, which is not this one's.
  const encoder = createStreamEncoder({ id, created, modelId: request.modelId, includesUsage: request.includesUsage })
  const issuer = shelf.issuer ?? 'google'
  const shape = createCallShaper(request, issuer)
  const amend = createAmendment(index, context)
  const amendAll = (data: string[]) => (index === 0 && !request.isLegacy ? data : data.map((one) => amend(one)))
  const state: { -readonly [Key in keyof Omit<ChoiceEncoder, 'push'>]: ChoiceEncoder[Key] } = {
    calls: [],
    end: undefined,
    error: undefined,
    hasContent: false,
  }
  const calls: ReplyToolCall[] = []
  state.calls = calls
  let files = 0
  const encode = (part: ModelStreamPart): string[] => {
    if (visible.has(part.type)) state.hasContent = true
    switch (part.type) {
      case 'stream-start':
      case 'raw':
        return []
      case 'error': {
        const { wire } = refusalInStream(part.error)
        state.error ??= wire.code ?? wire.type ?? 'error'
        return encoder.push({ type: 'error', error: wire })
      }
      case 'tool-call': {
        const call = shape(part)
        if (call === undefined) return []
        calls.push(call)
        return amendAll(encoder.push(call))
      }
      case 'text-end':
        return amendAll(encoder.push(asGoogle(part, issuer)))
      case 'file': {
        const images = encodeFiles([part], files++)
        // Written as a delta of text, which is then replaced: the encoder knows no files.
        return encoder.push({ type: 'text-delta', id: '', delta: '' }).map((data) => amend(data, { images }))
      }
      case 'finish': {
        state.end = { finishReason: part.finishReason, usage: part.usage }
        const [reason] = encoder.push(part)
        const logprobs = request.logprobs ? encodeLogprobs(part.providerMetadata) : undefined
        return reason === undefined ? [] : [amend(reason, undefined, logprobs)]
      }
      default:
        return amendAll(encoder.push(part))
    }
  }
  return Object.assign(state, { push: encode })
}

type Amendment = (data: string, delta?: JsonObject, logprobs?: Json) => string

/** What the codec does not write: another index than the first, files, log probabilities, the API of 2023. Most chunks need none of it. */
function createAmendment(index: number, { request }: AnswerContext): Amendment {
  return (data, delta, logprobs) => {
    if (index === 0 && !request.isLegacy && delta === undefined && logprobs === undefined) return data
    const chunk = JSON.parse(data) as { choices: JsonObject[] }
    chunk.choices = chunk.choices.map((choice) => {
      const { content: _, ...rest } = choice['delta'] as JsonObject
      const amended: JsonObject = {
        ...choice,
        index,
        ...(delta === undefined ? {} : { delta: { ...rest, ...delta } }),
        ...(logprobs === undefined ? {} : { logprobs }),
      }
      return request.isLegacy ? toLegacyChoice(amended, 'delta') : amended
    })
    return JSON.stringify(chunk)
  }
}
