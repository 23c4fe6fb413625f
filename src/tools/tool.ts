import { ToolfitError } from '../core/errors.ts'
import type { MessageJson, ProviderOptions, ToolResultOutput } from '../core/message.ts'
import type { FlexibleSchema, Untyped } from './flexible-schema.ts'
import type { AnyToolCallOptions, ToolCallOptions, ToolRetries, ToolReturn } from './tool-options.ts'

type Awaitable<T> = T | PromiseLike<T>

/** Any tool: made by {@link tool}, by `ai` 5, 6 or 7, or written by hand. */
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

/** Carries the type of the result where no function does. The property does not exist at run time. */
export declare const outputType: unique symbol

/** A `ToolResultOutput`. The values differ between versions of `ai`, and `ai` 5 does not await a promise. */
type ShownOutput =
  | { type: 'text' | 'error-text'; value: string; providerOptions?: Untyped }
  | { type: 'json' | 'error-json'; value: Untyped; providerOptions?: Untyped }
  | { type: 'content'; value: Untyped[]; providerOptions?: Untyped }
  | { type: 'execution-denied'; reason?: string; providerOptions?: Untyped }

/** Runs a tool. Toolfit also accepts a promise of an iterable; the type omits it, because `ai` would treat it as the result. */
type ToolExecute<INPUT, OUTPUT, CONTEXT> = (
  input: INPUT,
  options: AnyToolCallOptions<CONTEXT>,
) => AsyncIterable<OUTPUT> | PromiseLike<OUTPUT> | OUTPUT

type ContextResult<CONTEXT> =
  | { readonly value: CONTEXT; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] }

/** A Standard Schema, from which `ai` 7 infers the type of `toolsContext`. */
interface ContextSchema<CONTEXT> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => ContextResult<CONTEXT> | Promise<ContextResult<CONTEXT>>
    readonly types?: { readonly input: unknown; readonly output: CONTEXT } | undefined
  }
}

/**
 * A tool: what the model is told about it, and how it is run. Made by {@link tool}; `ai` 5, 6 and 7 accept it.
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
  readonly description?: string | ((options: { context: CONTEXT; experimental_sandbox?: Untyped }) => string)
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

/** A tool whose calls are reported and not run, for `ai` 5, 6 and 7. `OUTPUT` is `never` without an `outputSchema`. */
export type ReportedTool<INPUT, OUTPUT, CONTEXT> = Tool<INPUT, OUTPUT, CONTEXT> & {
  readonly type?: 'function' | undefined
  readonly description?: string
  readonly toModelOutput?: never
  readonly execute?: never
} & ([OUTPUT] extends [never] ? { readonly outputSchema?: never } : { readonly outputSchema: Untyped })

/**
 * Defines a tool, and infers its types from its schema and from what `execute` returns. It returns the same object, with an `id`
 * (not enumerable) if it had none. `ai` 5, 6 and 7 accept the result.
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
// The overload with toModelOutput comes first: one that excludes it would widen the literals that it returns.
export function tool<INPUT, OUTPUT, CONTEXT = unknown, ID extends PassedId = PassedId>(
  definition: ExecutableDefinition<INPUT, OUTPUT, CONTEXT> & ShowingFields<INPUT, OUTPUT> & { id?: ID },
): ShowingTool<INPUT, OUTPUT, CONTEXT> & Identified<ID>
export function tool<INPUT, OUTPUT, CONTEXT = unknown, ID extends PassedId = PassedId>(
  definition: ExecutableDefinition<INPUT, OUTPUT, CONTEXT> & PlainFields & { id?: ID },
): PlainTool<INPUT, OUTPUT, CONTEXT> & Identified<ID>
export function tool<INPUT, OUTPUT = never, CONTEXT = unknown, ID extends PassedId = PassedId>(
  definition: ReportedDefinition<INPUT, OUTPUT, CONTEXT> & PlainFields & { id?: ID },
): ReportedTool<INPUT, OUTPUT, CONTEXT> & Identified<ID>
export function tool<INPUT, OUTPUT = never, CONTEXT = unknown, ID extends PassedId = PassedId>(
  definition: ReportedDefinition<INPUT, OUTPUT, CONTEXT> & DescribingFields<INPUT, OUTPUT, CONTEXT> & { id?: ID },
): Tool<INPUT, OUTPUT, CONTEXT> & Identified<ID>
export function tool<INPUT, OUTPUT, CONTEXT = unknown, ID extends PassedId = PassedId>(
  definition: OlderDefinition<INPUT, OUTPUT, CONTEXT> & PlainFields & { id?: ID },
): PlainTool<INPUT, OUTPUT, CONTEXT> & Identified<ID>
export function tool<INPUT, OUTPUT = never, CONTEXT = unknown, ID extends PassedId = PassedId>(
  definition: OlderReportedDefinition<INPUT, OUTPUT, CONTEXT> & PlainFields & { id?: ID },
): ReportedTool<INPUT, OUTPUT, CONTEXT> & Identified<ID>
export function tool<INPUT, OUTPUT, CONTEXT = unknown, ID extends PassedId = PassedId>(
  definition: ExecutableDefinition<INPUT, OUTPUT, CONTEXT> & DescribingFields<INPUT, OUTPUT, CONTEXT> & { id?: ID },
): ExecutableTool<INPUT, OUTPUT, CONTEXT> & Identified<ID>
// The compiler reports the error of the last overload. Here `execute` does not decide what the output is, so an `execute` that does not
// fit its `outputSchema` is the error, and not the schema.
export function tool<INPUT, OUTPUT, CONTEXT = unknown, ID extends PassedId = PassedId>(
  definition: CheckedDefinition<INPUT, OUTPUT, CONTEXT> & DescribingFields<INPUT, OUTPUT, CONTEXT> & { id?: ID },
): ExecutableTool<INPUT, OUTPUT, CONTEXT> & Identified<ID>
export function tool(definition: object): object {
  if (typeof definition !== 'object' || definition === null) {
    throw new ToolfitError('tool-unreadable', `tool() takes an object with an inputSchema, got ${String(definition)}.`)
  }
  const { inputSchema, parameters, id } = definition as AnyTool & { readonly id?: unknown }
  // Reflect does not throw for a frozen tool; inputSchemaOf and toolIdOf cover what cannot be written to it.
  if (inputSchema === undefined && parameters !== undefined) hide(definition, 'inputSchema', parameters)
  if (id === undefined) hide(definition, 'id', toolIdOf(definition))
  return definition
}

function hide(target: object, key: string, value: unknown): void {
  Reflect.defineProperty(target, key, { value, configurable: true, writable: true })
}

/** The schema of a tool's input, under either of its names. */
export function inputSchemaOf({ inputSchema, parameters }: AnyTool): unknown {
  return inputSchema ?? parameters
}

const generatedIds = new WeakMap<object, string>()
let generatedCount = 0

/** The id of a tool: its own, or a generated one that stays the same as long as the tool exists. */
export function toolIdOf(tool: object): string {
  const { id } = tool as { readonly id?: unknown }
  if (typeof id === 'string') return id
  const generated = generatedIds.get(tool) ?? `tool-${++generatedCount}`
  generatedIds.set(tool, generated)
  return generated
}

/** The id of a definition. If it has none, one is generated. */
export type PassedId = string | undefined

/** A tool whose id was passed. The type of others has no id, because `ai` 7 declares that function tools have none. */
export type Identified<ID extends PassedId> = [ID] extends [string] ? { readonly id: string } : unknown

/** The fields of every tool definition, except for its id, its input and its output. */
interface ToolSettings<INPUT, CONTEXT> {
  /** Absent, or `'function'`, for a tool that Toolfit runs. Provider packages make provider tools. */
  type?: 'function' | undefined
  /** A name for people. The model does not see it. */
  title?: string
  /** For the provider that it names: `{ anthropic: { cacheControl: { type: 'ephemeral' } } }`. */
  providerOptions?: ProviderOptions
  /** Data about the tool, passed on as `toolMetadata` of its calls and results. The model does not see it. */
  metadata?: { [key: string]: MessageJson | undefined }
  /** Whether the provider should enforce the schema, if it can. */
  strict?: boolean
  /** Example inputs. */
  inputExamples?: { input: NoInfer<INPUT> }[]
  /** Whether a call needs approval before it runs; a function is called for each call. */
  needsApproval?: boolean | ((input: NoInfer<INPUT>, options: ToolCallOptions<NoInfer<CONTEXT>>) => Awaitable<boolean>)
  /** The schema of `context`; it gives `context` its type. */
  contextSchema?: FlexibleSchema<CONTEXT>
  /** Called when the model begins to write the input; without streaming, just before {@link onInputAvailable}. */
  onInputStart?: (options: ToolCallOptions<NoInfer<CONTEXT>>) => Awaitable<void>
  /** Called for each piece of the input, as text, where the run streams. */
  onInputDelta?: (options: { inputTextDelta: string } & ToolCallOptions<NoInfer<CONTEXT>>) => Awaitable<void>
  /** Called when the input is complete and valid, also for a tool without `execute`. */
  onInputAvailable?: (options: { input: NoInfer<INPUT> } & ToolCallOptions<NoInfer<CONTEXT>>) => Awaitable<void>
  /** Milliseconds after which a call fails, even if the tool ignores its `abortSignal`. */
  timeout?: number
  /** How often a failed call is retried: a number, or also when and why. Default: never. */
  retries?: number | ToolRetries
  /** True: no other call runs at the same time. A text: no call of a tool with the same text does. */
  exclusive?: boolean | string
}

type ToModelOutput<INPUT, OUTPUT> = (options: {
  toolCallId: string
  input: NoInfer<INPUT>
  output: NoInfer<OUTPUT>
}) => Awaitable<ToolResultOutput>

/** Fields that every version of `ai` reads in the same way. */
export interface PlainFields {
  /** What the tool does. The model decides by it whether to use the tool. */
  description?: string
  toModelOutput?: undefined
}

/** Fields that `ai` reads in the same way from version 6 on. */
export interface ShowingFields<INPUT, OUTPUT> {
  /** What the tool does. The model decides by it whether to use the tool. */
  description?: string
  /** Turns the result into what the model sees. Default: text as text, everything else as JSON. */
  toModelOutput: ToModelOutput<INPUT, OUTPUT>
}

/** Fields that `ai` reads from version 7 on. */
export interface DescribingFields<INPUT, OUTPUT, CONTEXT> {
  /** What the tool does, or a function of the run's context that says so. */
  description?: string | ((options: { context: NoInfer<CONTEXT>; experimental_sandbox?: Untyped }) => string)
  /** Turns the result into what the model sees. Default: text as text, everything else as JSON. */
  toModelOutput?: ToModelOutput<INPUT, OUTPUT>
}

interface InputField<INPUT> {
  /** The schema of the input. The model sees it, and calls are checked against it. `execute` gets the parsed value. */
  inputSchema: FlexibleSchema<INPUT>
  parameters?: undefined
}

interface OlderInputField<INPUT> {
  /** The name of `inputSchema` in `ai` 4. */
  parameters: FlexibleSchema<INPUT>
  inputSchema?: undefined
}

interface ExecutableFields<INPUT, OUTPUT, CONTEXT> extends ToolSettings<INPUT, CONTEXT> {
  /** Runs the tool. The model is told what it throws. */
  execute: (input: INPUT, options: ToolCallOptions<NoInfer<CONTEXT>>) => ToolReturn<OUTPUT>
  /** The schema of the result. A result that does not match is an error. */
  outputSchema?: FlexibleSchema<OUTPUT>
}

interface ReportedFields<INPUT, OUTPUT, CONTEXT> extends ToolSettings<INPUT, CONTEXT> {
  execute?: undefined
  /** The schema of the result. */
  outputSchema?: FlexibleSchema<OUTPUT>
}

/** A tool that is run. */
export interface ExecutableDefinition<INPUT, OUTPUT, CONTEXT>
  extends ExecutableFields<INPUT, OUTPUT, CONTEXT>,
    InputField<INPUT> {}

/** A tool that is run, whose result is what its `outputSchema` says. */
export interface CheckedDefinition<INPUT, OUTPUT, CONTEXT>
  extends Omit<ExecutableFields<INPUT, OUTPUT, CONTEXT>, 'execute'>,
    InputField<INPUT> {
  execute: (input: INPUT, options: ToolCallOptions<NoInfer<CONTEXT>>) => ToolReturn<NoInfer<OUTPUT>>
}

/** A tool that is run, with the older name of its schema. */
export type OlderDefinition<INPUT, OUTPUT, CONTEXT> = ExecutableFields<INPUT, OUTPUT, CONTEXT> & OlderInputField<INPUT>

/** A tool whose calls are reported and not run. */
export type ReportedDefinition<INPUT, OUTPUT, CONTEXT> = ReportedFields<INPUT, OUTPUT, CONTEXT> & InputField<INPUT>

/** A tool whose calls are reported and not run, with the older name of its schema. */
export type OlderReportedDefinition<INPUT, OUTPUT, CONTEXT> = ReportedFields<INPUT, OUTPUT, CONTEXT> &
  OlderInputField<INPUT>

/** The definition of a dynamic tool. */
export interface DynamicDefinition
  extends Omit<ExecutableDefinition<unknown, unknown, unknown>, 'type' | 'inputSchema'> {
  /** The schema of the input, which is checked as usual. `z.unknown()` for anything. */
  inputSchema: FlexibleSchema<unknown>
}

/** A tool whose types are not known at compile time. */
export interface DynamicTool extends Omit<ExecutableTool<unknown, unknown, unknown>, 'type'> {
  readonly type: 'dynamic'
}

/** A {@link DynamicTool} for `ai` 5, 6 and 7: without `toModelOutput`, which `ai` 5 calls with other arguments. */
export interface PlainDynamicTool extends Omit<DynamicTool, 'description' | 'toModelOutput'> {
  readonly description?: string
  readonly toModelOutput?: never
}

/**
 * Defines a tool whose types are known only at run time: from an MCP server, a database or a plug-in. Its calls have
 * `dynamic: true`, and their input is `unknown`; it is checked against the schema as usual.
 *
 * @throws ToolfitError `tool-unreadable` without a schema.
 *
 * @example
 * ```ts
 * import { dynamicTool } from 'toolfit'
 *
 * const found = { name: 'echo', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } }
 * const echo = dynamicTool({ inputSchema: found.inputSchema, execute: (input) => input })
 * ```
 */
export function dynamicTool(definition: DynamicDefinition & PlainFields): PlainDynamicTool
export function dynamicTool(definition: DynamicDefinition & ShowingFields<unknown, unknown>): DynamicTool
export function dynamicTool(definition: object): object {
  const inputSchema = inputSchemaOf(definition as AnyTool)
  if (inputSchema === undefined || inputSchema === null) {
    const message = 'A dynamic tool needs an inputSchema. Pass z.unknown(), or { type: "object" }, for any input.'
    throw new ToolfitError('tool-unreadable', message)
  }
  return tool({ ...definition, inputSchema, type: 'dynamic' } as never)
}
