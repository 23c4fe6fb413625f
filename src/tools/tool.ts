import { ToolfitError } from '../core/errors.ts'
import type { Untyped } from './flexible-schema.ts'
import type {
  DescribingFields,
  ExecutableDefinition,
  OlderDefinition,
  OlderReportedDefinition,
  PlainFields,
  ReportedDefinition,
  ShowingFields,
} from './tool-definition.ts'
import type { AnyToolCallOptions, ToolRetries } from './tool-options.ts'

type Awaitable<T> = T | PromiseLike<T>

/** A tool, whatever its kind, as it is taken from {@link tool}, from `ai` 5, 6 and 7, or written by hand. */
export interface AnyTool {
  readonly type?: string | undefined
  readonly description?: unknown
  readonly title?: string | undefined
  readonly inputSchema?: unknown
  readonly parameters?: unknown
  readonly outputSchema?: unknown
  readonly contextSchema?: unknown
  readonly providerOptions?: unknown
  readonly metadata?: unknown
  readonly strict?: boolean | undefined
  readonly inputExamples?: readonly { readonly input: unknown }[] | undefined
  readonly needsApproval?: boolean | ((input: Untyped, options: Untyped) => unknown) | undefined
  readonly execute?: ((input: Untyped, options: Untyped) => unknown) | undefined
  readonly onInputStart?: ((options: Untyped) => unknown) | undefined
  readonly onInputDelta?: ((options: Untyped) => unknown) | undefined
  readonly onInputAvailable?: ((options: Untyped) => unknown) | undefined
  readonly toModelOutput?: ((options: Untyped) => unknown) | undefined
  readonly timeout?: number | undefined
  readonly retries?: number | ToolRetries | undefined
  readonly exclusive?: boolean | string | undefined
}

/** Tools by their names: made by {@link tool}, by `ai` 5, 6 or 7, or written by hand. */
export type ToolSet = Record<string, AnyTool>

/** Holds the type of the result where no function has it. There is no such property at run time. */
export declare const outputType: unique symbol

/** A `ToolResultOutput`. The versions of `ai` differ in the values, and `ai` 5 does not wait for a promise. */
type ShownOutput =
  | { type: 'text' | 'error-text'; value: string; providerOptions?: Untyped }
  | { type: 'json' | 'error-json'; value: Untyped; providerOptions?: Untyped }
  | { type: 'content'; value: Untyped[]; providerOptions?: Untyped }
  | { type: 'execution-denied'; reason?: string; providerOptions?: Untyped }

/** Runs a tool. A promised iterable, which Toolfit also takes, is left out here: `ai` takes it for the result itself. */
type ToolExecute<INPUT, OUTPUT, CONTEXT> = (
  input: INPUT,
  options: AnyToolCallOptions<CONTEXT>,
) => AsyncIterable<OUTPUT> | PromiseLike<OUTPUT> | OUTPUT

type ContextResult<CONTEXT> =
  | { readonly value: CONTEXT; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] }

/** As a Standard Schema, so that `ai` 7 knows from it which `toolsContext` to ask for. */
interface ContextSchema<CONTEXT> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => ContextResult<CONTEXT> | Promise<ContextResult<CONTEXT>>
    readonly types?: { readonly input: unknown; readonly output: CONTEXT } | undefined
  }
}

/**
 * A tool: what the model is told of it, and how it is run. {@link tool} makes one; `ai` 5, 6 and 7 take it for theirs.
 *
 * @example
 * ```ts
 * import { tool, type Tool } from 'toolfit'
 * import { z } from 'zod'
 *
 * const double: Tool<{ n: number }, number> = tool({ inputSchema: z.object({ n: z.number() }), execute: ({ n }) => 2 * n })
 * ```
 */
export interface Tool<INPUT = Untyped, OUTPUT = Untyped, CONTEXT = Untyped> {
  readonly type?: 'function' | 'dynamic' | undefined
  readonly description?: string | ((options: { context: CONTEXT }) => string)
  readonly title?: string
  readonly inputSchema: Untyped
  readonly outputSchema?: Untyped
  readonly contextSchema?: ContextSchema<CONTEXT>
  readonly providerOptions?: Record<string, Untyped>
  readonly metadata?: Record<string, Untyped>
  readonly strict?: boolean
  readonly inputExamples?: { input: INPUT }[]
  readonly needsApproval?: boolean | ((input: INPUT, options: AnyToolCallOptions<CONTEXT>) => Awaitable<boolean>)
  readonly execute?: ToolExecute<INPUT, OUTPUT, CONTEXT>
  readonly onInputStart?: (options: AnyToolCallOptions<CONTEXT>) => Awaitable<void>
  readonly onInputDelta?: (options: { inputTextDelta: string } & AnyToolCallOptions<CONTEXT>) => Awaitable<void>
  readonly onInputAvailable?: (options: { input: INPUT } & AnyToolCallOptions<CONTEXT>) => Awaitable<void>
  readonly toModelOutput?: (options: { toolCallId: string; input: INPUT; output: OUTPUT }) => Awaitable<ShownOutput>
  readonly timeout?: number
  readonly retries?: number | ToolRetries
  readonly exclusive?: boolean | string
  readonly [outputType]?: () => OUTPUT
}

/** A tool that can be run. */
export interface ExecutableTool<INPUT = Untyped, OUTPUT = Untyped, CONTEXT = Untyped>
  extends Tool<INPUT, OUTPUT, CONTEXT> {
  readonly type?: 'function' | undefined
  readonly execute: ToolExecute<INPUT, OUTPUT, CONTEXT>
}

/** An {@link ExecutableTool} for `ai` 6 and 7: `ai` 5 would call its `toModelOutput` with other arguments. */
export interface ShowingTool<INPUT, OUTPUT, CONTEXT> extends ExecutableTool<INPUT, OUTPUT, CONTEXT> {
  readonly description?: string
}

/** An {@link ExecutableTool} for `ai` 5, 6 and 7. */
export interface PlainTool<INPUT, OUTPUT, CONTEXT> extends ExecutableTool<INPUT, OUTPUT, CONTEXT> {
  readonly description?: string
  readonly toModelOutput?: never
}

/** A tool whose calls are reported and not run, for `ai` 5, 6 and 7. `OUTPUT` is `never` where no schema says what it will be. */
export type ReportedTool<INPUT, OUTPUT, CONTEXT> = Tool<INPUT, OUTPUT, CONTEXT> & {
  readonly type?: 'function' | undefined
  readonly description?: string
  readonly toModelOutput?: never
  readonly execute?: never
} & ([OUTPUT] extends [never] ? { readonly outputSchema?: never } : { readonly outputSchema: Untyped })

/**
 * Defines a tool, and infers its types from its schema and from what `execute` returns. It returns the object that it was given,
 * with an `id` (not enumerable) where there was none: no wrapper, no copy. `ai` 5, 6 and 7 take what it returns.
 *
 * @example
 * ```ts
 * import { tool } from 'toolfit'
 * import { z } from 'zod'
 *
 * const weather = tool({
 *   description: 'The weather in a city.',
 *   inputSchema: z.object({ city: z.string(), units: z.enum(['c', 'f']).default('c') }),
 *   execute: async ({ city, units }) => ({ city, degrees: units === 'c' ? 31 : 88 }),
 * })
 *
 * await weather.execute({ city: 'Rome', units: 'c' }, { toolCallId: 'call-1', messages: [] }) // { city: 'Rome', degrees: 31 }
 * ```
 */
// With toModelOutput comes first: an overload that rules it out would widen the literals that it returns.
export function tool<INPUT, OUTPUT, CONTEXT = unknown>(
  definition: ExecutableDefinition<INPUT, OUTPUT, CONTEXT> & ShowingFields<INPUT, OUTPUT>,
): ShowingTool<INPUT, OUTPUT, CONTEXT>
export function tool<INPUT, OUTPUT, CONTEXT = unknown>(
  definition: ExecutableDefinition<INPUT, OUTPUT, CONTEXT> & PlainFields,
): PlainTool<INPUT, OUTPUT, CONTEXT>
export function tool<INPUT, OUTPUT = never, CONTEXT = unknown>(
  definition: ReportedDefinition<INPUT, OUTPUT, CONTEXT> & PlainFields,
): ReportedTool<INPUT, OUTPUT, CONTEXT>
export function tool<INPUT, OUTPUT = never, CONTEXT = unknown>(
  definition: ReportedDefinition<INPUT, OUTPUT, CONTEXT> & DescribingFields<INPUT, OUTPUT, CONTEXT>,
): Tool<INPUT, OUTPUT, CONTEXT>
export function tool<INPUT, OUTPUT, CONTEXT = unknown>(
  definition: OlderDefinition<INPUT, OUTPUT, CONTEXT> & PlainFields,
): PlainTool<INPUT, OUTPUT, CONTEXT>
export function tool<INPUT, OUTPUT = never, CONTEXT = unknown>(
  definition: OlderReportedDefinition<INPUT, OUTPUT, CONTEXT> & PlainFields,
): ReportedTool<INPUT, OUTPUT, CONTEXT>
export function tool<INPUT, OUTPUT, CONTEXT = unknown>(
  definition: ExecutableDefinition<INPUT, OUTPUT, CONTEXT> & DescribingFields<INPUT, OUTPUT, CONTEXT>,
): ExecutableTool<INPUT, OUTPUT, CONTEXT>
export function tool(definition: object): object {
  if (typeof definition !== 'object' || definition === null) {
    throw new ToolfitError('tool-unreadable', `tool() takes an object with an inputSchema, got ${String(definition)}.`)
  }
  const { inputSchema, parameters, id } = definition as AnyTool & { readonly id?: unknown }
  // Reflect, because a frozen tool is a tool all the same: inputSchemaOf and toolIdOf know what could not be written on it.
  if (inputSchema === undefined && parameters !== undefined) hide(definition, 'inputSchema', parameters)
  if (id === undefined) hide(definition, 'id', toolIdOf(definition))
  return definition
}

function hide(target: object, key: string, value: unknown): void {
  Reflect.defineProperty(target, key, { value, configurable: true, writable: true })
}

/** The schema of a tool's input, under whichever name it was given. */
export function inputSchemaOf({ inputSchema, parameters }: AnyTool): unknown {
  return inputSchema ?? parameters
}

const madeIds = new WeakMap<object, string>()
let madeCount = 0

/** The id of a tool: its own, or one that was made for it and stays the same for as long as the tool lives. */
export function toolIdOf(tool: object): string {
  const { id } = tool as { readonly id?: unknown }
  if (typeof id === 'string') return id
  const made = madeIds.get(tool) ?? `tool-${++madeCount}`
  madeIds.set(tool, made)
  return made
}
