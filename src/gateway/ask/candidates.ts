import { isPlainObject, type JsonObject } from '../../core/json.ts'
import type { CalledResult } from '../../models/create-model.ts'
import { gemini } from '../../models/gemini/gemini.ts'
import { traitsOf } from '../../models/gemini/model-traits.ts'
import type { ModelCallOptions, ModelResult } from '../../models/versions/language-model.ts'
import { unknownUsage } from '../../wire/model-reply.ts'
import type { AnswerContext } from '../protocols/chat-completions/answer-context.ts'
import { blockedPrompt, isBlocked } from './blocked-prompt.ts'
import { followAbort } from './follow-abort.ts'
import { callUpstream } from './upstream.ts'
import { isEmptyAnswer } from './upstream-error.ts'

/** The family of models that give one candidate and refuse to give more. */
const singleFamily = '3.6'

/**
 * As many answers as the client wants. Models that can give several at once are asked once, because the prompt is paid once then; for
 * what is missing they are asked again, as are the others, side by side.
 */
export async function askForAll(context: AnswerContext): Promise<ModelResult[]> {
  const { request } = context
  if (request.count === 1) return [await ask(context, context.abortSignal)]
  const failing = followAbort(context.abortSignal)
  const abortSignal = failing.signal
  try {
    const canGiveSeveral = traitsOf(request.modelId).family !== singleFamily
    const together = canGiveSeveral ? await askTogether(context, abortSignal) : []
    const missing = Array.from({ length: request.count - together.length }, () => ask(context, abortSignal))
    return [...together, ...(await Promise.all(missing))]
  } catch (error) {
    failing.abort()
    throw error
  } finally {
    failing.release()
  }
}

async function ask(
  { request, upstream, draft }: AnswerContext,
  abortSignal: AbortSignal,
  options: ModelCallOptions = request.options,
): Promise<AskedResult> {
  const call = {
    modelId: request.modelId,
    isStream: false,
    abortSignal,
    onTry() {
      draft.tries = (draft.tries ?? 0) + 1
    },
  }
  const asked = callUpstream(upstream, call, (model) => model.generate({ ...options, abortSignal }))
  const result = await asked.catch((error: unknown) => {
    if (isEmptyAnswer(error)) return nothing
    throw error
  })
  if (upstream.config.blocked === 'error' && isBlocked(result)) throw blockedPrompt(result.finishReason)
  return result
}

/** With what it was made of, where there was something. */
type AskedResult = ModelResult & Partial<Pick<CalledResult, 'generated'>>

/** What Gemini did not say. It says nothing at all where a filter took every candidate. */
const nothing: ModelResult = {
  content: [],
  finishReason: { unified: 'content-filter', raw: 'NO_CANDIDATES' },
  usage: unknownUsage,
  warnings: [],
}

async function askTogether(context: AnswerContext, abortSignal: AbortSignal): Promise<ModelResult[]> {
  const { options, count } = context.request
  const google = { ...options.providerOptions?.['google'], candidateCount: count }
  const first = await ask(context, abortSignal, { ...options, providerOptions: { ...options.providerOptions, google } })
  const body = first.generated?.body
  const candidates = isPlainObject(body) && Array.isArray(body['candidates']) ? body['candidates'].slice(1, count) : []
  const others = candidates.map((candidate) =>
    readCandidate(context, { ...(body as JsonObject), candidates: [candidate] }),
  )
  return [first, ...(await Promise.all(others))]
}

/** A model reads one candidate. For each of the others it is given the same answer, with that one in it. */
async function readCandidate({ request, upstream }: AnswerContext, body: JsonObject): Promise<ModelResult> {
  const settings = { ...upstream.config, apiKey: undefined, maxRetries: 0 }
  const model = gemini(request.modelId, { ...settings, fetch: async () => Response.json(body) })
  const result = await model.doGenerate(request.options)
  // The first has the tokens of all.
  return { ...result, usage: unknownUsage }
}
