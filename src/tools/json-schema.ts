import { ToolfitError } from '../core/errors.ts'
import type { JsonObject } from '../core/json.ts'
import { splitPointer } from '../core/pointer.ts'
import type { ParseResult } from '../schema/issue.ts'
import type { ValidationResult } from './flexible-schema.ts'

/** How `ai` 6 and 7 know a schema. */
const schemaMarker = Symbol.for('vercel.ai.schema')
/** Without it, `ai` 5 does not call `validate`. */
const validatorMarker = Symbol.for('vercel.ai.validator')

type Awaitable<T> = T | PromiseLike<T>
type Validate<OUTPUT> = (value: unknown) => Awaitable<ValidationResult<OUTPUT>>

interface StandardIssue {
  readonly message: string
  readonly path?: readonly PropertyKey[] | undefined
}

type StandardResult<OUTPUT> =
  | { readonly value: OUTPUT; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

type Converter = (options: { readonly target: string }) => Record<string, unknown>

/**
 * A JSON Schema with the type of its values. `ai` 5, 6 and 7 know it by registered symbols and take it for their own; to other
 * libraries it is a Standard Schema.
 */
export interface Schema<OUTPUT = unknown> {
  /** For types only. There is no value behind it. */
  readonly _type: OUTPUT
  /** What a model is sent. A promise where one was given, which `ai` 5 does not wait for. */
  readonly jsonSchema: Awaitable<JsonObject>
  /** Checks and parses a value. Undefined where none was given: Toolfit then checks by the JSON Schema, `ai` does not check. */
  readonly validate: Validate<OUTPUT> | undefined
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'toolfit'
    readonly validate: (value: unknown) => StandardResult<OUTPUT> | Promise<StandardResult<OUTPUT>>
    readonly jsonSchema: { readonly input: Converter; readonly output: Converter }
    readonly types?: { readonly input: unknown; readonly output: OUTPUT } | undefined
  }
}

/** JSON Schema as people have it: typed by their own library, or not at all. */
type GivenSchema = object

/**
 * Gives a JSON Schema the type of its values.
 *
 * @param schema The JSON Schema of any draft, a promise of it, or a function that makes either when it is first needed.
 * @param options.validate Checks and parses a value in place of the JSON Schema.
 *
 * @example
 * ```ts
 * import { jsonSchema, tool } from 'toolfit'
 *
 * const weather = tool({
 *   inputSchema: jsonSchema<{ city: string }>({
 *     type: 'object',
 *     properties: { city: { type: 'string' } },
 *     required: ['city'],
 *   }),
 *   execute: ({ city }) => `Sun in ${city}`,
 * })
 * ```
 */
export function jsonSchema(schema: Awaitable<GivenSchema> | (() => Awaitable<GivenSchema>)): Schema<unknown>
export function jsonSchema<OUTPUT = unknown>(
  schema: Awaitable<GivenSchema> | (() => Awaitable<GivenSchema>),
  options?: { validate?: Validate<OUTPUT> | undefined },
): Schema<OUTPUT>
export function jsonSchema<OUTPUT = unknown>(
  schema: Awaitable<GivenSchema> | (() => Awaitable<GivenSchema>),
  { validate }: { validate?: Validate<OUTPUT> | undefined } = {},
): Schema<OUTPUT> {
  let made: Awaitable<JsonObject> | undefined
  const read = () => {
    made ??= (typeof schema === 'function' ? schema() : schema) as Awaitable<JsonObject>
    return made
  }
  const self: Schema<OUTPUT> = createSchema(read, validate, (value) =>
    validate === undefined ? check(self, value) : whenReady(validate(value), fromValidated),
  )
  return self
}

/** Readers and validators are most of the package: they are loaded when they are first needed. */
async function check<OUTPUT>(schema: Schema<OUTPUT>, value: unknown): Promise<StandardResult<OUTPUT>> {
  const { openInput } = await import('../schema/open-input.ts')
  return toStandard(await (await openInput(schema)).parse(value))
}

/** A schema with all by which it is known. */
export function createSchema<OUTPUT>(
  read: () => Awaitable<JsonObject>,
  validate: Validate<OUTPUT> | undefined,
  validateStandard: Schema<OUTPUT>['~standard']['validate'],
): Schema<OUTPUT> {
  const convert = () => {
    const schema = read()
    if (!isPromise(schema)) return schema
    throw new ToolfitError('schema-async', 'The JSON Schema of this schema is promised. Await its jsonSchema.')
  }
  const marked = { [schemaMarker]: true, [validatorMarker]: true, _type: undefined as OUTPUT }
  return {
    ...marked,
    get jsonSchema() {
      return read()
    },
    validate,
    '~standard': {
      version: 1,
      vendor: 'toolfit',
      validate: validateStandard,
      jsonSchema: { input: convert, output: convert },
    },
  }
}

/** A result as https://standardschema.dev has it. */
export function toStandard<OUTPUT>({ value, issues }: ParseResult): StandardResult<OUTPUT> {
  if (issues === undefined) return { value: value as OUTPUT }
  return { issues: issues.map(({ message, pointer }) => ({ message, path: splitPointer(pointer) })) }
}

function fromValidated<OUTPUT>(result: ValidationResult<OUTPUT>): StandardResult<OUTPUT> {
  return result.success ? { value: result.value } : { issues: [{ message: result.error.message }] }
}

/** What is there at once is passed on at once. */
export function whenReady<GIVEN, MADE>(
  given: GIVEN | PromiseLike<GIVEN>,
  make: (given: GIVEN) => MADE,
): MADE | Promise<MADE> {
  return isPromise(given) ? Promise.resolve(given).then(make) : make(given)
}

function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as PromiseLike<T> | undefined)?.then === 'function'
}
