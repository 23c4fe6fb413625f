import type { Endpoint } from '../api/endpoint.ts'
import type { GenerateContentRequest } from '../api/message.ts'
import type { Model } from '../api/model.ts'
import { configLines } from './request/config-lines.ts'
import { configSentences } from './request/config-sentences.ts'
import { contentLines, systemLines } from './request/content-lines.ts'
import { inputTooLong } from './request/input-too-long.ts'
import { readTools } from './request/read-tools.ts'
import { readTurns } from './request/read-turns.ts'
import type { JudgeContext, LineRule, SentenceRule, Subject } from './request/request-rule.ts'
import { type RequestSchema, readRequestSchemas, schemaLines, schemaSentence } from './request/request-schemas.ts'
import { requestSentences } from './request/request-sentences.ts'
import { toolLines } from './request/tool-lines.ts'
import { toolSentences } from './request/tool-sentences.ts'
import { turnRules } from './request/turn-rules.ts'
import { enforcedRules } from './rule/evidence.ts'
import type { Rejection } from './rule/rejection.ts'

export interface CheckRequestOptions {
  readonly endpoint: Endpoint
  readonly model: Model
  /**
   * Whether rules that the evidence leaves in doubt are enforced. Default true: a request that passes here should pass there,
   * and who tests a client would rather hear too much than too little. False refuses only what was seen to be refused.
   */
  readonly strict?: boolean
  /** Levels of OBJECT and ARRAY that the model takes in a schema. Google publishes no number: without one, none is enforced. */
  readonly nestingLimit?: number
}

const lengthSentences: readonly SentenceRule[] = [inputTooLong]

/** Every rule about requests but those about one schema, in the order in which they are asked. Documents are made of them. */
export const requestRules: readonly (LineRule | SentenceRule)[] = [
  ...contentLines,
  ...configLines,
  ...toolLines,
  ...systemLines,
  ...requestSentences,
  ...toolSentences,
  ...configSentences,
  ...turnRules,
  ...lengthSentences,
]

/**
 * Judges a request that parsed, as the request validator and the serving side do: `[]` means accepted. The validator's lines
 * come together and hide the rest; of the serving side only the first sentence is told.
 * Written from recorded rejections and Google's documents, never from what the library sends.
 *
 * @example
 * ```ts
 * const model = findModel('gemini-3.8-flash')!
 * const contents = ['user', 'model'].map((role) => ({ role, parts: [{ text: 'Hi' }] }))
 * checkRequest({ contents }, { endpoint: 'ai-studio', model })
 * // [{ stage: 'backend', rule: 'model-turn-last', message: 'Requests ending with a model turn are not supported.' }]
 * ```
 */
export function checkRequest(request: GenerateContentRequest, options: CheckRequestOptions): Rejection[] {
  const { endpoint, model, strict = true, nestingLimit } = options
  const context: JudgeContext = { endpoint, model, strict, nestingLimit }
  const subject: Subject = { request, turns: readTurns(request.contents ?? []), tools: readTools(request) }
  const older = olderLines(subject, context)
  if (older.length > 0) return older
  const schemas = readRequestSchemas(request, context)
  const lines = validatorLines(subject, schemas, context)
  if (lines.length > 0) return lines
  const sentence =
    firstSentence(requestSentences, subject, context) ??
    firstSentence(toolSentences, subject, context) ??
    schemaSentence(request, schemas, context) ??
    firstSentence(configSentences, subject, context) ??
    firstSentence(turnRules, subject, context) ??
    firstSentence(lengthSentences, subject, context)
  return sentence === undefined ? [] : [sentence]
}

/** The order is that of the request's fields in the proto. */
function validatorLines(subject: Subject, schemas: readonly RequestSchema[], context: JudgeContext): Rejection[] {
  return [
    ...newerLines(contentLines, subject, context),
    ...newerLines(configLines, subject, context),
    ...newerLines(toolLines, subject, context),
    ...schemaLines(schemas, context),
    ...newerLines(systemLines, subject, context),
  ]
}

function newerLines(rules: readonly LineRule[], subject: Subject, context: JudgeContext): Rejection[] {
  const rejections: Rejection[] = []
  for (const rule of enforcedRules(rules, context.endpoint, context.strict)) {
    if (isOlder(rule, context.endpoint)) continue
    for (const { path, text } of rule.check(subject, context)) {
      rejections.push({ stage: 'validate', rule: rule.id, message: `* GenerateContentRequest.${path}: ${text}` })
    }
  }
  return rejections
}

/** Its message has one head for all lines and ends without a line break, unlike the lines of the stage `validate`. */
function olderLines(subject: Subject, context: JudgeContext): Rejection[] {
  const rejections: Rejection[] = []
  for (const rule of enforcedRules(toolLines, context.endpoint, context.strict)) {
    if (!isOlder(rule, context.endpoint)) continue
    for (const { path, text } of rule.check(subject, context)) {
      const head = rejections.length === 0 ? 'The GenerateContentRequest proto is invalid:\n' : ''
      rejections.push({ stage: 'backend', rule: rule.id, message: `${head}  * ${path}: ${text}` })
    }
  }
  return rejections
}

function isOlder({ olderOn = [] }: LineRule, endpoint: Endpoint): boolean {
  return olderOn.includes(endpoint)
}

function firstSentence(rules: readonly SentenceRule[], subject: Subject, context: JudgeContext): Rejection | undefined {
  for (const rule of enforcedRules(rules, context.endpoint, context.strict)) {
    const message = rule.check(subject, context)
    if (message !== undefined) return { stage: 'backend', rule: rule.id, message }
  }
  return undefined
}
