import { present } from '../../core/json.ts'
import type { DecodedReply, FinishReason, ReplyContent, ReplyEvent } from '../model-reply.ts'
import type { WireError } from '../wire-error.ts'
import { createStreamDecoder, type DecodeContext } from './stream-decoder.ts'

/** The error of an answer without content and without a reason. */
const nothing: WireError = {
  message: 'Gemini answered with neither a candidate nor a reason for the lack of one.',
  type: 'response_error',
  code: 'response-empty',
  isRetryable: true,
}

/**
 * Decodes an answer of `generateContent` as a stream of one chunk, so that both follow the same rules. `body` is parsed JSON. A candidate
 * without a finish reason is complete, because its JSON is.
 *
 * @example
 * ```ts
 * import { decodeResponse } from 'toolfit/gemini'
 *
 * const decoded = decodeResponse(
 *   { candidates: [{ content: { parts: [{ text: 'Hello.' }] }, finishReason: 'STOP' }] },
 *   { origin: { keys: ['google'], family: '3.0' }, nextId: () => 'call_1' },
 * )
 * decoded.reply.content // [{ type: 'text', text: 'Hello.' }]
 * decoded.reply.finishReason // { unified: 'stop', raw: 'STOP' }
 * ```
 */
export function decodeResponse(body: unknown, context: DecodeContext): DecodedReply {
  const decoder = createStreamDecoder(context)
  const events = decoder.pushChunk(body)
  const failure = events.find((event) => event.type === 'error')
  if (failure !== undefined) return { error: failure.error }
  const isSilent = events.every(({ type }) => type === 'response-metadata')
  const rest = decoder.end()
  const isOpenEnded = rest.some(({ type }) => type === 'error')
  if (isSilent && isOpenEnded && !rest.some(({ type }) => type === 'tool-call')) return { error: nothing }
  const all = [...events, ...rest]
  const finish = rest.find((event) => event.type === 'finish')!
  const { type: _, ...response } = all.find((event) => event.type === 'response-metadata') ?? { type: undefined }
  return {
    reply: present({
      content: foldEvents(all),
      finishReason: isOpenEnded ? noReason : finish.finishReason,
      usage: finish.usage,
      response,
      providerMetadata: finish.providerMetadata,
    }),
  }
}

const noReason: FinishReason = { unified: 'other', raw: undefined }

/** Joins the events of a stream to content. */
function foldEvents(events: readonly ReplyEvent[]): ReplyContent[] {
  const content: ReplyContent[] = []
  let text = ''
  for (const event of events) {
    switch (event.type) {
      case 'text-start':
      case 'reasoning-start':
        text = ''
        break
      case 'text-delta':
      case 'reasoning-delta':
        text += event.delta
        break
      case 'text-end':
      case 'reasoning-end': {
        const { providerMetadata } = event
        const type = event.type === 'text-end' ? 'text' : 'reasoning'
        content.push(present({ type, text, providerMetadata }))
        break
      }
      case 'tool-call':
      case 'tool-result':
      case 'source':
      case 'file':
        content.push(event)
        break
    }
  }
  return content
}
