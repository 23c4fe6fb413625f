import type { ReplyEvent } from '../../wire/model-reply.ts'

type Event = Exclude<ReplyEvent, { type: 'error' }>

/** Holds text back until it is complete, and hands it out decoded: half an encoded answer is no part of the decoded one. */
export function createTextHolder(decode: (text: string) => string): (event: Event) => Event[] {
  const texts = new Map<string, string>()
  return (event) => {
    if (event.type === 'text-delta') {
      texts.set(event.id, (texts.get(event.id) ?? '') + event.delta)
      return []
    }
    if (event.type !== 'text-end') return [event]
    const text = texts.get(event.id)
    texts.delete(event.id)
    return text === undefined ? [event] : [{ type: 'text-delta', id: event.id, delta: decode(text) }, event]
  }
}
