import type { HttpAnswer } from '../../../core/http.ts'
import type { JsonObject } from '../../../core/json.ts'
import type { ModelStreamPart } from '../../../models/versions/language-model.ts'
import { encodeError } from '../../../wire/openai-chat/error.ts'
import { encodeUsage } from '../../../wire/openai-chat/finish.ts'
import { createChunkEncoder } from '../../../wire/openai-chat/stream-encoder.ts'
import type { AnswerStream, AskContext } from '../../ask/ask.ts'
import { type EventBatches, type EventStreamOptions, type ServerEvent, writeEvents } from '../event-stream.ts'
import { refusalInStream } from './error.ts'
import { type ChatReply, chatHeaders, reportField } from './write.ts'

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Asks proxies not to gather the answer before they pass it on.
  'x-accel-buffering': 'no',
}

/** Writes answers that stream as server-sent events. After an error neither a reason nor `[DONE]` follows. */
export async function writeStream(stream: AnswerStream, reply: ChatReply, keepAliveMs: number): Promise<HttpAnswer> {
  const { ask, warnings } = stream
  reply.context.record.isOpen = true
  const report = await reportField(ask, warnings, reply)
  const onEnd = createEnd(stream.usage, reply.context)
  const body = writeEvents(encodeBatches(stream, reply, report), { keepAliveMs, onEnd })
  return { status: 200, headers: { ...streamHeaders, ...chatHeaders(ask, warnings, reply) }, body }
}

/** Not a closure of the function above, which would keep the request in memory as long as its answer streams. */
function createEnd(usage: AnswerStream['usage'], { record, abortSignal }: AskContext): EventStreamOptions['onEnd'] {
  return (outcome) => {
    usage()
    const hasLeft = outcome === 'aborted' || (outcome === 'failed' && abortSignal.aborted)
    record.finish(hasLeft ? 'aborted' : record.error === undefined ? outcome : 'failed')
  }
}

function encodeBatches({ ask, batches, usage }: AnswerStream, reply: ChatReply, report: JsonObject): EventBatches {
  const { id, created, chat, context } = reply
  const { includesUsage, isLegacy, logprobs } = chat
  const options = { id, created, modelId: ask.modelId, includesUsage, isLegacy, logprobs }
  const encoders = Array.from({ length: ask.count }, (_, index) => createChunkEncoder({ index, ...options }))
  const [{ envelope }] = encoders as [(typeof encoders)[number]]
  /** Answers that have not ended. */
  let left = ask.count
  let isOver = false

  const encode = (index: number, part: ModelStreamPart, events: ServerEvent[]): void => {
    if (part.type === 'stream-start' || part.type === 'raw') return
    if (part.type === 'error') {
      const { wire } = refusalInStream(part.error)
      context.record.error ??= wire.code ?? wire.type ?? 'error'
      isOver = true
      events.push({ data: encodeError(wire) })
      return
    }
    if (part.type === 'finish') left--
    for (const data of encoders[index]!.push(part)) events.push({ data })
  }
  const lastEvents = (): ServerEvent[] => {
    isOver = true
    const total = usage()
    const counted = includesUsage && total !== undefined ? encodeUsage(total) : undefined
    return [...(counted === undefined ? [] : [{ data: envelope([], { usage: counted }) }]), { data: '[DONE]' }]
  }
  const next: EventBatches['next'] = async () => {
    while (!isOver) {
      const batch = await batches.next()
      if (batch.done) return { done: false, value: lastEvents() }
      const events: ServerEvent[] = []
      for (const part of batch.value.parts) encode(batch.value.index, part, events)
      // With the last reason, the rest goes out in the same piece.
      if (left === 0 && !isOver) events.push(...lastEvents())
      if (events.length > 0) return { done: false, value: events }
    }
    return { done: true, value: undefined }
  }
  const first = 'toolfit' in report ? envelope([], { ...(includesUsage ? { usage: null } : {}), ...report }) : undefined
  return { next: first === undefined ? next : withFirst({ data: first }, next), return: async () => batches.return?.() }
}

/** The report has a chunk of its own, without a choice, as the usage has: clients that did not ask for it skip it. */
function withFirst(event: ServerEvent, next: EventBatches['next']): EventBatches['next'] {
  let waiting: ServerEvent | undefined = event
  return async () => {
    const batch = await next()
    if (waiting === undefined) return batch
    const value = [waiting, ...(batch.value ?? [])]
    waiting = undefined
    return { done: false, value }
  }
}
