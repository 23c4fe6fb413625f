import { parseJson } from '../core/json.ts'
import type { CompiledSchema } from '../schema/compiled-schema.ts'
import type { ReplyEvent } from '../wire/model-reply.ts'
import type { PreparedCall } from './create-model.ts'
import type { ToolCodec } from './tool-codec.ts'
import type { ModelStreamPart } from './versions/language-model.ts'

/** From the JSON text of an answer, as the model wrote it, to the same in the schema's own shape. */
export type TextDecoding = (text: string) => string

/** The decoding that a response schema needs; undefined where the model sees the schema's own shape. */
export function textDecodingFor(compiled: CompiledSchema | undefined): TextDecoding | undefined {
  if (compiled === undefined || !compiled.changes.some(({ effect }) => effect === 'encoded')) return undefined
  return (text) => {
    const wire = parseJson(text)
    // Cut off, or not JSON: the caller's parser reports it.
    if (wire === undefined) return text
    return JSON.stringify(compiled.decode(wire)) ?? text
  }
}

/** Brings an answer, whole or streamed, into the shapes of the caller's tools and response schema. */
export type AnswerCodec = Pick<PreparedCall, 'finish' | 'createMap'>

export function createAnswerCodec(tools: ToolCodec, decodeText: TextDecoding | undefined): AnswerCodec {
  return {
    finish: (reply) => ({
      ...reply,
      content: reply.content.map((part) => {
        if (part.type === 'tool-call') return tools.decodeCall(part)
        return part.type === 'text' && decodeText !== undefined ? { ...part, text: decodeText(part.text) } : part
      }),
    }),
    createMap() {
      const mapCalls = createCallMapper(tools)
      if (decodeText === undefined) return mapCalls
      const mapText = createTextMapper(decodeText)
      return (event) => mapCalls(event).flatMap(mapText)
    },
  }
}

/** Decodes the texts of a stream. Each is delivered when it is complete: half of an encoded answer cannot be decoded. */
function createTextMapper(decode: TextDecoding): (part: ModelStreamPart) => ModelStreamPart[] {
  const texts = new Map<string, string>()
  return (part) => {
    if (part.type === 'text-delta') {
      texts.set(part.id, (texts.get(part.id) ?? '') + part.delta)
      return []
    }
    if (part.type !== 'text-end') return [part]
    const text = texts.get(part.id)
    texts.delete(part.id)
    return text === undefined ? [part] : [{ type: 'text-delta', id: part.id, delta: decode(text) }, part]
  }
}

/**
 * Decodes the calls of a stream. Arguments that the codec has to decode are streamed when they are complete, all others as they come.
 */
function createCallMapper(
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
