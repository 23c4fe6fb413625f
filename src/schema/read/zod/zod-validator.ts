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

/** The state of a Zod 4 run, before messages are written. */
interface Payload {
  readonly value: unknown
  readonly issues: readonly unknown[]
}

/** Parses synchronously if possible. Undefined: the schema needs the asynchronous parser. */
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
 * In async mode, Zod 4 returns a promise only if a check is asynchronous. Trying sync mode first would run the user's checks twice
 * and leave an unhandled rejection. The issues of a run have no messages, so an invalid value is parsed again.
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

/** Zod 3's messages. Its error class is not recognisable after minification. */
const asyncMessage = /^(Async refinement enc|Asynchronous transform enc|Synchronous parse enc)/

/** In async mode, Zod 3 always returns promises, so sync mode is tried first. The first asynchronous check runs twice. */
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

/** A check that throws refuses the value: a model's input must not crash the caller. */
function fromThrown(error: unknown): ParseResult {
  const message = `A check of the tool failed: ${messageOf(error)}`
  return { issues: [{ level: 'error', pointer: '', keyword: 'refine', message }] }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
