import { checkRequest } from '../accept/check-request.ts'
import type { Rejection } from '../accept/rules.ts'
import { type AnswerContext, answer } from '../answer/answer.ts'
import { answerInChunks } from '../answer/answer-in-chunks.ts'
import { type Failure, failure } from '../api/envelope.ts'
import type { GenerateContentRequest, GenerateContentResponse, Part } from '../api/message.ts'
import type { Model } from '../api/model.ts'
import { countTokens } from '../api/tokens.ts'
import type { Chunk, FaultCall } from '../faults/fault.ts'
import { parseFaults } from '../faults/fault-call.ts'
import type { ReplyResult, ScriptedError, ScriptQueue } from '../script/script.ts'
import { completeReply, splitReply } from '../script/script-reply.ts'
import { refusal } from './request-errors.ts'
import type { Route } from './route.ts'

/** What generating needs of the emulator. */
export interface GenerateContext {
  readonly scripts: ScriptQueue
  /** How requests are checked. */
  readonly checks: { readonly strict: boolean; readonly nestingLimit?: number }
  readonly clock?: () => Date
}

/** The chunks of an answer, or why there is none. */
export type Generated =
  | Refused
  /** `faults` are those that a script asked for. */
  | { readonly chunks: readonly Chunk[]; readonly faults: readonly FaultCall[] }

export interface Refused {
  readonly failure: Failure
  readonly rejections?: readonly Rejection[]
}

/** A request that passed the first stages: it is well formed, its caller is known, its model exists. */
export interface ModelRequest {
  readonly route: Route
  readonly message: GenerateContentRequest
  readonly model: Model
}

/** Checks a request, and answers it: by the script where there is one, else as the model does. */
export async function generate(asked: ModelRequest, context: GenerateContext): Promise<Generated> {
  const { route, message, model } = asked
  const { endpoint } = route
  const rejections = checkRequest(message, { endpoint, model, ...context.checks })
  if (rejections.length > 0) return { failure: refusal(rejections), rejections }
  const taken = context.scripts.take(message)
  if (taken === undefined) return { chunks: ownAnswer(asked, context), faults: [] }
  // Not a 5xx: a client would retry in vain.
  if ('mismatch' in taken) return { failure: failure('INVALID_ARGUMENT', taken.mismatch) }
  const { reply, fault = '' } = taken.step
  const said = typeof reply === 'function' ? await reply(message) : reply
  if (typeof said === 'object' && 'error' in said) return { failure: scriptedFailure(said.error) }
  const own = typeof said === 'object' && 'fault' in said ? said.fault : ''
  const faults = parseFaults(`${own},${fault}`)
  if (typeof faults === 'string') return { failure: failure('INVALID_ARGUMENT', `A script: ${faults}`) }
  return { chunks: play(said, asked, context), faults }
}

/** Without a stream, a list of one. */
function ownAnswer(asked: ModelRequest, { clock }: GenerateContext): readonly GenerateContentResponse[] {
  const context = contextOf(asked, clock)
  return asked.route.isStream ? answerInChunks(asked.message, context) : [answer(asked.message, context)]
}

function contextOf({ route, model }: ModelRequest, clock: GenerateContext['clock']): AnswerContext {
  const { endpoint } = route
  // AI Studio's answers have no time.
  const hasTime = clock !== undefined && endpoint !== 'ai-studio'
  return { endpoint, model, ...(hasTime && { createTime: clock().toISOString() }) }
}

/** The chunks of a reply that is not an error. */
function play(
  reply: Exclude<ReplyResult, { readonly error: unknown }>,
  asked: ModelRequest,
  context: GenerateContext,
): readonly GenerateContentResponse[] {
  if (typeof reply === 'string') return say([{ text: reply }], asked, context)
  if (Array.isArray(reply)) return say(reply as readonly Part[], asked, context)
  if (reply === undefined || 'fault' in reply) return ownAnswer(asked, context)
  const { isStream } = asked.route
  if ('chunks' in reply) return isStream ? reply.chunks : [joinChunks(reply.chunks)]
  return isStream ? splitReply(reply as GenerateContentResponse) : [reply as GenerateContentResponse]
}

function scriptedFailure(error: ScriptedError): Failure {
  if (Number.isInteger(error.code) && error.code >= 400 && error.code <= 599) return error as Failure
  throw new RangeError(`A script: an error has a code from 400 to 599, not ${error.code}.`)
}

function say(
  parts: readonly Part[],
  asked: ModelRequest,
  { clock }: GenerateContext,
): readonly GenerateContentResponse[] {
  const context = contextOf(asked, clock)
  const response = completeReply(parts, { ...context, own: answer(asked.message, context) })
  return asked.route.isStream ? splitReply(response) : [response]
}

/** Joins chunks for a caller that wants no stream: all their parts, and the last value of every other field. */
function joinChunks(chunks: readonly GenerateContentResponse[]): GenerateContentResponse {
  const parts = chunks.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? [])
  const merged: GenerateContentResponse = Object.assign({}, ...chunks)
  const candidate = Object.assign({}, ...chunks.map(({ candidates }) => candidates?.[0]))
  if (merged.candidates === undefined) return merged
  return { ...merged, candidates: [{ ...candidate, content: { role: 'model', parts } }] }
}

/** The only rule about counting is that there is something to count. */
export function count(message: object): Refused | { readonly body: object } {
  const { generateContentRequest } = message as { generateContentRequest?: GenerateContentRequest }
  const request: GenerateContentRequest = generateContentRequest ?? message
  if (request.contents !== undefined && request.contents.length > 0) return { body: countTokens(request) }
  const place = generateContentRequest === undefined ? '' : '.generate_content_request'
  return {
    failure: failure('INVALID_ARGUMENT', `* CountTokensRequest${place}.contents: contents is not specified\n`),
  }
}
