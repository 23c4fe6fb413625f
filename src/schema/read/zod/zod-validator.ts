import type { ParseResult } from '../../issue.ts'
import { isPromise, type SourceValidator } from '../source.ts'
import { isZod4, type Zod4 } from './view-zod4.ts'
import { fromZodIssues, type ZodIssue } from './zod-issue.ts'
import type { ZodSchema } from './zod-node.ts'

type SafeResult =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly error: { readonly issues: readonly ZodIssue[] } }

interface Parser {
  safeParse(value: unknown): SafeResult
  safeParseAsync(value: unknown): Promise<SafeResult>
}

/** What Zod 4 says before it writes messages. */
interface Payload {
  readonly value: unknown
  readonly issues: readonly unknown[]
}

/** An attempt to do without promises. Undefined: the schema needs them. */
type Attempt = (value: unknown) => ParseResult | Promise<ParseResult | undefined> | undefined

/** The schema's own parser; undefined for schemas of Zod's core, which have no methods but are Standard Schemas. */
export function zodValidator(schema: ZodSchema): SourceValidator | undefined {
  const parser = schema as Parser
  if (typeof parser.safeParse !== 'function' || typeof parser.safeParseAsync !== 'function') return undefined
  const attempt = isZod4(schema) ? attemptZod4(schema, parser) : attemptZod3(parser)
  const parseAsync = async (value: unknown) => fromResult(await parser.safeParseAsync(value), value)
  let isAsync = false
  return {
    parse(value) {
      try {
        const first = isAsync ? undefined : attempt(value)
        if (first !== undefined && !isPromise(first)) return first
        isAsync = true
        const later = first?.then((result) => result ?? parseAsync(value)) ?? parseAsync(value)
        return later.catch(fromThrown)
      } catch (error) {
        return fromThrown(error)
      }
    },
  }
}

/**
 * Zod 4 gives promises only where it must, if it may. To forbid them and try again would run the user's checks twice, and
 * leave behind a promise whose rejection nobody handles. Issues have no messages yet: then it is asked once more.
 */
function attemptZod4(schema: Zod4, parser: Parser): Attempt {
  const internals = schema._zod as unknown as { run(payload: Payload, context: object): Payload | Promise<Payload> }
  const outcomeOf = ({ value, issues }: Payload) => (issues.length === 0 ? { value } : undefined)
  return (value) => {
    const payload = internals.run({ value, issues: [] }, { async: true })
    return isPromise(payload)
      ? payload.then(outcomeOf)
      : (outcomeOf(payload) ?? fromResult(parser.safeParse(value), value))
  }
}

/** The words of Zod 3, whose error class cannot be told apart after minification. */
const asyncMessage = /^(Async refinement enc|Asynchronous transform enc|Synchronous parse enc)/

/** Zod 3 gives promises everywhere, if it may: the first time that a check is asynchronous, it runs twice. */
function attemptZod3(parser: Parser): Attempt {
  return (value) => {
    try {
      return fromResult(parser.safeParse(value), value)
    } catch (error) {
      if (asyncMessage.test(messageOf(error))) return undefined
      throw error
    }
  }
}

function fromResult(result: SafeResult, value: unknown): ParseResult {
  return result.success ? { value: result.data } : { issues: fromZodIssues(result.error.issues, value) }
}

/** A check that throws has refused the value: what a model sends must not crash the tool's caller. */
function fromThrown(error: unknown): ParseResult {
  const message = `A check of the tool failed: ${messageOf(error)}`
  return { issues: [{ level: 'error', pointer: '', keyword: 'refine', message }] }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
