import type { MessageJson, ProviderOptions, ToolResultOutput } from '../core/message.ts'
import type { FlexibleSchema } from './flexible-schema.ts'
import type { ToolCallOptions, ToolRetries, ToolReturn } from './tool-options.ts'

type Awaitable<T> = T | PromiseLike<T>

/** What every definition of a tool may say, but for its schema of the input and what comes out. */
interface ToolSettings<INPUT, CONTEXT> {
  /** Absent, or `'function'`, for a tool that Toolfit runs. Provider tools are made by their providers. */
  type?: 'function' | undefined
  /** Kept as it is. Where it is missing, `toolIdOf` has one. */
  id?: string
  /** A name for people. The model does not see it. */
  title?: string
  /** For the provider that it names: `{ anthropic: { cacheControl: { type: 'ephemeral' } } }`. */
  providerOptions?: ProviderOptions
  /** Data about the tool, found again as `toolMetadata` on its calls and results. The model does not see it. */
  metadata?: { [key: string]: MessageJson | undefined }
  /** Whether the provider shall hold the model to the schema, where it can. */
  strict?: boolean
  /** What a call may look like. */
  inputExamples?: { input: NoInfer<INPUT> }[]
  /** Whether somebody has to agree before a call is run; asked for each call where it is a function. */
  needsApproval?: boolean | ((input: NoInfer<INPUT>, options: ToolCallOptions<NoInfer<CONTEXT>>) => Awaitable<boolean>)
  /** The schema of `context`; it gives `context` its type. */
  contextSchema?: FlexibleSchema<CONTEXT>
  /** Called when the model begins to write the input; without streaming, just before {@link onInputAvailable}. */
  onInputStart?: (options: ToolCallOptions<NoInfer<CONTEXT>>) => Awaitable<void>
  /** Called for each piece of the input, as text, where the run streams. */
  onInputDelta?: (options: { inputTextDelta: string } & ToolCallOptions<NoInfer<CONTEXT>>) => Awaitable<void>
  /** Called when the input is complete and valid, also for a tool without `execute`. */
  onInputAvailable?: (options: { input: NoInfer<INPUT> } & ToolCallOptions<NoInfer<CONTEXT>>) => Awaitable<void>
  /** Milliseconds after which a call counts as failed, whether or not the tool minds its `abortSignal`. */
  timeout?: number
  /** How often a call that failed is tried again: a number, or when and why as well. None by default. */
  retries?: number | ToolRetries
  /** True: no other call runs beside one of this tool. A text: none of the tools with the same text does. */
  exclusive?: boolean | string
}

type ToModelOutput<INPUT, OUTPUT> = (options: {
  toolCallId: string
  input: NoInfer<INPUT>
  output: NoInfer<OUTPUT>
}) => Awaitable<ToolResultOutput>

/** Fields that every version of `ai` reads alike. */
export interface PlainFields {
  /** What the tool does. It decides whether the model uses it. */
  description?: string
  toModelOutput?: undefined
}

/** Fields that `ai` reads alike from version 6 on. */
export interface ShowingFields<INPUT, OUTPUT> {
  /** What the tool does. It decides whether the model uses it. */
  description?: string
  /** Turns the result into what the model is shown. Without it, text is shown as text and all else as JSON. */
  toModelOutput: ToModelOutput<INPUT, OUTPUT>
}

/** Fields that `ai` reads from version 7 on. */
export interface DescribingFields<INPUT, OUTPUT, CONTEXT> {
  /** What the tool does, or a function that says so from the run's context. It decides whether the model uses it. */
  description?: string | ((options: { context: NoInfer<CONTEXT> }) => string)
  /** Turns the result into what the model is shown. Without it, text is shown as text and all else as JSON. */
  toModelOutput?: ToModelOutput<INPUT, OUTPUT>
}

interface InputField<INPUT> {
  /** What the input looks like. The model is shown it, and its calls are held to it. `execute` gets the parsed value. */
  inputSchema: FlexibleSchema<INPUT>
  parameters?: undefined
}

interface OlderInputField<INPUT> {
  /** The name of `inputSchema` in `ai` 4. */
  parameters: FlexibleSchema<INPUT>
  inputSchema?: undefined
}

interface ExecutableFields<INPUT, OUTPUT, CONTEXT> extends ToolSettings<INPUT, CONTEXT> {
  /** Runs the tool. What it throws is told to the model. */
  execute: (input: INPUT, options: ToolCallOptions<NoInfer<CONTEXT>>) => ToolReturn<OUTPUT>
  /** What the result must look like; one that does not is an error. */
  outputSchema?: FlexibleSchema<OUTPUT>
}

interface ReportedFields<INPUT, OUTPUT, CONTEXT> extends ToolSettings<INPUT, CONTEXT> {
  execute?: undefined
  /** What the result will look like. */
  outputSchema?: FlexibleSchema<OUTPUT>
}

/** A tool that is run. */
export interface ExecutableDefinition<INPUT, OUTPUT, CONTEXT>
  extends ExecutableFields<INPUT, OUTPUT, CONTEXT>,
    InputField<INPUT> {}

/** A tool that is run, with the older name of its schema. */
export interface OlderDefinition<INPUT, OUTPUT, CONTEXT>
  extends ExecutableFields<INPUT, OUTPUT, CONTEXT>,
    OlderInputField<INPUT> {}

/** A tool whose calls are reported and not run. */
export interface ReportedDefinition<INPUT, OUTPUT, CONTEXT>
  extends ReportedFields<INPUT, OUTPUT, CONTEXT>,
    InputField<INPUT> {}

/** A tool whose calls are reported and not run, with the older name of its schema. */
export interface OlderReportedDefinition<INPUT, OUTPUT, CONTEXT>
  extends ReportedFields<INPUT, OUTPUT, CONTEXT>,
    OlderInputField<INPUT> {}
