import { isMarked, ToolfitError } from '../../core/errors.ts'
import { isPlainObject, present } from '../../core/json.ts'
import { asAiSdkError } from '../../models/http/api-call-error.ts'
import type { ModelResponseFormat } from '../../models/versions/language-model.ts'
import type { Issue, ParseResult } from '../../schema/issue.ts'
import type { OpenedInput } from '../../schema/open-input.ts'
import { errorText } from '../result/tool-output.ts'
import type { MaybePromise, OutputContext } from './output-spec.ts'

/** The JSON of an answer, or why there is none. `repaired`: what was wrong with the text as it came. */
export type ReadJson =
  | { readonly value: unknown; readonly error?: undefined; readonly repaired?: Error }
  | { readonly error: Error }

/**
 * Reads the JSON of a whole answer. Text around it (a code fence, a sentence) is removed, and broken JSON is repaired, but not that
 * of an answer that was cut off: half of it would look like the whole.
 */
export async function readJson(text: string, { isCut }: { readonly isCut: boolean }): Promise<ReadJson> {
  const read = parse(text)
  if (read.error === undefined) return read
  const inner = innerText(text)
  if (inner === undefined) return read
  const found = parse(inner)
  if (found.error === undefined) return { ...found, repaired: read.error }
  if (isCut) return read
  const { repairJson } = await import('../../wire/repair-json.ts')
  const repaired = parse(repairJson(inner) ?? '')
  return repaired.error === undefined ? { ...repaired, repaired: read.error } : read
}

function parse(text: string): ReadJson {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { error: error as SyntaxError }
  }
}

/** From the first brace or bracket to the last one that could close it. Text without one is prose. */
function innerText(text: string): string | undefined {
  const start = text.search(/[[{]/)
  if (start === -1) return undefined
  const end = text.lastIndexOf(text[start] === '{' ? '}' : ']')
  return end > start ? text.slice(start, end + 1) : text.slice(start)
}

/** Why an answer does not fit: the part of it that was refused, and the reason, as `TypeValidationError` of `ai` has them. */
export interface Refusal {
  readonly issues: readonly Issue[]
  readonly refused: { readonly value: unknown; readonly cause: unknown }
}

/** A part of an answer that does not fit. */
export function refuse(value: unknown, cause: unknown, issues: readonly Issue[]): Refusal {
  return { issues, refused: { value, cause } }
}

interface OwnValidation {
  safeParseAsync?(value: unknown): Promise<{ readonly error?: unknown }>
  validate?(value: unknown): PromiseLike<{ readonly error?: unknown }> | { readonly error?: unknown }
}

/** The error of the schema's own library, as `ai` has it; else our issues. Called only for a value that does not fit. */
export async function causeOf(schema: unknown, value: unknown, issues: readonly Issue[]): Promise<unknown> {
  const own = (schema ?? {}) as OwnValidation
  const result = await (own.safeParseAsync?.(value) ?? own.validate?.(value))
  return result?.error ?? issues
}

/** The answer does not have the format of `output`, in the words of `ai`. The cause has the details. */
export function createOutputInvalidError(
  text: string,
  context: OutputContext,
  { cause, issues = [] }: { readonly cause: unknown; readonly issues?: readonly Issue[] },
): ToolfitError {
  const isText = isMarked(cause, Symbol.for('vercel.ai.error.AI_JSONParseError'))
  const problem = isText ? 'could not parse the response.' : 'response did not match schema.'
  const { finishReason, usage, response } = context
  const error = new ToolfitError(
    'output-invalid',
    `No object generated: ${problem}`,
    { finishReason, issues },
    { cause },
  )
  return asAiSdkError(Object.assign(error, { text, response, usage, finishReason }), 'AI_NoObjectGeneratedError')
}

/** A `TypeValidationError` or `JSONParseError`. Errors of a run are no objects of their classes, which need not be loaded. */
function valueError(name: string, what: string, cause: unknown, fields: object): ToolfitError {
  const error = new ToolfitError('value-invalid', `${what}.\nError message: ${errorText(cause)}`, {}, { cause })
  return asAiSdkError(Object.assign(error, fields), name)
}

/** The refusal, unless it is such an error about the same value already. */
function validationError({ value, cause }: Refusal['refused']): unknown {
  const name = 'AI_TypeValidationError'
  const isSame =
    isMarked(cause, Symbol.for(`vercel.ai.error.${name}`)) && (cause as { value?: unknown }).value === value
  if (isSame) return cause
  return valueError(name, `Type validation failed: Value: ${JSON.stringify(value)}`, cause, {
    value,
    context: undefined,
  })
}

export interface OutputNames {
  readonly name?: string | undefined
  readonly description?: string | undefined
}

/** Validates the JSON of an answer. */
export type CheckValue = (
  value: unknown,
) => MaybePromise<{ readonly value: unknown; readonly issues?: undefined } | Refusal>

/** The format as the AI SDK's `responseFormat`. */
export function jsonFormat(schema: unknown, { name, description }: OutputNames): ModelResponseFormat {
  return { type: 'json', ...present({ schema, name, description }) }
}

/** The schema reader is loaded with the first schema. */
export async function openSchema(source: unknown): Promise<OpenedInput> {
  const { openInput } = await import('../../schema/open-input.ts')
  return openInput(source)
}

/** Reads a whole answer, repairs it where needed, and validates it. */
export async function parseAnswer<OUTPUT>(text: string, context: OutputContext, check: CheckValue): Promise<OUTPUT> {
  const read = await readJson(text, { isCut: context.finishReason === 'length' })
  const checked = read.error === undefined ? await check(read.value) : undefined
  if (checked !== undefined && checked.issues === undefined) return checked.value as OUTPUT
  const syntaxError = read.error ?? read.repaired
  throw createOutputInvalidError(text, context, {
    // A repair that did not help is no reason to say something else about the text.
    cause:
      syntaxError === undefined
        ? validationError(checked!.refused!)
        : valueError('AI_JSONParseError', `JSON parsing failed: Text: ${text}`, syntaxError, { text }),
    issues: checked?.issues ?? [],
  })
}

/** The schema of an object with the value as its property: providers want an object at the root. */
export function wrapped(key: string, schema: unknown, more: object = {}): object {
  return { ...more, type: 'object', properties: { [key]: schema }, required: [key], additionalProperties: false }
}

/** The wrapped value; issues if it is missing. */
export function unwrap(value: unknown, key: string): ParseResult {
  if (isPlainObject(value) && Object.hasOwn(value, key)) return { value: value[key] }
  return { issues: [issueAt('', 'required', `Must be an object with the property "${key}".`)] }
}

export function issueAt(pointer: string, keyword: string, message: string): Issue {
  return { level: 'error', pointer, keyword, message }
}
