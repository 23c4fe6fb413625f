import type { JsonObject } from '../../core/json.ts'
import type { Delivery } from '../api/delivery.ts'
import type { Endpoint } from '../api/endpoint.ts'
import type { Failure } from '../api/envelope.ts'
import type { GenerateContentRequest, GenerateContentResponse, Part } from '../api/message.ts'
import type { Model } from '../api/model.ts'

/** A piece of an answer: a response, or an error inside a stream. */
export type Chunk = GenerateContentResponse | { readonly error: JsonObject }

export interface FaultContext {
  readonly endpoint: Endpoint
  readonly model: Model
  readonly request: GenerateContentRequest
}

/** The values of a fault's parameters, defaults filled in. */
export type Settings = Readonly<Record<string, string | number>>

export interface Parameter {
  /** A number means that the parameter takes numbers. */
  readonly default: string | number
  readonly summary: string
  /** The words that the parameter takes. Without them, any. */
  readonly oneOf?: readonly string[]
}

/** An error on purpose. It acts at one or several of these places. */
export interface Fault {
  /** In the header `x-toolfit-fault`, and in scripts. */
  readonly name: string
  /** What the caller sees. */
  readonly summary: string
  readonly parameters?: Readonly<Record<string, Parameter>>
  /** Replaces the answer, at the stage of quotas, before the request is validated. */
  refuse?(settings: Settings, model: Model | undefined): Failure
  /** Changes the answer of the model. A request without a stream has one chunk. */
  rewrite?(chunks: readonly Chunk[], settings: Settings, context: FaultContext): readonly Chunk[]
  /** Changes the delivery, also of an error. */
  deliver?(delivery: Delivery, settings: Settings): Delivery
}

/** A fault that a header or a script asks for. */
export interface FaultCall {
  readonly fault: Fault
  readonly settings: Settings
}

/** A chunk with other parts of its first candidate. */
export function changeParts(chunk: Chunk, change: (parts: readonly Part[]) => readonly Part[]): Chunk {
  const [first, ...others] = 'error' in chunk ? [] : (chunk.candidates ?? [])
  if (first === undefined) return chunk
  const content = { role: 'model', ...first.content, parts: change(partsOf(chunk)) }
  return { ...chunk, candidates: [{ ...first, content }, ...others] }
}

export function partsOf(chunk: Chunk): readonly Part[] {
  return 'error' in chunk ? [] : (chunk.candidates?.[0]?.content?.parts ?? [])
}

/** Faults of streams begin after this many events, or at the last event of a shorter stream. */
export const after: Parameter = { default: 1, summary: 'so many events arrive whole before it' }

/** A position in a list of `length`: `wanted`, but at most the last one. */
export function positionIn(length: number, wanted: string | number | undefined): number {
  return Math.max(0, Math.min(Number(wanted), length - 1))
}
