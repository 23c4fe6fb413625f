import type { HttpAnswer } from '../../../core/http.ts'
import type { Json, JsonObject } from '../../../core/json.ts'
import { writeInPieces } from '../../../core/write-json.ts'
import type { FinishReason } from '../../../wire/model-reply.ts'
import type { RequestWarning } from '../../../wire/model-request.ts'
import { encodeChoice } from '../../../wire/openai-chat/encode-response.ts'
import { encodeUsage } from '../../../wire/openai-chat/finish.ts'
import type { Answer, Ask, AskContext } from '../../ask/ask.ts'
import { createReport } from '../../ask/report.ts'
import { answerHeaders } from '../answer-headers.ts'
import { ignoredByModel, parameterLabels } from './find-ignored.ts'
import type { ChatRequest } from './read.ts'

/** What an answer says of the request that it belongs to. */
export interface ChatReply {
  readonly chat: ChatRequest
  readonly context: AskContext
  /** The client wants to know what was changed in its request. */
  readonly wantsReport: boolean
  /** `chatcmpl-…`. */
  readonly id: string
  /** Seconds since 1970. */
  readonly created: number
}

/** Writes complete answers as one chat completion. */
export async function writeAnswer({ ask, results, usage, warnings }: Answer, reply: ChatReply): Promise<HttpAnswer> {
  const { chat, id, created } = reply
  const { logprobs, isLegacy } = chat
  const counted = encodeUsage(usage)
  const body: Record<string, Json> = {
    id,
    object: 'chat.completion',
    created,
    model: ask.modelId,
    choices: results.map(({ content, finishReason, providerMetadata }, index) =>
      encodeChoice(
        { content, finishReason: reasonOf(finishReason), ...(providerMetadata && { providerMetadata }) },
        { index, logprobs, isLegacy },
      ),
    ),
    ...(counted === undefined ? {} : { usage: counted }),
    ...(await reportField(ask, warnings, reply)),
  }
  const texts = await writeInPieces(body, reply.context.pause)
  const headers = { 'content-type': 'application/json', ...chatHeaders(ask, warnings, reply) }
  return { status: 200, headers, body: texts.length === 1 ? texts[0]! : encodeTexts(texts) }
}

const encoder = new TextEncoder()

/** A long answer goes out piece by piece, each when the reader wants it. */
async function* encodeTexts(texts: readonly string[]): AsyncGenerator<Uint8Array, undefined> {
  for (const text of texts) yield encoder.encode(text)
  return undefined
}

export function chatHeaders(ask: Ask, warnings: readonly RequestWarning[], reply: ChatReply): Record<string, string> {
  const ignored = ignoredIn(ask, warnings)
  return answerHeaders({ ignored, repaired: ask.repaired, known: parameterLabels }, reply.context.record)
}

export async function reportField(
  ask: Ask,
  warnings: readonly RequestWarning[],
  reply: ChatReply,
): Promise<JsonObject> {
  if (!reply.wantsReport) return {}
  const reported = { ...ask, ignored: ignoredIn(ask, warnings) }
  return { toolfit: await createReport(reported, warnings, reply.context.pause) }
}

/** What had no effect: in this protocol, and with this model. */
function ignoredIn(ask: Ask, warnings: readonly RequestWarning[]): string[] {
  return [...new Set([...ask.ignored, ...ignoredByModel(warnings)])]
}

/** A complete answer always says why it stopped, also where Gemini did not. */
function reasonOf(reason: FinishReason): FinishReason {
  return reason.raw === undefined && reason.unified === 'other' ? { unified: 'other', raw: 'UNSPECIFIED' } : reason
}
