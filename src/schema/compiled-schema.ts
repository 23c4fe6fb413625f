import type { JsonObject } from '../core/json.ts'
import type { Steps } from '../core/pattern/steps.ts'
import type { Change } from './change.ts'
import type { DialectId } from './dialects/dialect.ts'
import type { Issue, ParseResult } from './issue.ts'

/** A schema fitted to a dialect, and the ways back to the tool's own shape. */
export interface CompiledSchema {
  /** What to send: plain JSON. */
  readonly schema: JsonObject
  /** The dialect that `schema` is written in: of a choice such as `gemini-auto`, the one that was chosen. */
  readonly dialect: DialectId
  /** Every keyword that did not travel one to one. */
  readonly changes: readonly Change[]
  /** From the tool's shape to the wire's. A part without a counterpart passes as it is. */
  encode(value: unknown): unknown
  /** From the wire's shape to the tool's: the exact inverse of `encode`. */
  decode(wire: unknown): unknown
  /**
   * What is wrong with a value, by the original source; nothing when it is valid.
   * @throws ToolfitError `schema-async` when the source checks asynchronously: use {@link checkAsync}.
   */
  check(value: unknown): readonly Issue[]
  checkAsync(value: unknown): Promise<readonly Issue[]>
  /** Checks, and applies the source's defaults, transforms and coercion. */
  parse(value: unknown): ParseResult
  parseAsync(value: unknown): Promise<ParseResult>
  /**
   * What a runtime calls with a model's arguments: decodes, repairs what models get wrong where the intent is certain, parses.
   * Issues of level `warning` say what was repaired; any of level `error` means that the value is not valid.
   */
  receive(wire: unknown): Received
  /**
   * As {@link receive}, with the JSON value that the source parsed: it can be stored and sent again, a transformed one cannot.
   *
   * @param steps Comparisons of the value with schemas, which several calls may share. What is left when they are used up is neither
   * checked nor repaired. Default: in proportion to the value.
   */
  receiveInput(wire: unknown, steps?: Steps): ReceivedInput
  receiveAsync(wire: unknown): Promise<Received>
}

/** A model's arguments in the tool's own shape, and what was wrong with them. */
export interface Received {
  readonly value: unknown
  readonly issues: readonly Issue[]
}

/** {@link Received}, with what it was parsed from. */
export interface ReceivedInput extends Received {
  /** The model's arguments, decoded and repaired, before defaults and transforms of the source. */
  readonly json: unknown
}
