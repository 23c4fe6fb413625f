import type { AnyModelMessage } from '../../core/message.ts'
import type { FlexibleSchema, Untyped } from '../../tools/flexible-schema.ts'
import type { ToolSet } from '../../tools/tool.ts'
import type { GenerateTextResult } from '../generate-text.ts'
import type { OutputSource } from '../output/output.ts'
import type { PromptOptions, RunOptions, StreamTextTransform } from '../run/options.ts'
import type { StreamTextResult } from '../stream-text.ts'
import type { InferUITools, UIMessage } from '../ui/ui-message.ts'

/** Callbacks that settings and calls of an agent both have. Where both are given, both are called. */
type AgentEvents<TOOLS extends ToolSet> = Pick<
  RunOptions<TOOLS>,
  | 'onStart'
  | 'onStepStart'
  | 'onToolExecutionStart'
  | 'onToolExecutionEnd'
  | 'onStepEnd'
  | 'onStepFinish'
  | 'onEnd'
  | 'onFinish'
> & {
  /** Older names. */
  readonly experimental_onStart?: RunOptions<TOOLS>['onStart']
  readonly experimental_onStepStart?: RunOptions<TOOLS>['onStepStart']
}

/** What a call of an agent takes. */
export type AgentCallParameters<CALL_OPTIONS = never, TOOLS extends ToolSet = ToolSet, _RUNTIME_CONTEXT = Untyped> = ([
  CALL_OPTIONS,
] extends [never]
  ? { readonly options?: never }
  : { readonly options: CALL_OPTIONS }) &
  (
    | { readonly prompt: string | readonly AnyModelMessage[]; readonly messages?: never }
    | { readonly messages: readonly AnyModelMessage[]; readonly prompt?: never }
  ) &
  Pick<RunOptions<TOOLS>, 'abortSignal' | 'timeout' | 'experimental_sandbox'> &
  AgentEvents<TOOLS>

/** What a streaming call of an agent takes. */
export type AgentStreamParameters<
  CALL_OPTIONS = never,
  TOOLS extends ToolSet = ToolSet,
  _RUNTIME_CONTEXT = Untyped,
> = AgentCallParameters<CALL_OPTIONS, TOOLS> & {
  readonly experimental_transform?: StreamTextTransform<TOOLS> | readonly StreamTextTransform<TOOLS>[] | undefined
}

/** Something that answers a prompt: {@link ToolLoopAgent}, or an implementation of one's own. */
export interface Agent<
  CALL_OPTIONS = never,
  TOOLS extends ToolSet = ToolSet,
  _RUNTIME_CONTEXT = Untyped,
  OUTPUT extends OutputSource | undefined = Untyped,
> {
  readonly version: 'agent-v1'
  readonly id: string | undefined
  readonly tools: TOOLS
  generate(options: AgentCallParameters<CALL_OPTIONS, TOOLS>): PromiseLike<GenerateTextResult<TOOLS, OUTPUT>>
  stream(options: AgentStreamParameters<CALL_OPTIONS, TOOLS>): PromiseLike<StreamTextResult<TOOLS, OUTPUT>>
}

/** The options of a run that an agent keeps for all of its calls. */
type KeptOptions<TOOLS extends ToolSet, OUTPUT extends OutputSource | undefined> = Omit<
  RunOptions<TOOLS, OUTPUT>,
  'prompt' | 'messages' | 'abortSignal' | 'experimental_sandbox' | 'onChunk' | 'experimental_transform' | 'tools'
>

/** What {@link ToolLoopAgent} takes: the options of a run, except its prompt. */
export type ToolLoopAgentSettings<
  CALL_OPTIONS = never,
  TOOLS extends ToolSet = ToolSet,
  RUNTIME_CONTEXT = Untyped,
  OUTPUT extends OutputSource | undefined = undefined,
> = KeptOptions<NoInfer<TOOLS>, OUTPUT> &
  Pick<AgentEvents<NoInfer<TOOLS>>, 'experimental_onStart' | 'experimental_onStepStart'> & {
    readonly id?: string | undefined
    readonly tools?: TOOLS | undefined
    /** Checks `options` of each call. */
    readonly callOptionsSchema?: FlexibleSchema<CALL_OPTIONS> | undefined
    readonly runtimeContext?: RUNTIME_CONTEXT | undefined
    /** Makes the options of a run from the settings and those of the call. An option that it leaves out is not set. */
    readonly prepareCall?:
      | ((
          options: PreparedCall<NoInfer<TOOLS>, OUTPUT> & { readonly options: CALL_OPTIONS },
        ) => PreparedCall<TOOLS, OUTPUT> | PromiseLike<PreparedCall<TOOLS, OUTPUT>>)
      | undefined
  }

/** The options of one run of an agent. */
export type PreparedCall<
  TOOLS extends ToolSet = ToolSet,
  OUTPUT extends OutputSource | undefined = OutputSource | undefined,
> = KeptOptions<TOOLS, OUTPUT> & Pick<PromptOptions, 'prompt' | 'messages'> & { readonly tools?: TOOLS | undefined }

/** The tools of an agent. */
export type InferAgentTools<AGENT> = AGENT extends { readonly tools: infer TOOLS } ? TOOLS : never

/**
 * The messages of a chat with an agent, for `useChat`.
 *
 * @example
 * ```ts
 * import { type InferAgentUIMessage, tool, ToolLoopAgent } from 'toolfit'
 * import { gemini } from 'toolfit/gemini'
 * import { z } from 'zod'
 *
 * const agent = new ToolLoopAgent({
 *   model: gemini('gemini-3-flash-preview', { apiKey: 'any' }),
 *   tools: { weather: tool({ inputSchema: z.object({ city: z.string() }), execute: () => 'sunny' }) },
 * })
 * type Message = InferAgentUIMessage<typeof agent>
 * const role: Message['role'] = 'assistant'
 * ```
 */
export type InferAgentUIMessage<AGENT, METADATA = unknown> = UIMessage<
  METADATA,
  never,
  InferUITools<InferAgentTools<AGENT>>
>
