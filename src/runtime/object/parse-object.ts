import { NoObjectGeneratedError, type ObjectResponse } from '../errors/output-errors.ts'
import { JSONParseError, type TypeValidationError } from '../errors/value-errors.ts'
import type { LanguageModelUsage } from '../result/usage.ts'
import type { ObjectFormat } from './object-format.ts'

/** Repairs the text of an answer that is not the object that was asked for; null where it cannot. */
export type RepairTextFunction = (options: {
  readonly text: string
  readonly error: JSONParseError | TypeValidationError
}) => Promise<string | null>

/** What errors say about the answer. */
export interface ObjectContext {
  readonly response: ObjectResponse
  readonly usage: LanguageModelUsage
  readonly finishReason: string
}

type Parsed = { readonly value: unknown; readonly error?: undefined } | { readonly error: NoObjectGeneratedError }

/**
 * The object of a whole answer. What is wrong with it is not repaired here, but by the caller's `repairText`, as in `ai`.
 *
 * @throws NoObjectGeneratedError (`ToolfitError` with the code `output-invalid`)
 */
export async function parseObject(
  text: string,
  format: ObjectFormat,
  repairText: RepairTextFunction | undefined,
  context: ObjectContext,
): Promise<unknown> {
  let parsed = await tryToParse(text, format, context)
  if (parsed.error !== undefined && repairText !== undefined) {
    const error = parsed.error.cause as JSONParseError | TypeValidationError
    const repaired = await repairText({ text, error })
    if (repaired !== null) parsed = await tryToParse(repaired, format, context)
  }
  if (parsed.error !== undefined) throw parsed.error
  return parsed.value
}

async function tryToParse(text: string, format: ObjectFormat, context: ObjectContext): Promise<Parsed> {
  const fail = (problem: string, cause: unknown): Parsed => {
    const message = `No object generated: ${problem}`
    return { error: new NoObjectGeneratedError({ message, cause, text, ...context }) }
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    return fail('could not parse the response.', new JSONParseError({ text, cause }))
  }
  const checked = await format.check(value)
  return checked.error === undefined ? checked : fail('response did not match schema.', checked.error)
}
