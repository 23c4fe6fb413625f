import { isPlainObject } from '../../core/json.ts'
import type { CalledResult } from '../../models/create-model.ts'
import type { ModelCallOptions, ModelResult } from '../../models/versions/language-model.ts'
import { type ReplyContent, type ReplyToolCall, unknownUsage } from '../../wire/model-reply.ts'
import { addUsage, recordedUsage } from '../observe/request-record.ts'
import type { Answer, Ask, AskContext } from './ask.ts'
import { askPrepared, signatureContext } from './prepare-ask.ts'
import { blockedPrompt, createPartShaper } from './shape-parts.ts'
import { storeSignatures } from './signatures.ts'
import { callUpstream, type Upstream } from './upstream.ts'
import { isEmptyAnswer } from './upstream-failure.ts'

/** Asks a model, and waits for its complete answers. */
export function answer(ask: Ask, context: AskContext, upstream: Upstream): Promise<Answer> {
  return askPrepared(ask, context, upstream, async (prepared) => {
    const { record } = context
    const results = (await askForAll(prepared, context, upstream)).map((result) =>
      shapeResult(result, prepared, upstream),
    )
    // Before the answer goes out: the client may come back at once.
    const calls = results.flatMap(({ content }) => content.filter((part) => part.type === 'tool-call'))
    if (calls.length > 0) await storeSignatures(calls as ReplyToolCall[], signatureContext(context, upstream))
    const usage = addUsage(results.map((result) => result.usage))
    const [{ finishReason, warnings }] = results as [ModelResult]
    upstream.watchReason(finishReason)
    record.finishReason = finishReason.unified
    record.usage = recordedUsage(usage)
    return { ask: prepared, results, usage, warnings }
  })
}

function shapeResult(result: ModelResult, { isSingle }: Ask, { issuer }: Upstream): ModelResult {
  const shape = createPartShaper(isSingle, issuer)
  const content: ReplyContent[] = []
  for (const part of result.content) {
    const shaped = shape(part) as ReplyContent | undefined
    if (shaped !== undefined) content.push(shaped)
  }
  return { ...result, content }
}

/** The family of models that give one candidate and refuse to give more. */
const singleFamily = '3.6'

/**
 * As many answers as the client wants. Models that can give several at once are asked once, because the prompt is paid once then. For
 * the rest they are asked again, all at the same time.
 */
async function askForAll(ask: Ask, context: AskContext, upstream: Upstream): Promise<ModelResult[]> {
  if (ask.count === 1) return [await askOnce(ask, context, upstream)]
  const failing = new AbortController()
  const abortSignal = AbortSignal.any([context.abortSignal, failing.signal])
  const own = { ...context, abortSignal }
  try {
    const canGiveSeveral = ask.traits.family !== singleFamily
    const together = canGiveSeveral ? await askTogether(ask, own, upstream) : []
    const missing = Array.from({ length: ask.count - together.length }, () => askOnce(ask, own, upstream))
    return [...together, ...(await Promise.all(missing))]
  } catch (error) {
    failing.abort()
    throw error
  }
}

async function askOnce(
  { modelId, traits, options }: Ask,
  { client, record, abortSignal, pause }: AskContext,
  upstream: Upstream,
): Promise<ModelResult & Partial<CalledResult>> {
  const call = { modelId, traits, client, abortSignal, pause, isStream: false, onTry: () => record.countTry() }
  let result: ModelResult & Partial<CalledResult>
  try {
    result = await callUpstream(upstream, call, (model) => model.generate({ abortSignal, ...options }))
  } catch (error) {
    if (!isEmptyAnswer(error)) throw error
    result = emptyResult
  }
  const isBlocked = result.finishReason.unified === 'content-filter' && result.content.length === 0
  if (isBlocked && upstream.config.blocked === 'error') throw blockedPrompt(result.finishReason)
  return result
}

/** Gemini sends no candidate at all where a filter removed every one. */
const emptyResult: ModelResult = {
  content: [],
  finishReason: { unified: 'content-filter', raw: 'NO_CANDIDATES' },
  usage: unknownUsage,
  warnings: [],
}

/** One call for several candidates. The model's decoder reads the first of an answer, so it is given each of the others alone. */
async function askTogether(ask: Ask, context: AskContext, upstream: Upstream): Promise<ModelResult[]> {
  const { options, count } = ask
  const first = await askOnce({ ...ask, options: withCandidates(options, count) }, context, upstream)
  const { call, generated } = first
  const body = generated?.body
  if (call === undefined || !isPlainObject(body) || !Array.isArray(body['candidates'])) return [first]
  const others = body['candidates'].slice(1, count).flatMap((candidate): ModelResult[] => {
    const decoded = call.decode({ ...body, candidates: [candidate] })
    // The first has the tokens of all.
    return 'error' in decoded ? [] : [{ ...call.finish(decoded.reply), usage: unknownUsage, warnings: call.warnings }]
  })
  return [first, ...others]
}

function withCandidates(options: ModelCallOptions, candidateCount: number): ModelCallOptions {
  const google = { ...options.providerOptions?.['google'], candidateCount }
  return { ...options, providerOptions: { ...options.providerOptions, google } }
}
