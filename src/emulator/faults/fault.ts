import type { JsonObject } from '../../core/json.ts'
import type { Delivery } from '../api/delivery.ts'
import type { Endpoint } from '../api/endpoint.ts'
import type { Failure } from '../api/envelope.ts'
import type { GenerateContentRequest, GenerateContentResponse } from '../api/message.ts'
import type { Model } from '../api/model.ts'

/** A piece of an answer: a response, or an error inside a stream. */
export type Chunk = GenerateContentResponse | { readonly error: JsonObject }

export interface FaultContext {
  readonly endpoint: Endpoint
  readonly model: Model
  readonly request: GenerateContentRequest
  readonly isStream: boolean
}

/** The values of a fault's parameters, defaults filled in. */
export type Settings = Readonly<Record<string, string | number>>

export interface Parameter {
  /** A number here means that it takes numbers. */
  readonly default: string | number
  readonly summary: string
  /** The words that it takes. Without them, any. */
  readonly oneOf?: readonly string[]
}

/** Something that goes wrong on purpose. It acts in one place or in several. */
export interface Fault {
  /** In the header `x-toolfit-fault`, and in scripts. */
  readonly name: string
  /** What the caller sees. */
  readonly summary: string
  readonly parameters: Readonly<Record<string, Parameter>>
  /** Instead of an answer: at the stage of quotas, before the request is validated. */
  refuse?(settings: Settings, model: Model | undefined): Failure
  /** In what the model says. A request without a stream has one chunk. */
  rewrite?(chunks: readonly Chunk[], settings: Settings, context: FaultContext): readonly Chunk[]
  /** On the wire, whatever the answer is. */
  deliver?(delivery: Delivery, settings: Settings): Delivery
}

/** A fault that was asked for. */
export interface FaultCall {
  readonly fault: Fault
  readonly settings: Settings
}

/** Faults of streams begin behind this many events; the last one is always hit, if nothing comes after it. */
export const after: Parameter = { default: 1, summary: 'so many events arrive whole before it' }

/** A position in a list of `length`: `wanted`, but never behind its last entry. */
export function positionIn(length: number, wanted: string | number | undefined): number {
  return Math.max(0, Math.min(Number(wanted), length - 1))
}
