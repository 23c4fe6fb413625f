import { isPlainObject } from '../../core/json.ts'
import type { ModelResponseFormat } from '../../models/versions/language-model.ts'
import type { Issue, ParseResult } from '../../schema/issue.ts'
import type { OpenedInput } from '../../schema/open-input.ts'
import { createOutputInvalidError, type OutputProblem } from './output-error.ts'
import type { MaybePromise, OutputContext } from './output-spec.ts'
import { readJson } from './read-json.ts'

export interface OutputNames {
  readonly name?: string | undefined
  readonly description?: string | undefined
}

/** Reads and checks what is read of an answer. */
export type CheckValue = (value: unknown) => MaybePromise<ParseResult>

/** What a model is asked for, in the words of the AI SDK. */
export function jsonFormat(schema: unknown, { name, description }: OutputNames): ModelResponseFormat {
  return {
    type: 'json',
    ...(schema === undefined ? {} : { schema }),
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
  }
}

/** The schema compiler's reader is loaded when a schema is there to be read. */
export async function openSchema(source: unknown): Promise<OpenedInput> {
  const { openInput } = await import('../../schema/open-input.ts')
  return openInput(source)
}

/** Reads a whole answer, mends it where it must, and checks it. */
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

/** A property of an object that stands around the value: providers want an object at the root. */
export function wrapped(key: string, schema: unknown, more: object = {}): object {
  return { ...more, type: 'object', properties: { [key]: schema }, required: [key], additionalProperties: false }
}

/** What is in the wrapping; issues if it is not there. */
export function unwrap(value: unknown, key: string): ParseResult {
  if (isPlainObject(value) && Object.hasOwn(value, key)) return { value: value[key] }
  return { issues: [issueAt('', 'required', `Must be an object with the property "${key}".`)] }
}

export function issueAt(pointer: string, keyword: string, message: string): Issue {
  return { level: 'error', pointer, keyword, message }
}
