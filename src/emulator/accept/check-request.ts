import type { Endpoint } from '../api/endpoint.ts'
import type { GenerateContentRequest } from '../api/message.ts'
import type { Model } from '../api/model.ts'
import { maxRejections } from './proto/transcoder.ts'
import { configFieldRules, configRules } from './request/config-rules.ts'
import { contentFieldRules, contentRules, systemRules } from './request/content-rules.ts'
import { lengthRules } from './request/length-rules.ts'
import { readTools } from './request/read-tools.ts'
import { readTurns } from './request/read-turns.ts'
import type { RequestSubject } from './request/request-rule.ts'
import { readRequestSchemas, refuseRequestSchemas, validateRequestSchemas } from './request/request-schemas.ts'
import { signatureRules } from './request/signature-rules.ts'
import { toolFieldRules, toolRules } from './request/tool-rules.ts'
import { turnRules } from './request/turn-rules.ts'
import { allRejections, enforced, firstRejection, type Rule, type RuleContext } from './rule/rule.ts'
import type { Rejection, RequestRuleId } from './rules.ts'

export interface CheckRequestOptions {
  readonly endpoint: Endpoint
  readonly model: Model
  /**
   * Whether rules that the evidence leaves in doubt are enforced. Default true: a request that passes here should pass there.
   * False refuses only what Google was seen to refuse.
   */
  readonly strict?: boolean
  /** Levels of OBJECT and ARRAY that the model takes in a schema. Google publishes no number: without one, none is enforced. */
  readonly nestingLimit?: number
}

type RequestRule = Rule<RequestSubject, RequestRuleId>

// The order of the validator's lines is that of the request's fields in the proto; schemas stand before the system instruction.
const validate: readonly RequestRule[] = [...contentFieldRules, ...configFieldRules, ...toolFieldRules]

// The serving side checks schemas between the two lists, and reports the first violation only.
const refuse: readonly RequestRule[] = [...contentRules, ...toolRules]
const refuseLast: readonly RequestRule[] = [...configRules, ...turnRules, ...signatureRules, ...lengthRules]

/**
 * Checks a request that parsed, as the request validator and the serving side do: `[]` means accepted. The validator's lines
 * come together and hide the rest; of the serving side only the first sentence is reported.
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
  const context: RuleContext = { endpoint, strict, generation: model.generation, nestingLimit }
  const subject = { request, turns: readTurns(request.contents ?? []), tools: readTools(request), model }
  const older = olderLines(subject, context)
  if (older.length > 0) return limited(older)
  const schemas = readRequestSchemas(request, context)
  const lines: Rejection[] = [
    ...allRejections(enforced(validate, context), subject, context, 'GenerateContentRequest'),
    ...validateRequestSchemas(schemas, subject, context),
    ...allRejections(enforced(systemRules, context), subject, context, 'GenerateContentRequest'),
  ]
  if (lines.length > 0) return limited(lines)
  const sentence =
    firstRejection(enforced(refuse, context), subject, context) ??
    refuseRequestSchemas(request, schemas, context) ??
    firstRejection(enforced(refuseLast, context), subject, context)
  return sentence === undefined ? [] : [sentence]
}

/** Lines repeat the path, which has names of the client's choice: many lines of a long path are more than a server can hold. */
const maxMessage = 1_000_000

/** The first lines. A request can have millions. */
function limited(lines: readonly Rejection[]): Rejection[] {
  let length = 0
  const end = lines.findIndex(({ message }, index) => {
    length += message.length
    return index > 0 && (index >= maxRejections || length > maxMessage)
  })
  return lines.slice(0, end < 0 ? lines.length : end)
}

/** The older validator has one head for all lines, and its message ends without a line break. */
function olderLines(subject: RequestSubject, context: RuleContext): Rejection[] {
  const rejections: Rejection[] = []
  for (const rule of enforced(validate, context)) {
    if (!rule.olderOn?.includes(context.endpoint)) continue
    const found = rule.check(subject, context)
    for (const { path, text } of Array.isArray(found) ? found : []) {
      const head = rejections.length === 0 ? 'The GenerateContentRequest proto is invalid:\n' : ''
      rejections.push({ stage: 'backend', rule: rule.id, message: `${head}  * ${path}: ${text}` })
    }
  }
  return rejections
}
