import type { ReplyEvent } from '../model-reply.ts'
import { readArguments } from '../read-arguments.ts'
import { callMetadata } from './decode-response.ts'

type Fields = Readonly<Record<string, unknown>>

interface OpenCall {
  readonly id: string
  readonly givenId: string | undefined
  name: string | undefined
  text: string
  isAnnounced: boolean
  metadata: ReturnType<typeof callMetadata>
}

/** Joins the pieces of streamed calls. */
export interface StreamedCalls {
  add(piece: Fields, events: ReplyEvent[]): void
  /** Ends every call. Returns whether there were any. */
  finish(isCut: boolean, events: ReplyEvent[]): boolean
}

/**
 * Pieces of one call have the same index. Compatible servers leave it out, or count from 0 in every chunk: a new id is a new call,
 * whatever its index; a piece without both belongs to the last call.
 */
export function createStreamedCalls(nextId: () => string): StreamedCalls {
  const calls: OpenCall[] = []
  const byIndex = new Map<number, OpenCall>()

  const open = (index: unknown, id: string | undefined): OpenCall => {
    const call: OpenCall = {
      id: id ?? nextId(),
      givenId: id,
      name: undefined,
      text: '',
      isAnnounced: false,
      metadata: undefined,
    }
    calls.push(call)
    if (typeof index === 'number') byIndex.set(index, call)
    return call
  }

  const find = (index: unknown, id: string | undefined): OpenCall => {
    const known = typeof index === 'number' ? byIndex.get(index) : calls.at(-1)
    const isOther = known?.givenId !== undefined && id !== undefined && id !== known.givenId
    if (known !== undefined && !isOther) return known
    return (isOther ? calls.find(({ givenId }) => givenId === id) : undefined) ?? open(index, id)
  }

  return {
    add(piece, events) {
      const id = typeof piece['id'] === 'string' && piece['id'] !== '' ? piece['id'] : undefined
      const call = find(piece['index'], id)
      const called = (piece['function'] ?? {}) as Fields
      const { name, arguments: given } = called
      if (typeof name === 'string' && name !== '') call.name ??= name
      call.metadata ??= callMetadata(piece)
      const delta =
        typeof given === 'string' ? given : given === undefined || given === null ? '' : JSON.stringify(given)
      call.text += delta
      announce(call, delta, events)
    },
    finish(isCut, events) {
      for (const call of calls) endCall(call, isCut, events)
      return calls.length > 0
    },
  }
}

/** A call is announced when its name is known, together with the arguments so far. */
function announce(call: OpenCall, delta: string, events: ReplyEvent[]): void {
  if (call.name === undefined) return
  if (!call.isAnnounced) {
    call.isAnnounced = true
    events.push({ type: 'tool-input-start', id: call.id, toolName: call.name })
    if (call.text !== '') events.push({ type: 'tool-input-delta', id: call.id, delta: call.text })
  } else if (delta !== '') events.push({ type: 'tool-input-delta', id: call.id, delta })
}

function endCall(call: OpenCall, isCut: boolean, events: ReplyEvent[]): void {
  const { id, metadata, name: toolName = '' } = call
  call.name = toolName
  announce(call, '', events)
  const { text } = readArguments(call.text, { isCut })
  if (call.text === '') events.push({ type: 'tool-input-delta', id, delta: text })
  events.push({ type: 'tool-input-end', id })
  const providerMetadata = metadata === undefined ? {} : { providerMetadata: metadata }
  events.push({ type: 'tool-call', toolCallId: id, toolName, input: text, ...providerMetadata })
}
