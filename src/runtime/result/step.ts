import type { ReasoningFilePart, ReasoningPart } from '../../core/message.ts'
import type { RunnableWarning } from '../../models/versions/any-model.ts'
import type { Untyped } from '../../tools/flexible-schema.ts'
import type { ToolSet } from '../../tools/tool.ts'
import type { ProviderMetadata } from '../../wire/model-reply.ts'
import type {
  ContentPart,
  GeneratedFile,
  ReasoningFileOutput,
  ReasoningOutput,
  RequestMetadata,
  ResponseMessage,
  RunFinishReason,
  Source,
  StepResponse,
} from './content.ts'
import type { StepPerformance } from './performance.ts'
import type {
  DynamicToolCall,
  DynamicToolResult,
  StaticToolCall,
  StaticToolResult,
  TypedToolCall,
  TypedToolError,
  TypedToolResult,
} from './tool-parts.ts'
import type { LanguageModelUsage } from './usage.ts'

/** How a step ended. */
export type StepType = 'text' | 'tool-call' | 'tool-result' | 'tool-error'

/** The data of a step. A type, not an interface, like the next ones: so a step of known tools is assignable to a step of any tools. */
export type StepFields<TOOLS extends ToolSet = ToolSet, RUNTIME_CONTEXT = Untyped> = {
  /** Of the run. */
  readonly callId: string
  readonly stepNumber: number
  readonly model: { readonly provider: string; readonly modelId: string }
  readonly runtimeContext: RUNTIME_CONTEXT
  readonly toolsContext: Readonly<Record<string, Untyped>>
  readonly content: ContentPart<TOOLS>[]
  readonly finishReason: RunFinishReason
  readonly rawFinishReason: string | undefined
  readonly usage: LanguageModelUsage
  readonly performance: StepPerformance
  readonly warnings: RunnableWarning[]
  readonly request: RequestMetadata
  /** `messages` are those of this step alone. */
  readonly response: StepResponse & { readonly messages: ResponseMessage[] }
  readonly providerMetadata: ProviderMetadata | undefined
}

/** One call of the model, and the results of its tool calls. */
export type Step<TOOLS extends ToolSet = ToolSet, RUNTIME_CONTEXT = Untyped> = StepFields<TOOLS, RUNTIME_CONTEXT> &
  StepViews<TOOLS> & {
    /** Not enumerable, like the next ones. `tool-error` if any call failed, else `tool-result`, else `tool-call`, else `text`. */
    readonly type: StepType
    /** Of the call that `type` is about, like the next ones; `toolCalls` and `toolResults` are typed. */
    readonly toolName: string | undefined
    readonly input: Untyped
    /** The same as `input`. */
    readonly args: Untyped
    readonly output: Untyped
    /** The same as `output`. */
    readonly result: Untyped
    readonly error: unknown
  }

/** The same under the name that the AI SDK has for it. */
export type StepResult<TOOLS extends ToolSet = ToolSet, RUNTIME_CONTEXT = Untyped> = Step<TOOLS, RUNTIME_CONTEXT>

/** Views of a list of content: of a step, or of a whole run. */
export type StepViews<TOOLS extends ToolSet = ToolSet> = {
  readonly text: string
  readonly reasoning: (ReasoningPart | ReasoningFilePart)[]
  readonly reasoningText: string | undefined
  readonly files: GeneratedFile[]
  readonly sources: Source[]
  readonly toolCalls: TypedToolCall<TOOLS>[]
  readonly staticToolCalls: StaticToolCall<TOOLS>[]
  readonly dynamicToolCalls: DynamicToolCall[]
  readonly toolResults: TypedToolResult<TOOLS>[]
  readonly staticToolResults: StaticToolResult<TOOLS>[]
  readonly dynamicToolResults: DynamicToolResult[]
}

/** A step, with its views as getters: they cost nothing until they are read. */
export function createStep(fields: StepFields): Step {
  return new DefaultStepResult(fields) as DefaultStepResult & Step
}

type Ending = { readonly type: StepType } & Partial<Pick<TypedToolError, 'toolName' | 'input' | 'error'>> & {
    readonly output?: unknown
  }

type ViewName = keyof StepViews | 'type' | 'toolName' | 'input' | 'args' | 'output' | 'result' | 'error'

/** The fields of a step that are computed from its content when they are read. */
const views: { readonly [NAME in ViewName]: (content: readonly ContentPart[]) => Step[NAME] } = {
  type: (content) => endingOf(content).type,
  toolName: (content) => endingOf(content).toolName,
  input: (content) => endingOf(content).input,
  args: (content) => endingOf(content).input,
  output: (content) => endingOf(content).output,
  result: (content) => endingOf(content).output,
  error: (content) => endingOf(content).error,
  text: textOf,
  reasoning: (content) => reasoningOf(content).map(toReasoningPart),
  reasoningText: (content) => joinTexts(partsOf(content, 'reasoning')) || undefined,
  files: (content) => partsOf(content, 'file').map(({ file }) => file),
  sources: (content) => partsOf(content, 'source'),
  toolCalls: (content) => partsOf(content, 'tool-call'),
  staticToolCalls: (content) => partsOf(content, 'tool-call').filter(isStatic) as StaticToolCall<ToolSet>[],
  dynamicToolCalls: (content) => partsOf(content, 'tool-call').filter((call) => call.dynamic === true),
  toolResults: (content) => partsOf(content, 'tool-result'),
  staticToolResults: (content) => partsOf(content, 'tool-result').filter(isStatic) as StaticToolResult<ToolSet>[],
  dynamicToolResults: (content) => partsOf(content, 'tool-result').filter((result) => result.dynamic === true),
}

/** Its name is that of `ai`, which some print or compare. */
class DefaultStepResult {
  declare readonly content: ContentPart[]

  constructor(fields: StepFields) {
    Object.assign(this, fields)
  }
}

for (const [name, view] of Object.entries(views)) {
  Object.defineProperty(DefaultStepResult.prototype, name, {
    get(this: DefaultStepResult) {
      return view(this.content)
    },
    configurable: true,
  })
}

/** Thoughts, and the files that the model made while it thought. */
export function reasoningOf(content: readonly ContentPart[]): (ReasoningOutput | ReasoningFileOutput)[] {
  return content.filter((part) => part.type === 'reasoning' || part.type === 'reasoning-file')
}

/** As a part of a message. */
function toReasoningPart(part: ReasoningOutput | ReasoningFileOutput): ReasoningPart | ReasoningFilePart {
  const options = part.providerMetadata === undefined ? {} : { providerOptions: part.providerMetadata }
  if (part.type === 'reasoning') return { type: 'reasoning', text: part.text, ...options }
  return { type: 'reasoning-file', data: part.file.base64, mediaType: part.file.mediaType, ...options }
}

/** The last part of the kind that gives a step its type. A function, because stop conditions get a step as another object. */
function endingOf(content: readonly ContentPart[]): Ending {
  for (const type of ['tool-error', 'tool-result', 'tool-call'] as const) {
    const part = content.findLast((each) => each.type === type)
    if (part !== undefined) return part as Ending
  }
  return { type: 'text' }
}

/** The text of a step. */
export function textOf(content: readonly ContentPart[]): string {
  return joinTexts(partsOf(content, 'text'))
}

function joinTexts(parts: readonly { readonly text: string }[]): string {
  return parts.map(({ text }) => text).join('')
}

function isStatic({ dynamic }: { readonly dynamic?: boolean | undefined }): boolean {
  return dynamic !== true
}

/** The parts of one kind. */
function partsOf<TYPE extends ContentPart['type']>(
  content: readonly ContentPart[],
  type: TYPE,
): Extract<ContentPart, { type: TYPE }>[] {
  return content.filter((part): part is Extract<ContentPart, { type: TYPE }> => part.type === type)
}

/** The parts of a run in order: text, calls and results. */
export type FlatPart<TOOLS extends ToolSet = ToolSet> = Extract<
  ContentPart<TOOLS>,
  { type: 'text' | 'tool-call' | 'tool-result' | 'tool-error' }
>

const flatTypes: ReadonlySet<string> = new Set(['text', 'tool-call', 'tool-result', 'tool-error'])

/**
 * The flat sequence of what happened: text, tool-call, tool-result and tool-error entries of all steps.
 *
 * @example
 * ```ts
 * import { flattenSteps } from 'toolfit'
 *
 * flattenSteps([]) // []
 * ```
 */
export function flattenSteps<TOOLS extends ToolSet>(steps: readonly Step<TOOLS>[]): FlatPart<TOOLS>[] {
  return steps.flatMap(({ content }) => content.filter((part) => flatTypes.has(part.type)) as FlatPart<TOOLS>[])
}
