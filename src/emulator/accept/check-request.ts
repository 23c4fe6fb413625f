import type { GenerateContentRequest } from '../api/message.ts'
import type { Model } from '../api/model.ts'
import { maxRejections } from './proto/transcoder.ts'
import { type RequestSubject, readTools, readTurns } from './request/request-subject.ts'
import { readSchemas, refuseSchemas, validateSchemas } from './request-schemas.ts'
import { allRejections, type CheckOptions, enforced, firstRejection, type RuleContext } from './rule/rule.ts'
import { type Rejection, requestStages } from './rules.ts'

export interface CheckRequestOptions extends Omit<CheckOptions, 'generation'> {
  readonly model: Model
}

/**
 * Checks a request that parsed, as the request validator and the serving side do: `[]` means accepted. The validator's lines
 * come together and hide the rest; of the serving side only the first sentence is reported.
 * Written from recorded rejections and Google's documents, never from what the library sends.
 */
export function checkRequest(request: GenerateContentRequest, options: CheckRequestOptions): Rejection[] {
  const { endpoint, model, strict = true, nestingLimit } = options
  const context: RuleContext = { endpoint, strict, generation: model.generation, nestingLimit }
  const { contents = [], generationConfig: config = {} } = request
  const subject = { request, config, turns: readTurns(contents), tools: readTools(request), model }
  const older = olderLines(subject, context)
  if (older.length > 0) return limited(older)
  const schemas = readSchemas(request, context)
  const { validate, validateLast, refuse, refuseLast } = requestStages
  const lines: Rejection[] = [
    ...allRejections(enforced(validate, context), subject, context, 'GenerateContentRequest'),
    ...validateSchemas(schemas, context, model),
    ...allRejections(enforced(validateLast, context), subject, context, 'GenerateContentRequest'),
  ]
  if (lines.length > 0) return limited(lines)
  const sentence =
    firstRejection(enforced(refuse, context), subject, context) ??
    refuseSchemas(schemas, context) ??
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
  for (const rule of enforced(requestStages.validate, context)) {
    if (!rule.olderOn?.includes(context.endpoint)) continue
    const found = rule.check(subject, context)
    for (const { path, text } of Array.isArray(found) ? found : []) {
      const head = rejections.length === 0 ? 'The GenerateContentRequest proto is invalid:\n' : ''
      rejections.push({ stage: 'backend', rule: rule.id, message: `${head}  * ${path}: ${text}` })
    }
  }
  return rejections
}
