import { ToolfitError } from '../../core/errors.ts'
import { isPlainObject } from '../../core/json.ts'
import { asAiSdkError } from '../../models/http/api-call-error.ts'
import type { ModelResponseFormat } from '../../models/versions/language-model.ts'
import type { Issue, ParseResult } from '../../schema/issue.ts'
import type { OpenedInput } from '../../schema/open-input.ts'
import type { MaybePromise, OutputContext } from './output-spec.ts'

/** The JSON of an answer, or why there is none. */
export type ReadJson = { readonly value: unknown; readonly error?: undefined } | { readonly error: Error }

/** The repairing library takes time that grows with the square of the length on some texts: see `wire/read-arguments.ts`. */
const longestRepair = 32_000

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
  if (found.error === undefined) return found
  if (isCut || inner.length > longestRepair) return read
  const { jsonrepair } = await import('jsonrepair')
  try {
    return parse(jsonrepair(inner))
  } catch {
    // It cannot be repaired. The parser's error about the original text is more useful than the library's.
    return read
  }
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

/** What `ai` has on its `NoObjectGeneratedError`. */
export interface OutputErrorFields {
  /** The answer as it came. */
  readonly text: string | undefined
  readonly response: OutputContext['response'] | undefined
  readonly usage: OutputContext['usage'] | undefined
  readonly finishReason: string | undefined
}

/** A {@link ToolfitError} `output-invalid` that `NoObjectGeneratedError.isInstance` of `ai` recognises. */
export type OutputInvalidError = ToolfitError & OutputErrorFields

export interface OutputProblem {
  /** A sentence. */
  readonly problem: string
  readonly issues?: readonly Issue[]
  readonly cause?: unknown
}

/** Issues in the message; the evidence has all of them. */
const shownIssues = 3

/** The answer does not have the format of `output`. */
export function createOutputInvalidError(
  text: string,
  context: OutputContext,
  { problem, issues = [], cause }: OutputProblem,
): OutputInvalidError {
  const { finishReason, usage, response } = context
  const error = new ToolfitError(
    'output-invalid',
    [problem, ...issues.slice(0, shownIssues).map(showIssue), ...moreThan(issues), ...adviceFor(finishReason)].join(
      ' ',
    ),
    { finishReason, issues },
    cause === undefined ? {} : { cause },
  )
  return asAiSdkError(Object.assign(error, { text, response, usage, finishReason }), 'AI_NoObjectGeneratedError')
}

function showIssue({ pointer, message }: Issue): string {
  return pointer === '' ? message : `${pointer}: ${message}`
}

function moreThan({ length }: readonly Issue[]): string[] {
  return length > shownIssues ? [`And ${length - shownIssues} more.`] : []
}

function adviceFor(finishReason: string): string[] {
  if (finishReason === 'length') return ['The answer was cut off: raise maxOutputTokens.']
  return finishReason === 'stop' ? [] : [`The model stopped for the reason "${finishReason}".`]
}

export interface OutputNames {
  readonly name?: string | undefined
  readonly description?: string | undefined
}

/** Validates the JSON of an answer. */
export type CheckValue = (value: unknown) => MaybePromise<ParseResult>

/** The `$schema` of formats, as `ai` writes it. */
export const draft7 = 'http://json-schema.org/draft-07/schema#'

/** The format as the AI SDK's `responseFormat`. */
export function jsonFormat(schema: unknown, { name, description }: OutputNames): ModelResponseFormat {
  return {
    type: 'json',
    ...(schema === undefined ? {} : { schema }),
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
  }
}

/** The schema reader is loaded with the first schema. */
export async function openSchema(source: unknown): Promise<OpenedInput> {
  const { openInput } = await import('../../schema/open-input.ts')
  return openInput(source)
}

/** Reads a whole answer, repairs it where needed, and validates it. */
export async function parseAnswer<OUTPUT>(text: string, context: OutputContext, check: CheckValue): Promise<OUTPUT> {
  const fail = (problem: OutputProblem): never => {
    throw createOutputInvalidError(text, context, problem)
  }
  if (text.trim() === '') return fail({ problem: 'The model gave no text where JSON was asked for.' })
  const read = await readJson(text, { isCut: context.finishReason === 'length' })
  if (read.error !== undefined) {
    return fail({ problem: `The answer is not JSON: ${read.error.message}.`, cause: read.error })
  }
  const { value, issues } = await check(read.value)
  if (issues !== undefined) return fail({ problem: 'The answer does not fit what was asked for.', issues })
  return value as OUTPUT
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
