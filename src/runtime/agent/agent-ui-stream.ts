import type { ToolSet } from '../../tools/tool.ts'
import { type ConvertToModelMessagesOptions, convertToModelMessages } from '../chat/convert-to-model-messages.ts'
import { validateMessagesForAgent } from '../chat/validate-ui-messages.ts'
import type { AsyncIterableStream } from '../result/iterable-stream.ts'
import type { RunOptions, StreamTextTransform } from '../run/options.ts'
import type { AnyUIMessage, InferUITools, UIDataTypes, UIMessage } from '../ui/ui-message.ts'
import type { InferUIMessageChunk } from '../ui/ui-message-chunk.ts'
import type {
  ServerResponseLike,
  UIMessageStreamOptions,
  UIMessageStreamResponseInit,
} from '../ui/ui-message-stream-options.ts'
import { createUIMessageStreamResponse, pipeUIMessageStreamToResponse, toUIMessageStream } from '../ui/ui-responses.ts'

/** An agent, of this package or of `ai` 6 or 7. */
interface AnyAgent<TOOLS> {
  readonly tools: TOOLS
  stream(options: never): PromiseLike<object>
}

/** What {@link createAgentUIStream} takes. */
export type AgentUIStreamOptions<
  TOOLS extends ToolSet = ToolSet,
  CALL_OPTIONS = unknown,
  MESSAGE extends AnyUIMessage = UIMessage<unknown, UIDataTypes, InferUITools<TOOLS>>,
> = Omit<UIMessageStreamOptions<MESSAGE>, 'onStepEnd' | 'onStepFinish'> &
  Pick<RunOptions<TOOLS>, 'abortSignal' | 'timeout' | 'experimental_sandbox' | 'onStepEnd' | 'onStepFinish'> &
  Pick<ConvertToModelMessagesOptions<MESSAGE>, 'convertDataPart'> & {
    readonly agent: AnyAgent<TOOLS>
    /** The messages of the front end. They are validated. */
    readonly uiMessages: readonly unknown[]
    /** `options` of the call. */
    readonly options?: CALL_OPTIONS | undefined
    readonly experimental_transform?: StreamTextTransform<TOOLS> | readonly StreamTextTransform<TOOLS>[] | undefined
    /** Called after each step, with the message until then. */
    readonly onUIMessageStepEnd?: UIMessageStreamOptions<MESSAGE>['onStepEnd']
  }

/**
 * Runs an agent on the messages of `useChat`, and streams what it reads.
 *
 * @throws TypeValidationError for messages that are not valid.
 */
export async function createAgentUIStream<
  TOOLS extends ToolSet = ToolSet,
  CALL_OPTIONS = unknown,
  MESSAGE extends AnyUIMessage = UIMessage<unknown, UIDataTypes, InferUITools<TOOLS>>,
>(
  given: AgentUIStreamOptions<TOOLS, CALL_OPTIONS, MESSAGE>,
): Promise<AsyncIterableStream<InferUIMessageChunk<MESSAGE>>> {
  const { agent, uiMessages, convertDataPart, options, abortSignal, timeout, experimental_transform, ...rest } = given
  const { onStepEnd, onStepFinish, onUIMessageStepEnd, ...ui } = rest
  // Steering is of `ai` 7 alone: our agents name it in their warnings.
  const { experimental_sandbox, experimental_steering, ...uiOptions } = ui as typeof ui & Record<string, unknown>
  const { tools } = agent
  const messages = await validateMessagesForAgent({ messages: uiMessages, tools })
  const prompt = await convertToModelMessages(messages, { tools, convertDataPart: convertDataPart as never })
  const result = (await agent.stream({
    prompt,
    options,
    abortSignal,
    timeout,
    experimental_sandbox,
    experimental_steering,
    experimental_transform,
    onStepEnd: onStepEnd ?? onStepFinish,
  } as never)) as { readonly stream?: never; readonly fullStream?: never }
  return toUIMessageStream<MESSAGE>({
    ...uiOptions,
    originalMessages: uiOptions.originalMessages ?? (messages as unknown as MESSAGE[]),
    onStepEnd: onUIMessageStepEnd,
    // Agents of `ai` 6 have the older name.
    stream: result.stream ?? result.fullStream!,
    tools,
  })
}

/**
 * The same as the response to a request of `useChat`.
 *
 * @example
 * ```ts
 * import { createAgentUIStreamResponse, ToolLoopAgent } from 'toolfit'
 * import { createEmulator } from 'toolfit/emulator'
 * import { gemini } from 'toolfit/gemini'
 *
 * const emulator = createEmulator()
 * emulator.script([{ reply: 'Hello.' }])
 * const agent = new ToolLoopAgent({
 *   model: gemini('gemini-3-flash-preview', { apiKey: 'any', fetch: (url, init) => emulator(new Request(url, init)) }),
 * })
 * const uiMessages = [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Hi.' }] }]
 * const response = await createAgentUIStreamResponse({ agent, uiMessages })
 * response.headers.get('content-type') // 'text/event-stream'
 * ```
 */
export async function createAgentUIStreamResponse<
  TOOLS extends ToolSet = ToolSet,
  CALL_OPTIONS = unknown,
  MESSAGE extends AnyUIMessage = UIMessage<unknown, UIDataTypes, InferUITools<TOOLS>>,
>(options: AgentUIStreamOptions<TOOLS, CALL_OPTIONS, MESSAGE> & UIMessageStreamResponseInit): Promise<Response> {
  const { init, rest } = splitInit(options)
  return createUIMessageStreamResponse({ ...init, stream: await createAgentUIStream(rest) })
}

/** The same for a response of Node's. Resolves when all is written, or the client is gone. */
export async function pipeAgentUIStreamToResponse<
  TOOLS extends ToolSet = ToolSet,
  CALL_OPTIONS = unknown,
  MESSAGE extends AnyUIMessage = UIMessage<unknown, UIDataTypes, InferUITools<TOOLS>>,
>(
  options: AgentUIStreamOptions<TOOLS, CALL_OPTIONS, MESSAGE> &
    UIMessageStreamResponseInit & { readonly response: ServerResponseLike },
): Promise<void> {
  const { response, ...others } = options
  const { init, rest } = splitInit(others)
  await pipeUIMessageStreamToResponse({ ...init, response, stream: await createAgentUIStream(rest as typeof options) })
}

function splitInit<OPTIONS extends UIMessageStreamResponseInit & Pick<UIMessageStreamOptions, 'onError'>>(
  options: OPTIONS,
) {
  const { headers, status, statusText, keepAliveMs, consumeSseStream, ...rest } = options
  const init = { headers, status, statusText, keepAliveMs, consumeSseStream, onError: options.onError }
  return { init: init as UIMessageStreamResponseInit, rest: rest as OPTIONS }
}
