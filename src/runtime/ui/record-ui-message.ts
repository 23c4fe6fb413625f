import { transform } from '../result/iterable-stream.ts'
import { emptyMessage, openUiMessage } from './assemble-ui-message.ts'
import type { AnyUIMessage, UIMessage } from './ui-message.ts'
import type { UIMessageChunk } from './ui-message-chunk.ts'
import type {
  UIMessageStreamEnd,
  UIMessageStreamOptions,
  UIMessageStreamOutcome,
  UIMessageStreamStep,
} from './ui-message-stream-options.ts'

/** What the message of a stream is recorded for. */
export interface RecordOptions<MESSAGE extends AnyUIMessage>
  extends Pick<
    UIMessageStreamOptions<MESSAGE>,
    'originalMessages' | 'onStepEnd' | 'onStepFinish' | 'onEnd' | 'onFinish'
  > {
  /** The id of a new message. */
  readonly messageId: string | undefined
  readonly onError: (error: unknown) => string
  /** How the stream ended, as far as its owner knows. */
  readonly outcome: () => UIMessageStreamOutcome
}

/**
 * The chunks of a stream, with the id of their message, and the caller's callbacks about it. Returning ends the source at once, also
 * while its next item is awaited.
 */
export function recordUiMessage<ITEM, MESSAGE extends AnyUIMessage>(
  source: AsyncIterable<ITEM>,
  toChunks: (item: ITEM) => readonly UIMessageChunk[],
  options: RecordOptions<MESSAGE>,
): AsyncIterableIterator<UIMessageChunk> {
  const last = options.originalMessages?.at(-1)
  const continued = last?.role === 'assistant' ? last : undefined
  const messageId = continued?.id ?? options.messageId
  const recorder = createRecorder(options, continued, messageId)
  return transform(source, async function* (input) {
    try {
      for await (const item of input) {
        for (const given of toChunks(item)) {
          if (input.isReturned) break
          const chunk = given.type === 'start' ? withId(given, messageId) : given
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
    await recorder?.end(options.outcome(), input.isReturned)
  })
}

function withId(chunk: Extract<UIMessageChunk, { type: 'start' }>, messageId: string | undefined): UIMessageChunk {
  return chunk.messageId != null || messageId === undefined ? chunk : { ...chunk, messageId }
}

/** Assembles the message of a stream, and calls the caller's callbacks with it. */
interface Recorder {
  add(chunk: UIMessageChunk): Promise<void> | undefined
  end(outcome: UIMessageStreamOutcome, isCancelled: boolean): Promise<void>
}

/** Undefined where there are no callbacks: then no message is assembled. */
function createRecorder<MESSAGE extends AnyUIMessage>(
  options: RecordOptions<MESSAGE>,
  continued: MESSAGE | undefined,
  messageId: string | undefined,
): Recorder | undefined {
  const { originalMessages = [], onError, onStepEnd = options.onStepFinish, onEnd = options.onFinish } = options
  if (onStepEnd === undefined && onEnd === undefined) return undefined
  const start = continued === undefined ? emptyMessage(messageId ?? '') : structuredClone(continued)
  const open = openUiMessage(start as UIMessage, { onError })
  let isAborted = false
  const report = (message: UIMessage): UIMessageStreamStep<MESSAGE> => {
    const isContinuation = message.id === continued?.id
    const before = isContinuation ? originalMessages.slice(0, -1) : originalMessages
    const responseMessage = message as unknown as MESSAGE
    return { isContinuation, responseMessage, messages: [...before, responseMessage] }
  }
  const endStep = async () => {
    try {
      // A copy: the message goes on.
      await onStepEnd?.(report(structuredClone(open.message)))
    } catch (error) {
      onError(error)
    }
  }
  return {
    add(chunk) {
      if (chunk.type === 'abort') isAborted = true
      open.add(chunk)
      return chunk.type === 'finish-step' && onStepEnd !== undefined ? endStep() : undefined
    },
    async end(declared, isCancelled) {
      const outcome: UIMessageStreamOutcome =
        declared.status === 'unknown' && isAborted ? { status: 'aborted' } : declared
      const event: UIMessageStreamEnd<MESSAGE> = {
        ...report(open.message),
        isAborted: isAborted || outcome.status === 'aborted',
        ...(isCancelled && outcome.status === 'unknown' ? { isCancelled: true } : {}),
        outcome,
        finishReason: open.finishReason,
      }
      await onEnd?.(event)
    },
  }
}
