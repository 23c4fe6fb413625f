import type { Endpoint } from '../api/endpoint.ts'
import type { Candidate, GenerateContentRequest, GenerateContentResponse, Part, UsageMetadata } from '../api/message.ts'
import type { Model } from '../api/model.ts'
import { countTokens, tokensOfPart } from '../tokens/count-tokens.ts'
import { createNumbers, drawWord, hashText } from './fingerprint.ts'
import { limitParts } from './limit-parts.ts'
import { nameCalls } from './name-calls.ts'
import { type PlannedCall, planCalls } from './plan-calls.ts'
import { readTurn } from './read-turn.ts'
import { signParts } from './sign-parts.ts'
import { type Thought, thinkAbout } from './think-about.ts'
import { mark, writeText } from './write-text.ts'

/** Who answers, and where. */
export interface AnswerContext {
  readonly endpoint: Endpoint
  readonly model: Model
  /** The clock's word for `createTime`. Left out where none is given: nothing here looks at a clock. */
  readonly createTime?: string
}

/**
 * Answers a request that was accepted, as a very small model would: by rules, without chance and without a clock. The same request gets the
 * same answer.
 *
 * - Which functions it calls, and when: {@link planCalls} and `matchFunctions`. With what arguments: `sampleValue`.
 * - What it says: `writeText`. Plain text begins with `[Toolfit emulator]`, because it is not a language model and should not pass for one.
 * - Generations differ in ids, signatures and thoughts: `nameCalls`, `signParts`, `thinkAbout`.
 * - Tokens are estimates that add up: `countTokens`. Thoughts count against `maxOutputTokens`, as they do with Gemini, so a small limit may
 *   leave no text at all.
 *
 * @example
 * ```ts
 * const { candidates } = answer(
 *   {
 *     contents: [{ role: 'user', parts: [{ text: 'What is the weather in Paris?' }] }],
 *     tools: [{ functionDeclarations: [{ name: 'get_weather', parametersJsonSchema: schema }] }],
 *   },
 *   { endpoint: 'ai-studio', model },
 * )
 * candidates[0].content.parts[0].functionCall // { id: 'k3v9x0qa', name: 'get_weather', args: { location: 'Paris' } }
 * ```
 */
export function answer(request: GenerateContentRequest, context: AnswerContext): GenerateContentResponse {
  const { model, createTime } = context
  const turn = readTurn(request.contents ?? [])
  const calls = planCalls(request, turn)
  const text = calls.length === 0 ? writeText(turn, request.generationConfig) : ''
  const thought = thinkAbout(calls, request, model)
  const seed = hashText(JSON.stringify(request.contents ?? []))
  const candidates: Candidate[] = []
  for (let index = 0; index < candidateCount(request, model); index++) {
    candidates.push(makeCandidate({ calls, text, thought, index, seed }, request, context))
  }
  const usageMetadata = usageOf(request, candidates, thought, context)
  const responseId = drawWord(createNumbers(seed), 22, idAlphabet)
  // The fields are in Google's order.
  return createTime === undefined
    ? { candidates, usageMetadata, modelVersion: model.id, responseId }
    : { candidates, usageMetadata, modelVersion: model.id, createTime, responseId }
}

const idAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

function candidateCount({ generationConfig }: GenerateContentRequest, { supports }: Model): number {
  return supports.has('candidates') ? Math.min(8, Math.max(1, generationConfig?.candidateCount ?? 1)) : 1
}

interface Draft {
  readonly calls: readonly PlannedCall[]
  readonly text: string
  readonly thought: Thought
  readonly index: number
  readonly seed: number
}

function makeCandidate(draft: Draft, request: GenerateContentRequest, { endpoint, model }: AnswerContext): Candidate {
  const { calls, text, thought, index } = draft
  const isPlain = text.startsWith(mark)
  const said: Part[] =
    calls.length === 0 ? [{ text: index > 0 && isPlain ? `${text} (Candidate ${index + 1}.)` : text }] : []
  const called = nameCalls(calls, request.contents ?? [], draft.seed + index, model).map(
    (functionCall): Part => ({ functionCall }),
  )
  const limited = limitParts([...said, ...called], thought.tokens, request.generationConfig)
  const signed = signParts(limited.parts, thought, { endpoint, generation: model.generation })
  const parts: readonly Part[] = [...thought.parts, ...signed]
  const content = parts.length === 0 ? { role: 'model' } : { parts, role: 'model' }
  const { finishReason } = limited
  // Vertex leaves out what is zero.
  return endpoint === 'vertex' && index === 0 ? { content, finishReason } : { content, finishReason, index }
}

function usageOf(
  request: GenerateContentRequest,
  candidates: readonly Candidate[],
  thought: Thought,
  { endpoint }: AnswerContext,
): UsageMetadata {
  const { totalTokens, promptTokensDetails } = countTokens(request)
  const tokens = tokensOfAnswers(candidates)
  const isVertex = endpoint === 'vertex'
  // Field by field, in Google's order: spreading optional ones took longer than to count the tokens.
  const usage: { -readonly [Field in keyof UsageMetadata]: UsageMetadata[Field] } = { promptTokenCount: totalTokens }
  if (tokens > 0) usage.candidatesTokenCount = tokens
  usage.totalTokenCount = totalTokens + tokens + thought.tokens
  if (isVertex) usage.trafficType = 'ON_DEMAND'
  usage.promptTokensDetails = promptTokensDetails
  if (isVertex && tokens > 0) usage.candidatesTokensDetails = [{ modality: 'TEXT', tokenCount: tokens }]
  if (thought.tokens > 0) usage.thoughtsTokenCount = thought.tokens
  return usage
}

/** Thoughts are counted apart. */
function tokensOfAnswers(candidates: readonly Candidate[]): number {
  let tokens = 0
  for (const { content } of candidates) {
    for (const part of content?.parts ?? []) if (part.thought !== true) tokens += tokensOfPart(part)
  }
  return tokens
}
