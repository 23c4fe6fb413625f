import type { ToolSet } from '../../tools/tool.ts'
import { transform } from '../result/iterable-stream.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import { openUiMessage } from './assemble-ui-message.ts'
import { type ChunkSettings, toUiMessageChunk } from './to-ui-message-chunk.ts'
import type { AnyUIMessage, UIMessage, UIMessageChunk } from './ui-message.ts'
import type {
  UIMessageStreamOptions,
  UIMessageStreamOutcome,
  UIMessageStreamStep,
} from './ui-message-stream-options.ts'

/** The chunks of a run for a front end. Returning ends the run's parts at once, also while the next one is awaited. */
export function toUiMessageChunks<MESSAGE extends AnyUIMessage>(
  parts: AsyncIterable<TextStreamPart>,
  options: UIMessageStreamOptions<MESSAGE> = {},
  tools?: ToolSet,
): AsyncIterableIterator<UIMessageChunk> {
  const settings = readSettings(options, tools)
  const convert = createConverter(options, settings)
  const recorder = createRecorder(options, settings)
  return transform(parts, async function* (source) {
    let outcome: UIMessageStreamOutcome = { status: 'unknown' }
    try {
      for await (const part of source) {
        const chunks = convert(part)
        outcome = outcomeAfter(outcome, part)
        for (const chunk of chunks) {
          if (source.isReturned) break
          const reported = recorder?.add(chunk)
          if (reported !== undefined) await reported
          yield chunk
        }
      }
    } catch (error) {
      // An error of `onEnd` is a consequence, and must not take the place of this one.
      await Promise.allSettled([recorder?.end({ status: 'failed', error }, false)])
      throw error
    }
    await recorder?.end(outcome, source.isReturned)
  })
}

function readSettings<MESSAGE extends AnyUIMessage>(
  options: UIMessageStreamOptions<MESSAGE>,
  tools: ToolSet | undefined,
): ChunkSettings {
  const { sendReasoning = true, sendSources = false, sendStart = true, sendFinish = true } = options
  const { originalMessages, generateMessageId, onError = () => 'An error occurred.' } = options
  const last = originalMessages?.at(-1)
  const messageId = last?.role === 'assistant' ? last.id : generateMessageId?.()
  return { sendReasoning, sendSources, sendStart, sendFinish, onError, messageId, tools }
}

/** The chunks of a part: its own, and that of the caller's metadata for it. */
function createConverter<MESSAGE extends AnyUIMessage>(
  { messageMetadata }: UIMessageStreamOptions<MESSAGE>,
  settings: ChunkSettings,
): (part: TextStreamPart) => UIMessageChunk[] {
  const invalid = new Set<string>()
  return (part) => {
    const metadata: unknown = messageMetadata?.({ part })
    if (part.type === 'tool-call' && part.invalid) invalid.add(part.toolCallId)
    // The chunk of an invalid call has its error.
    const isTold = part.type === 'tool-error' && !part.providerExecuted && invalid.delete(part.toolCallId)
    const chunk = isTold ? undefined : toUiMessageChunk(part, settings, metadata)
    const chunks = chunk === undefined ? [] : [chunk]
    if (metadata == null || part.type === 'start' || part.type === 'finish') return chunks
    const more: UIMessageChunk = { type: 'message-metadata', messageMetadata: metadata }
    return part.type === 'finish-step' ? [more, ...chunks] : [...chunks, more]
  }
}

/** Errors before the end do not change the outcome of a run that completes or is aborted. */
function outcomeAfter(outcome: UIMessageStreamOutcome, part: TextStreamPart): UIMessageStreamOutcome {
  if (outcome.status === 'completed' || outcome.status === 'aborted') return outcome
  if (part.type === 'finish') return { status: 'completed' }
  if (part.type === 'abort') return { status: 'aborted' }
  return part.type === 'error' && outcome.status === 'unknown' ? { status: 'failed', error: part.error } : outcome
}

/** Assembles the message of a stream, and calls the caller's callbacks with it. */
export interface Recorder {
  add(chunk: UIMessageChunk): Promise<void> | undefined
  end(outcome: UIMessageStreamOutcome, isCancelled: boolean): Promise<void>
}

/** Undefined where there are no callbacks: then no message is assembled. */
function createRecorder<MESSAGE extends AnyUIMessage>(
  options: UIMessageStreamOptions<MESSAGE>,
  { messageId, onError }: ChunkSettings,
): Recorder | undefined {
  const { originalMessages = [], onStepEnd = options.onStepFinish, onEnd = options.onFinish } = options
  if (onStepEnd === undefined && onEnd === undefined) return undefined
  const last = originalMessages.at(-1)
  const continued = last?.role === 'assistant' ? last : undefined
  const open = openUiMessage(
    (continued === undefined
      ? { id: messageId ?? '', role: 'assistant', parts: [] }
      : structuredClone(continued)) as UIMessage,
  )
  const report = (message: UIMessage): UIMessageStreamStep<MESSAGE> => {
    const isContinuation = message.id === continued?.id
    const before = isContinuation ? originalMessages.slice(0, -1) : originalMessages
    const responseMessage = message as unknown as MESSAGE
    return { isContinuation, responseMessage, messages: [...before, responseMessage] }
  }
  const endStep = async () => {
    try {
      open.settle()
      // A copy: the message goes on.
      await onStepEnd?.(report(structuredClone(open.message)))
    } catch (error) {
      onError(error)
    }
  }
  return {
    add(chunk) {
      open.add(chunk)
      return chunk.type === 'finish-step' && onStepEnd !== undefined ? endStep() : undefined
    },
    async end(outcome, isCancelled) {
      open.settle()
      await onEnd?.({
        ...report(open.message),
        isAborted: outcome.status === 'aborted',
        ...(isCancelled && outcome.status === 'unknown' ? { isCancelled: true } : {}),
        outcome,
        finishReason: open.finishReason,
      })
    },
  }
}
