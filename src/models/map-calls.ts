import type { ReplyEvent } from '../wire/model-reply.ts'
import type { ToolCodec } from './tool-codec.ts'
import type { ModelStreamPart } from './versions/language-model.ts'

/**
 * Decodes the calls of a stream. Arguments that the codec has to decode are streamed when they are complete, all others as they come.
 */
export function createCallMapper(
  codec: ToolCodec,
): (event: Exclude<ReplyEvent, { type: 'error' }>) => readonly ModelStreamPart[] {
  /** Calls whose input has started: whether its deltas are streamed. */
  const begun = new Map<string, boolean>()
  const ended = new Set<string>()
  return (event) => {
    switch (event.type) {
      case 'tool-input-start': {
        const isPlain = event.providerExecuted === true || codec.isPlain(event.toolName)
        begun.set(event.id, isPlain)
        return [
          { ...event, toolName: event.providerExecuted === true ? event.toolName : codec.toolName(event.toolName) },
        ]
      }
      case 'tool-input-delta':
        return begun.get(event.id) === true ? [event] : []
      case 'tool-input-end': {
        if (begun.get(event.id) !== true) return []
        ended.add(event.id)
        return [event]
      }
      case 'tool-call': {
        const call = codec.decodeCall(event)
        const { toolCallId: id, toolName, input } = call
        if (event.providerExecuted === true || ended.has(id)) return [call]
        const start: ModelStreamPart[] = begun.has(id) ? [] : [{ type: 'tool-input-start', id, toolName }]
        const delta: ModelStreamPart[] = begun.get(id) === true ? [] : [{ type: 'tool-input-delta', id, delta: input }]
        return [...start, ...delta, { type: 'tool-input-end', id }, call]
      }
      default:
        return [event]
    }
  }
}
