import { type Json, present } from '../../core/json.ts'
import type { Endpoint } from '../api/endpoint.ts'
import type {
  Candidate,
  Content,
  FunctionCall,
  GenerateContentRequest,
  GenerateContentResponse,
  GenerationConfig,
  Part,
  UsageMetadata,
} from '../api/message.ts'
import type { Model } from '../api/model.ts'
import { type SignatureScope, sign, signedPart } from '../api/signature.ts'
import { countTokens, cutToTokens, estimateTokens, tokensOfPart } from '../api/tokens.ts'
import { type PlannedCall, planCalls } from './plan-calls.ts'
import { readTurn, type Turn } from './read-turn.ts'
import { createNumbers, drawWord, hashText } from './sample/fingerprint.ts'
import { readPromptValues } from './sample/prompt-values.ts'
import { sampleValue } from './sample/sample-value.ts'
import { toJsonSchema } from './to-json-schema.ts'

/** The model that answers, and the endpoint. */
export interface AnswerContext {
  readonly endpoint: Endpoint
  readonly model: Model
  /** The time for `createTime`. The answer has none without it: nothing here reads a clock. */
  readonly createTime?: string
}

/**
 * Answers an accepted request by rules, without randomness and without a clock: the same request gets the same answer.
 *
 * - Which functions it calls, and when: {@link planCalls} and `matchFunctions`. With what arguments: `sampleValue`.
 * - What it says: `writeText`. Plain text begins with `[Toolfit emulator]`, because it is not a language model and should not pass for one.
 * - Generations differ in ids, signatures and thoughts: `nameCalls`, `signParts`, `thinkAbout`.
 * - Tokens are estimates that add up: `countTokens`. Thoughts count against `maxOutputTokens`, as they do with Gemini, so a small limit may
 *   leave no text at all.
 */
export function answer(request: GenerateContentRequest, context: AnswerContext): GenerateContentResponse {
  const { model, createTime } = context
  const turn = readTurn(request.contents ?? [])
  const calls = planCalls(request, turn)
  const text = calls.length === 0 ? writeText(turn, request.generationConfig) : ''
  const thought = thinkAbout(calls, request, model)
  const seed = hashText(JSON.stringify(request.contents ?? []))
  const candidates = Array.from({ length: candidateCount(request, model) }, (_, index) =>
    makeCandidate({ calls, text, thought, index, seed }, request, context),
  )
  const usageMetadata = usageOf(request, candidates, thought, context)
  const responseId = drawWord(createNumbers(seed), 22, idAlphabet)
  // The fields are in Google's order.
  return present({ candidates, usageMetadata, modelVersion: model.id, createTime, responseId })
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
  // The fields are in Google's order.
  return present({
    promptTokenCount: totalTokens,
    candidatesTokenCount: tokens || undefined,
    totalTokenCount: totalTokens + tokens + thought.tokens,
    trafficType: isVertex ? 'ON_DEMAND' : undefined,
    promptTokensDetails,
    candidatesTokensDetails: isVertex && tokens > 0 ? [{ modality: 'TEXT', tokenCount: tokens }] : undefined,
    thoughtsTokenCount: thought.tokens || undefined,
  })
}

/** Thoughts are counted apart. */
function tokensOfAnswers(candidates: readonly Candidate[]): number {
  let tokens = 0
  for (const { content } of candidates) {
    for (const part of content?.parts ?? []) if (part.thought !== true) tokens += tokensOfPart(part)
  }
  return tokens
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Adds an id that is new in the conversation to each call, where the model gives ids. */
function nameCalls(
  calls: readonly PlannedCall[],
  contents: readonly Content[],
  seed: number,
  model: Model,
): FunctionCall[] {
  if (!model.supports.has('call-ids')) return calls.map(({ name, args }) => ({ name, args }))
  const used = new Set(contents.flatMap(({ parts = [] }) => parts.map(({ functionCall }) => functionCall?.id)))
  const next = createNumbers(seed)
  return calls.map(({ name, args }) => {
    let id = drawWord(next, 8, letters)
    while (used.has(id)) id = drawWord(next, 8, letters)
    used.add(id)
    return { id, name, args }
  })
}

/** Parts that were cut as the request asks for it, and why the answer ended. */
interface LimitedParts {
  readonly parts: readonly Part[]
  readonly finishReason: 'STOP' | 'MAX_TOKENS'
}

/**
 * Ends text before the first stop sequence, then at `maxOutputTokens`, of which thoughts have used some. A call is never cut: the first one
 * that has no room is left out, with all that follows. Parts without text are left out, as Gemini does.
 */
function limitParts(parts: readonly Part[], thoughtTokens: number, config: GenerationConfig = {}): LimitedParts {
  let room = (config.maxOutputTokens ?? Number.POSITIVE_INFINITY) - thoughtTokens
  const kept: Part[] = []
  for (const whole of parts) {
    const part = whole.text === undefined ? whole : { ...whole, text: cutAtStop(whole.text, config.stopSequences) }
    // Most requests set no limit: then nothing has to be counted.
    const tokens = room === Number.POSITIVE_INFINITY ? 0 : tokensOfPart(part)
    if (tokens > room) {
      const text = part.text === undefined ? '' : cutToTokens(part.text, Math.max(0, room))
      return { parts: text === '' ? kept : [...kept, { ...part, text }], finishReason: 'MAX_TOKENS' }
    }
    room -= tokens
    if (part.text !== '') kept.push(part)
  }
  return { parts: kept, finishReason: 'STOP' }
}

function cutAtStop(text: string, stops: readonly string[] = []): string {
  const ends = stops
    .filter((stop) => stop !== '')
    .map((stop) => text.indexOf(stop))
    .filter((at) => at >= 0)
  return ends.length === 0 ? text : text.slice(0, Math.min(...ends))
}

/** The thoughts of the model before its answer. */
export interface Thought {
  /** Summaries, where the caller asks for them. */
  readonly parts: readonly Part[]
  /** 0: it did not think. */
  readonly tokens: number
  /** Whether the answer is signed. */
  readonly isSigned: boolean
}

/**
 * Models that can think do, unless `thinkingBudget` is 0 on a model up to 2.5. `includeThoughts` shows the thoughts.
 * Answers of 3.x with thoughts are signed; those of 2.5 only beside function declarations, as Google documents it.
 */
function thinkAbout(calls: readonly PlannedCall[], request: GenerateContentRequest, model: Model): Thought {
  const { thinkingBudget, includeThoughts } = request.generationConfig?.thinkingConfig ?? {}
  const isOld = model.generation === '2.5'
  if (!model.supports.has('thinking') || (isOld && thinkingBudget === 0))
    return { parts: [], tokens: 0, isSigned: false }
  const names = [...new Set(calls.map(({ name }) => name))].join(', ')
  const whole =
    names === ''
      ? '**Answering**\n\nNo function is called here.\n'
      : `**Calling functions**\n\nThe prompt asks for ${names}.\n`
  const limit = Math.min(
    thinkingLimit(thinkingBudget),
    request.generationConfig?.maxOutputTokens ?? Number.POSITIVE_INFINITY,
  )
  const text = cutToTokens(whole, limit)
  const hasFunctions = request.tools?.some(({ functionDeclarations = [] }) => functionDeclarations.length > 0) ?? false
  return {
    parts: includeThoughts === true && text !== '' ? [{ text, thought: true }] : [],
    tokens: estimateTokens(text),
    isSigned: !isOld || hasFunctions,
  }
}

/** -1 lets the model decide. */
function thinkingLimit(budget: number | undefined): number {
  return budget === undefined || budget < 1 ? Number.POSITIVE_INFINITY : budget
}

/**
 * Puts the thought signature where the generation has it. 3.x: on the first call of a step and on no other, and on the last part of an answer
 * without calls. 2.5: on the first part after the summaries of thoughts.
 */
function signParts(parts: readonly Part[], { isSigned }: Thought, scope: SignatureScope): readonly Part[] {
  if (!isSigned || parts.length === 0) return parts
  const call = parts.findIndex(({ functionCall }) => functionCall !== undefined)
  const at = scope.generation === '2.5' ? 0 : call >= 0 ? call : parts.length - 1
  const signed = parts.slice()
  signed[at] = { ...parts[at], thoughtSignature: sign(signedPart(parts[at]!), scope) }
  return signed
}

/** Every plain text begins with this mark, because it does not come from a language model. JSON and enum answers have none. */
const mark = '[Toolfit emulator]'

const longestQuote = 2000

/** The text of an answer: JSON or a member of an enum where the request asks for it, else a quote of the function responses or the prompt. */
function writeText(turn: Turn, config: GenerationConfig = {}): string {
  const { mimeType, schema } = wantedFormat(config)
  if (schema !== undefined && mimeType !== undefined && mimeType !== 'text/plain') {
    const value = sampleValue(schema, readPromptValues(turn.text, turn.known)) ?? null
    return mimeType === 'text/x.enum' && typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  }
  const text = writePlain(turn)
  return mimeType === 'application/json' ? JSON.stringify({ emulator: 'Toolfit', text }, null, 2) : text
}

interface WantedFormat {
  readonly mimeType?: string | undefined
  readonly schema?: unknown
}

/** From the three fields of the format, or from Vertex's one. */
function wantedFormat(config: GenerationConfig): WantedFormat {
  const { responseMimeType: mimeType, responseSchema, responseJsonSchema, responseFormat = [] } = config
  for (const { text } of responseFormat) {
    if (typeof text !== 'object' || text === null || Array.isArray(text)) continue
    const { mimeType: type, schema } = text as { readonly mimeType?: Json; readonly schema?: Json }
    return { mimeType: type === 'APPLICATION_JSON' ? 'application/json' : 'text/plain', schema }
  }
  return {
    mimeType,
    schema: responseJsonSchema ?? (responseSchema === undefined ? undefined : toJsonSchema(responseSchema)),
  }
}

function writePlain({ text, attachments, responses, steps }: Turn): string {
  const quoted = responses.map(
    ({ name = 'a function', response = {} }) => `${name} answered ${shorten(JSON.stringify(response))}`,
  )
  const said = text === '' ? 'nothing' : `"${shorten(text)}"`
  const sent = attachments.length === 0 ? '' : ` (and sent ${attachments.join(', ')})`
  const echo = `You said ${said}${sent}.`
  if (quoted.length === 0)
    return `${mark} ${echo} This is not a language model: it calls functions and repeats what it is told.`
  // After a response, the prompt is quoted only if it came later.
  return `${mark} ${quoted.join('; ')}.${steps === 0 ? ` ${echo}` : ''}`
}

/** Cuts a text, but not inside a surrogate pair. */
function shorten(text: string): string {
  if (text.length <= longestQuote) return text
  const end = /[\uD800-\uDBFF]/.test(text[longestQuote - 1]!) ? longestQuote - 1 : longestQuote
  return `${text.slice(0, end)}…`
}
