import type { Rejection } from '../accept/rules.ts'
import { type Failure, failure } from '../api/envelope.ts'
import type { GenerateContentRequest, GenerateContentResponse, Part } from '../api/message.ts'
import type { Model } from '../api/model.ts'
import type { Chunk, FaultCall } from '../faults/fault.ts'
import { parseFaults } from '../faults/fault-call.ts'
import type { FixedReply, Reply, ReplyResult, ScriptedError, ScriptQueue } from '../script/script.ts'
import { completeReply, splitReply } from '../script/script-reply.ts'
import { refusal } from './request-errors.ts'
import type { GenerateRoute } from './route.ts'
import type { AnswerContext, Stages } from './stages.ts'

/** What generating needs of the emulator. */
export interface Kitchen {
  readonly stages: Stages
  readonly scripts: ScriptQueue
  readonly judgement: Judgement
  readonly clock?: () => Date
}

/** How strictly a request is judged. */
export interface Judgement {
  readonly strict: boolean
  readonly nestingLimit?: number
}

/** What a model says, or why it says nothing. */
export type Generated =
  | Refused
  /** Faults that a script asked for. */
  | { readonly chunks: readonly Chunk[]; readonly faults: readonly FaultCall[] }

export interface Refused {
  readonly failure: Failure
  readonly rejections?: readonly Rejection[]
}

/** A request behind the first stages: it is well formed, its caller is known, its model exists. */
export interface Order {
  readonly route: GenerateRoute
  readonly message: GenerateContentRequest
  readonly model: Model
}

/** Stages 4 and 5, then the model, or what a script has in its place. */
export async function generate(order: Order, kitchen: Kitchen): Promise<Generated> {
  const { route, message, model } = order
  const { endpoint } = route
  const rejections = kitchen.stages.checkRequest(message, { endpoint, model, ...kitchen.judgement })
  if (rejections.length > 0) return { failure: refusal(rejections), rejections }
  const taken = kitchen.scripts.take(message)
  if (taken === undefined) return { chunks: ownAnswer(order, kitchen), faults: [] }
  // Not a 5xx: a client would try again, and be refused again.
  if ('mismatch' in taken) return { failure: failure('INVALID_ARGUMENT', taken.mismatch) }
  const { reply, fault = '' } = taken.step
  const faults = parseFaults(fault)
  if (typeof faults === 'string') return { failure: failure('INVALID_ARGUMENT', `A script: ${faults}`) }
  const outcome = await play(await resolveReply(reply, message), order, kitchen)
  return 'chunks' in outcome ? { ...outcome, faults: [...outcome.faults, ...faults] } : outcome
}

/** Without a stream, a list of one. */
function ownAnswer(order: Order, { stages, clock }: Kitchen): readonly GenerateContentResponse[] {
  const context = contextOf(order, clock)
  return order.route.isStream ? stages.answerInChunks(order.message, context) : [stages.answer(order.message, context)]
}

function contextOf({ route, model }: Order, clock: Kitchen['clock']): AnswerContext {
  const { endpoint } = route
  // AI Studio's answers have no time.
  const hasTime = clock !== undefined && endpoint !== 'ai-studio'
  return { endpoint, model, ...(hasTime && { createTime: clock().toISOString() }) }
}

async function resolveReply(reply: Reply | undefined, message: GenerateContentRequest): Promise<ReplyResult> {
  return typeof reply === 'function' ? await reply(message) : reply
}

async function play(reply: ReplyResult, order: Order, kitchen: Kitchen): Promise<Generated> {
  if (reply === undefined) return { chunks: ownAnswer(order, kitchen), faults: [] }
  if (typeof reply === 'string') return { chunks: say([{ text: reply }], order, kitchen), faults: [] }
  if (isParts(reply)) return { chunks: say(reply, order, kitchen), faults: [] }
  if ('error' in reply) return { failure: failureOf(reply.error) }
  if ('chunks' in reply) return { chunks: order.route.isStream ? reply.chunks : [joinChunks(reply.chunks)], faults: [] }
  if (!('fault' in reply)) return { chunks: order.route.isStream ? splitReply(reply) : [reply], faults: [] }
  const faults = parseFaults(reply.fault)
  if (typeof faults === 'string') return { failure: failure('INVALID_ARGUMENT', `A script: ${faults}`) }
  return { chunks: ownAnswer(order, kitchen), faults }
}

function failureOf(error: ScriptedError): Failure {
  if (Number.isInteger(error.code) && error.code >= 400 && error.code <= 599) return error as Failure
  throw new RangeError(`A script: an error has a code from 400 to 599, not ${error.code}.`)
}

function isParts(reply: FixedReply): reply is readonly Part[] {
  return Array.isArray(reply)
}

function say(parts: readonly Part[], order: Order, { stages, clock }: Kitchen): readonly GenerateContentResponse[] {
  const context = contextOf(order, clock)
  const response = completeReply(parts, { ...context, own: stages.answer(order.message, context) })
  return order.route.isStream ? splitReply(response) : [response]
}

/** Chunks for a caller that wants no stream: all their parts, and the last word on everything else. */
function joinChunks(chunks: readonly GenerateContentResponse[]): GenerateContentResponse {
  const parts = chunks.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? [])
  const merged: GenerateContentResponse = Object.assign({}, ...chunks)
  const candidate = Object.assign({}, ...chunks.map(({ candidates }) => candidates?.[0]))
  if (merged.candidates === undefined) return merged
  return { ...merged, candidates: [{ ...candidate, content: { role: 'model', parts } }] }
}

/** Counting judges nothing but that there is something to count. */
export function count(message: object, stages: Stages): Refused | { readonly body: object } {
  const { generateContentRequest } = message as { generateContentRequest?: GenerateContentRequest }
  const request: GenerateContentRequest = generateContentRequest ?? message
  if (request.contents !== undefined && request.contents.length > 0) return { body: stages.countTokens(request) }
  const place = generateContentRequest === undefined ? '' : '.generate_content_request'
  return {
    failure: failure('INVALID_ARGUMENT', `* CountTokensRequest${place}.contents: contents is not specified\n`),
  }
}
