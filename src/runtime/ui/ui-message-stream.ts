import type { ToolSet } from '../../tools/tool.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import { recordUiMessage } from './record-ui-message.ts'
import { type ChunkSettings, toUiMessageChunk } from './to-ui-message-chunk.ts'
import type { AnyUIMessage } from './ui-message.ts'
import type { UIMessageChunk } from './ui-message-chunk.ts'
import { maskError, type UIMessageStreamOptions, type UIMessageStreamOutcome } from './ui-message-stream-options.ts'

/** The chunks of a run for a front end. Returning ends the run's parts at once, also while the next one is awaited. */
export function toUiMessageChunks<MESSAGE extends AnyUIMessage>(
  parts: AsyncIterable<TextStreamPart>,
  options: UIMessageStreamOptions<MESSAGE> = {},
  tools?: ToolSet,
): AsyncIterableIterator<UIMessageChunk> {
  const settings = readSettings(options, tools)
  const convert = createConverter(options, settings)
  let outcome: UIMessageStreamOutcome = { status: 'unknown' }
  const toChunks = (part: TextStreamPart) => {
    const chunks = convert(part)
    outcome = outcomeAfter(outcome, part)
    return chunks
  }
  const { messageId, onError } = settings
  return recordUiMessage(parts, toChunks, { ...options, messageId, onError, outcome: () => outcome })
}

function readSettings<MESSAGE extends AnyUIMessage>(
  options: UIMessageStreamOptions<MESSAGE>,
  tools: ToolSet | undefined,
): ChunkSettings {
  const { sendReasoning = true, sendSources = false, sendStart = true, sendFinish = true } = options
  const { originalMessages, generateMessageId, onError = maskError } = options
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
