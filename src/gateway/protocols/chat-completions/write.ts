import type { Json, JsonObject } from '../../../core/json.ts'
import type { ModelResult } from '../../../models/versions/language-model.ts'
import { type FinishReason, type ReplyContent, type ReplyToolCall, unknownUsage } from '../../../wire/model-reply.ts'
import { encodeResponse } from '../../../wire/openai-chat/encode-response.ts'
import { encodeUsage } from '../../../wire/openai-chat/usage.ts'
import { addUsage } from '../../ask/add-usage.ts'
import { askForAll } from '../../ask/candidates.ts'
import { createReport } from '../../ask/report.ts'
import { asGoogle, createCallShaper } from '../../ask/shape-calls.ts'
import { keepSignatures } from '../../ask/signatures.ts'
import { recordedUsage } from '../../observe/request-record.ts'
import type { AnswerContext } from './answer-context.ts'
import { answerHeaders } from './answer-headers.ts'
import { encodeFiles } from './encode-files.ts'
import { encodeLogprobs } from './encode-logprobs.ts'
import { toLegacyChoice } from './to-legacy-choice.ts'

/** Answers with one JSON. */
export async function completeAnswer(context: AnswerContext): Promise<Response> {
  const { request, draft, shelf, upstream } = context
  const results = await askForAll(context)
  const shaped = results.map((result) => shapeResult(result, context))
  // Kept before the answer goes out: the client may come back at once.
  await keepSignatures(
    shaped.flatMap(({ calls }) => calls),
    shelf,
  )
  const usage = addUsage(results.map((result) => result.usage))
  const counted = encodeUsage(usage)
  const warnings = results[0]!.warnings
  draft.finishReason = results[0]!.finishReason.unified
  upstream.watchReason(results[0]!.finishReason)
  draft.usage = recordedUsage(usage)
  const body: Record<string, Json> = {
    id: context.id,
    object: 'chat.completion',
    created: context.created,
    model: request.modelId,
    choices: shaped.map(({ choice }, index) => ({ ...choice, index })),
    ...(counted === undefined ? {} : { usage: counted }),
    ...(context.wantsReport ? { toolfit: createReport(request, warnings) } : {}),
  }
  const headers = { 'content-type': 'application/json', ...answerHeaders(context, warnings) }
  return new Response(JSON.stringify(body), { headers })
}

interface ShapedResult {
  readonly choice: JsonObject
  readonly calls: readonly ReplyToolCall[]
}

function shapeResult(result: ModelResult, { request, shelf, id, created }: AnswerContext): ShapedResult {
  const issuer = shelf.issuer ?? 'google'
  const shape = createCallShaper(request, issuer)
  const content = result.content.flatMap((part): ReplyContent[] => {
    if (part.type === 'text') return [asGoogle(part, issuer)]
    if (part.type !== 'tool-call') return [part]
    const call = shape(part)
    return call === undefined ? [] : [call]
  })
  const reply = { content, finishReason: reasonOf(result.finishReason), usage: unknownUsage, response: {} }
  const { choices } = encodeResponse(reply, { id, created, modelId: request.modelId })
  const [encoded] = choices as readonly [JsonObject]
  const images = encodeFiles(content)
  const choice: JsonObject = {
    ...encoded,
    ...(images.length === 0 ? {} : { message: { ...(encoded['message'] as JsonObject), images } }),
    ...(request.logprobs ? { logprobs: encodeLogprobs(result.providerMetadata) } : {}),
  }
  const calls = content.filter((part) => part.type === 'tool-call')
  return { choice: request.isLegacy ? toLegacyChoice(choice) : choice, calls }
}

/** An answer that is whole says why it stopped; one that does not is not known to be. */
function reasonOf(reason: FinishReason): FinishReason {
  return reason.raw === undefined && reason.unified === 'other' ? { unified: 'other', raw: 'UNSPECIFIED' } : reason
}
