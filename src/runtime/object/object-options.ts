import type { FlexibleSchema } from '../../tools/flexible-schema.ts'
import type { PromptOptions, RunOptions } from '../run/options.ts'
import type {
  GenerateObjectEndEvent,
  GenerateObjectStartEvent,
  GenerateObjectStepEndEvent,
  GenerateObjectStepStartEvent,
} from './object-events.ts'
import type { RepairTextFunction } from './parse-object.ts'

type Listener<EVENT> = (event: EVENT) => unknown

/** Options of a run that objects have too. */
type CallOptions = Pick<
  RunOptions,
  | 'model'
  | 'maxOutputTokens'
  | 'temperature'
  | 'topP'
  | 'topK'
  | 'presencePenalty'
  | 'frequencyPenalty'
  | 'stopSequences'
  | 'seed'
  | 'reasoning'
  | 'maxRetries'
  | 'abortSignal'
  | 'timeout'
  | 'headers'
  | 'providerOptions'
  | 'telemetry'
  | 'experimental_telemetry'
  | 'experimental_download'
>

/** What `generateObject` and `streamObject` take, beside what says which object is wanted. */
export interface ObjectOptions<OBJECT = unknown> extends CallOptions, PromptOptions {
  /** Repairs an answer that is not JSON, or does not fit the schema. */
  readonly repairText?: RepairTextFunction | undefined
  /** An older name of `repairText`. */
  readonly experimental_repairText?: RepairTextFunction | undefined
  readonly onStart?: Listener<GenerateObjectStartEvent> | undefined
  /** An older name of `onStart`. */
  readonly experimental_onStart?: Listener<GenerateObjectStartEvent> | undefined
  readonly onStepStart?: Listener<GenerateObjectStepStartEvent> | undefined
  /** An older name of `onStepStart`. */
  readonly experimental_onStepStart?: Listener<GenerateObjectStepStartEvent> | undefined
  readonly onStepEnd?: Listener<GenerateObjectStepEndEvent> | undefined
  /** An older name of `onStepEnd`. */
  readonly onStepFinish?: Listener<GenerateObjectStepEndEvent> | undefined
  readonly onFinish?: Listener<GenerateObjectEndEvent<OBJECT>> | undefined
  /** Hooks for tests, as in `ai`. */
  readonly _internal?: ObjectInternals | undefined
}

export interface ObjectInternals {
  readonly generateId?: (() => string) | undefined
  readonly currentDate?: (() => Date) | undefined
  readonly now?: (() => number) | undefined
}

/** A value that fits a schema: the default. */
export interface SchemaObject<SCHEMA extends FlexibleSchema> {
  readonly output?: 'object' | undefined
  readonly schema: SCHEMA
  /** Tells the model what the object is. */
  readonly schemaName?: string | undefined
  readonly schemaDescription?: string | undefined
}

/** A list of values that fit a schema. */
export interface SchemaList<SCHEMA extends FlexibleSchema> extends Omit<SchemaObject<SCHEMA>, 'output'> {
  readonly output: 'array'
}

/** One of several words. */
export interface EnumObject<CHOICE extends string> {
  readonly output: 'enum'
  readonly enum: readonly CHOICE[]
}

/** Any JSON. */
export interface AnyObject {
  readonly output: 'no-schema'
}
