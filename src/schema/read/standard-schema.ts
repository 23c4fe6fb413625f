import { ToolfitError } from '../../core/errors.ts'
import { asText } from '../../core/json.ts'
import type { Change } from '../change.ts'
import { native, type Schema } from '../document/schema.ts'
import type { Issue, ParseResult } from '../issue.ts'
import { type Source, type SourceValidator, standardIssues, whenDone } from './source.ts'
import { fromZodIssue, isZodIssue, pointerOf } from './zod/zod-issue.ts'

interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

type StandardResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

interface JsonSchemaOptions {
  readonly target: string
  readonly libraryOptions?: Readonly<Record<string, unknown>>
}

interface StandardProps {
  readonly version: 1
  readonly vendor: string
  validate(value: unknown): StandardResult | PromiseLike<StandardResult>
  readonly jsonSchema?: { input(options: JsonSchemaOptions): unknown }
}

/** Any schema that follows https://standardschema.dev. */
export interface StandardSchema {
  readonly '~standard': StandardProps
}

/** JSON data can have a property `~standard`, but no function inside it. */
export function isStandardSchema(value: object): value is StandardSchema {
  const props = (value as Partial<StandardSchema>)['~standard']
  return typeof props === 'object' && props !== null && typeof props.validate === 'function'
}

/** Reads a Standard Schema through its own JSON Schema converter. */
export function readStandardSchema(schema: StandardSchema): Source {
  const props = schema['~standard']
  if (typeof props.jsonSchema?.input !== 'function') throw withoutConverter(props.vendor)
  const losses = new Set<string>()
  const converted = convert(props, losses)
  return {
    schema: converted.schema,
    validator: standardValidator(schema),
    changes: losses.size === 0 ? [] : [lossOf(props.vendor, losses)],
    hasNatives: converted.hasNatives,
  }
}

function withoutConverter(vendor: string): ToolfitError {
  const hints: Readonly<Record<string, string>> = {
    valibot:
      "Wrap it: import { toStandardJsonSchema } from '@valibot/to-json-schema', then pass toStandardJsonSchema(schema).",
    zod: 'Update Zod, or pass z.toJSONSchema(schema).',
  }
  const hint = Object.hasOwn(hints, vendor) ? hints[vendor] : 'Give it `~standard.jsonSchema`, or pass a JSON Schema.'
  const message = `This ${vendor} schema has no JSON Schema converter. ${hint}`
  return new ToolfitError('schema-unreadable', message, { vendor })
}

interface Converted {
  readonly schema: Schema
  readonly hasNatives: boolean
}

/** Libraries drop or refuse what JSON Schema cannot express. `losses` collects it, as far as a library reports it. */
function convert(props: StandardProps, losses: Set<string>): Converted {
  let hasNatives = false
  const attempts: Readonly<Record<string, unknown>>[] = [{}]
  if (props.vendor === 'valibot') attempts.push({ errorMode: 'ignore' })
  if (props.vendor === 'arktype') {
    const fallback = ({ code, base }: { code: string; base: unknown }) => {
      if (code === 'date') {
        hasNatives = true
        return { type: 'string', format: 'date-time', [native]: 'date' }
      }
      losses.add(code)
      return base
    }
    attempts.unshift({ fallback })
  }
  let failure: unknown
  for (const libraryOptions of attempts) {
    try {
      const schema = props.jsonSchema!.input({ target: 'draft-2020-12', libraryOptions })
      if (failure !== undefined) losses.add(reasonOf(failure))
      return { schema: schema as Schema, hasNatives }
    } catch (error) {
      failure ??= error
    }
  }
  const message = `This ${props.vendor} schema cannot be written as JSON Schema: ${reasonOf(failure)}`
  throw new ToolfitError('schema-unreadable', message, { vendor: props.vendor }, { cause: failure })
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function lossOf(vendor: string, losses: ReadonlySet<string>): Change {
  const note = `${vendor} checks more than its JSON Schema says: ${[...losses].join(', ')}`
  return { at: '', keyword: 'refine', code: 'refine-not-expressible', effect: 'dropped', enforced: true, note }
}

export function standardValidator(schema: StandardSchema): SourceValidator {
  const props = schema['~standard']
  return { parse: (value) => whenDone(props.validate(value), (result) => fromStandardResult(result, value)) }
}

function fromStandardResult(result: unknown, value: unknown): ParseResult {
  const issues = standardIssues(result)
  return issues === undefined
    ? { value: (result as { value: unknown }).value }
    : { issues: fromForeignIssues(issues, value) }
}

/** Converts the issues of Zod or of any Standard Schema. */
export function fromForeignIssues(issues: readonly unknown[], value: unknown): Issue[] {
  return issues.map((issue) =>
    isZodIssue(issue) ? fromZodIssue(issue, value) : fromStandardIssue(Object(issue) as Partial<StandardIssue>),
  )
}

function fromStandardIssue({ message, path }: Partial<StandardIssue>): Issue {
  const keys = Array.from(path ?? [], (segment) => (typeof segment === 'object' ? segment?.key : segment))
  const text = asText(message) || 'The value does not pass a check of the tool'
  return {
    level: 'error',
    pointer: pointerOf(keys),
    keyword: 'refine',
    message: /[.!?]$/.test(text) ? text : `${text}.`,
  }
}
