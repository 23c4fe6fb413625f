import { openUiMessage } from './assemble-ui-message.ts'
import type { ChunkSettings } from './to-ui-message-chunk.ts'
import type { AnyUIMessage, UIMessage } from './ui-message.ts'
import type { UIMessageChunk } from './ui-message-chunk.ts'
import type {
  UIMessageStreamOptions,
  UIMessageStreamOutcome,
  UIMessageStreamStep,
} from './ui-message-stream-options.ts'

/** Follows a stream and tells the caller of the message that it makes. */
export interface Recorder {
  add(chunk: UIMessageChunk): Promise<void> | undefined
  end(outcome: UIMessageStreamOutcome, isCancelled: boolean): Promise<void>
}

/** Undefined where nobody wants to know: then no message is assembled. */
export function createRecorder<MESSAGE extends AnyUIMessage>(
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
