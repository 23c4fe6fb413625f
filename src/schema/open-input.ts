import { ToolfitError } from '../core/errors.ts'
import { findShapeProblem } from '../core/json.ts'
import { createValidator } from './check/create-validator.ts'
import { jsonSchemaValidator } from './check/json-schema-validator.ts'
import { closedSchema } from './closed-schema.ts'
import { openDocument } from './document/document.ts'
import type { Schema } from './document/schema.ts'
import type { ParseResult } from './issue.ts'
import { refusedShape } from './issue.ts'
import { attachedSource, readSourceSoon } from './read/read-source.ts'
import { isPromise, type Source, type SourceValidator } from './read/source.ts'
import { reviveNatives } from './revive-natives.ts'

/** The schema of a tool's input (or output), ready for a run: what a model is sent, and the way back from its arguments. */
export interface OpenedInput {
  /**
   * The schema as its author wrote it. Undefined where the compiler cannot read it at once, because it is promised, or would decode to
   * values that are not JSON, such as dates.
   */
  readonly source: unknown
  /** JSON Schema, and nothing but JSON. */
  readonly jsonSchema: Schema
  /** The JSON Schema that models of other packages get: see {@link closedSchema}. */
  readonly closedSchema: Schema
  /**
   * Checks a JSON value against the source, and applies its defaults, transforms and coercion.
   * A promise only where a check of the source is asynchronous.
   */
  parse(value: unknown): ParseResult | Promise<ParseResult>
}

const inputs = new WeakMap<object, OpenedInput | Promise<OpenedInput>>()

/**
 * Opens a schema in any form that the compiler reads, without compiling it: no dialect, no changes. The same source gives
 * the same object again. A promise only where the schema, or its JSON Schema, is one.
 *
 * @throws ToolfitError `schema-unreadable`, `schema-unrepresentable`, `schema-circular`
 */
export function openInput(source: unknown): OpenedInput | Promise<OpenedInput> {
  const known = inputs.get(source as object)
  if (known !== undefined) return known
  const read = readSourceSoon(source)
  if (typeof source === 'boolean') return createInput(read as Source, source)
  const opened = isPromise(read) ? openLater(source as object, read) : createInput(read, source)
  inputs.set(source as object, opened)
  return opened
}

async function openLater(source: object, read: Promise<Source>): Promise<OpenedInput> {
  try {
    const opened = createInput(await read, undefined)
    inputs.set(source, opened)
    return opened
  } catch (error) {
    // What failed to load once may load the next time.
    inputs.delete(source)
    throw error
  }
}

function createInput(read: Source, source: unknown): OpenedInput {
  const { schema, hasNatives } = read
  if (findShapeProblem(schema, Number.POSITIVE_INFINITY) !== undefined) {
    const message = 'This schema contains itself as a JavaScript object. Use $ref for recursion.'
    throw new ToolfitError('schema-circular', message)
  }
  const { parse } = createParser(read)
  // The marks of natives are no part of what a model is sent.
  const jsonSchema: Schema = hasNatives ? JSON.parse(JSON.stringify(schema)) : schema
  let closed: Schema | undefined
  return {
    source: hasNatives ? undefined : source,
    jsonSchema,
    get closedSchema() {
      const given = Object(source) as object
      closed ??= closedSchema((attachedSource(given) as object | undefined) ?? given, jsonSchema)
      return closed
    },
    parse: (value) => refusedShape(value) ?? parse(value),
  }
}

function createParser({ schema, validator: own, hasNatives }: Source): SourceValidator {
  if (own !== undefined && !hasNatives) return own
  const document = openDocument(schema)
  const validator = createValidator(document)
  if (own === undefined) return jsonSchemaValidator(document, validator)
  return { parse: (value) => own.parse(reviveNatives(document, validator, value)) }
}
