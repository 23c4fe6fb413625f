import { ToolfitError } from '../../../core/errors.ts'
import type { ParseResult } from '../../issue.ts'
import type { SourceValidator } from '../source.ts'
import { standardValidator } from '../standard-schema.ts'
import { fromZodIssues, type ZodIssue } from './zod-issue.ts'
import type { ZodSchema } from './zod-node.ts'

type SafeResult =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly error: { readonly issues: readonly ZodIssue[] } }

interface Parser {
  safeParse(value: unknown): SafeResult
  safeParseAsync(value: unknown): Promise<SafeResult>
}

/** The schema's own parser. Schemas of Zod's core have no methods, but are Standard Schemas. */
export function zodValidator(schema: ZodSchema): SourceValidator {
  const parser = schema as Partial<Parser>
  if (typeof parser.safeParse !== 'function' || typeof parser.safeParseAsync !== 'function')
    return standardValidator(schema as never)
  const { safeParse, safeParseAsync } = parser as Parser
  return {
    parse(value) {
      try {
        return fromResult(safeParse.call(schema, value), value)
      } catch (error) {
        return fromThrown(error)
      }
    },
    async parseAsync(value) {
      try {
        return fromResult(await safeParseAsync.call(schema, value), value)
      } catch (error) {
        return fromThrown(error)
      }
    },
  }
}

function fromResult(result: SafeResult, value: unknown): ParseResult {
  return result.success ? { value: result.data } : { issues: fromZodIssues(result.error.issues, value) }
}

/** The words of Zod 4, and the three of Zod 3. Its error classes cannot be told apart after minification. */
const asyncMessage =
  /^(Encountered Promise during sync|Async refinement enc|Asynchronous transform enc|Synchronous parse enc)/

/** A check that throws has refused the value: what a model sends must not crash the tool's caller. */
function fromThrown(error: unknown): ParseResult {
  const message = error instanceof Error ? error.message : String(error)
  if (asyncMessage.test(message)) {
    const hint = 'This Zod schema has asynchronous checks or transforms. Use parseAsync or checkAsync.'
    throw new ToolfitError('schema-async', hint, {}, { cause: error })
  }
  return {
    issues: [{ level: 'error', pointer: '', keyword: 'refine', message: `A check of the tool failed: ${message}` }],
  }
}
