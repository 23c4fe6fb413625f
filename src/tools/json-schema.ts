import { ToolfitError } from '../core/errors.ts'
import type { JsonObject } from '../core/json.ts'
import { splitPointer } from '../core/pointer.ts'
import type { ParseResult } from '../schema/issue.ts'
import { isPromise, whenDone } from '../schema/read/source.ts'
import type { ValidationResult } from './flexible-schema.ts'

/** Marks a schema for `ai` 6 and 7. */
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
 * A JSON Schema with the type of its values. `ai` 5, 6 and 7 recognise it by registered symbols; for other libraries it is a
 * Standard Schema.
 */
export interface Schema<OUTPUT = unknown> {
  /** For types only. It has no value. */
  readonly _type: OUTPUT
  /** What is sent to a model. A promise if the schema was passed as one, which `ai` 5 does not await. */
  readonly jsonSchema: Awaitable<JsonObject>
  /** Checks and parses a value. Undefined if not passed: Toolfit then checks by the JSON Schema, `ai` does not check. */
  readonly validate: Validate<OUTPUT> | undefined
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'toolfit'
    readonly validate: (value: unknown) => StandardResult<OUTPUT> | Promise<StandardResult<OUTPUT>>
    readonly jsonSchema: { readonly input: Converter; readonly output: Converter }
    readonly types?: { readonly input: unknown; readonly output: OUTPUT } | undefined
  }
}

/** A JSON Schema, typed by the user's library or not at all. */
type JsonSchemaInput = object

/**
 * Gives a JSON Schema the type of its values.
 *
 * @param schema A JSON Schema of any draft, a promise of one, or a function that returns either and is called on first use.
 * @param options.validate Checks and parses a value instead of the JSON Schema.
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
export function jsonSchema(schema: Awaitable<JsonSchemaInput> | (() => Awaitable<JsonSchemaInput>)): Schema<unknown>
export function jsonSchema<OUTPUT = unknown>(
  schema: Awaitable<JsonSchemaInput> | (() => Awaitable<JsonSchemaInput>),
  options?: { validate?: Validate<OUTPUT> | undefined },
): Schema<OUTPUT>
export function jsonSchema<OUTPUT = unknown>(
  schema: Awaitable<JsonSchemaInput> | (() => Awaitable<JsonSchemaInput>),
  { validate }: { validate?: Validate<OUTPUT> | undefined } = {},
): Schema<OUTPUT> {
  let made: Awaitable<JsonObject> | undefined
  const read = () => {
    made ??= (typeof schema === 'function' ? schema() : schema) as Awaitable<JsonObject>
    return made
  }
  const self: Schema<OUTPUT> = createSchema(read, validate, (value) =>
    validate === undefined ? check(self, value) : whenDone(validate(value), fromValidated),
  )
  return self
}

/** Loads readers and validators on first use, because they are most of the package. */
async function check<OUTPUT>(schema: Schema<OUTPUT>, value: unknown): Promise<StandardResult<OUTPUT>> {
  const { openInput } = await import('../schema/open-input.ts')
  return toStandard(await (await openInput(schema)).parse(value))
}

/** A schema with the marks by which libraries recognise it. */
export function createSchema<OUTPUT>(
  read: () => Awaitable<JsonObject>,
  validate: Validate<OUTPUT> | undefined,
  validateStandard: Schema<OUTPUT>['~standard']['validate'],
): Schema<OUTPUT> {
  const convert = () => {
    const schema = read()
    if (!isPromise(schema)) return schema
    throw new ToolfitError('schema-async', 'The JSON Schema of this schema is a promise. Await its jsonSchema.')
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

/** A result as https://standardschema.dev defines it. */
export function toStandard<OUTPUT>({ value, issues }: ParseResult): StandardResult<OUTPUT> {
  if (issues === undefined) return { value: value as OUTPUT }
  return { issues: issues.map(({ message, pointer }) => ({ message, path: splitPointer(pointer) })) }
}

function fromValidated<OUTPUT>(result: ValidationResult<OUTPUT>): StandardResult<OUTPUT> {
  return result.success ? { value: result.value } : { issues: [{ message: result.error.message }] }
}
