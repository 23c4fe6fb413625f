import { isPlainObject, ownValue } from '../../core/json.ts'
import type { Native } from '../read/source.ts'
import type { TypeName } from '../read/type-names.ts'
import { readTypes } from '../read/type-names.ts'
import { describeValue, listTypes } from './messages.ts'
import type { Check, KeywordCompiler } from './run.ts'

const isOfType: Record<TypeName, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isPlainObject,
  null: (value) => value === null,
}

/** `type`, in any spelling that the reader understands. */
export const compileType: KeywordCompiler = (schema) => {
  const { types } = readTypes(ownValue(schema, 'type'))
  if (types === undefined) return undefined
  const tests = types.map((type) => isOfType[type])
  const test = tests.length === 1 ? tests[0]! : (value: unknown) => tests.some((each) => each(value))
  return (value, run) =>
    test(value) ||
    run.fail(schema, 'type', () => `${run.subject()} must be ${listTypes(types)}, got ${describeValue(value)}.`, {
      expected: types,
    })
}

const isNative: Record<Native, (value: unknown) => boolean> = {
  date: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
  bigint: (value) => typeof value === 'bigint',
  map: (value) => value instanceof Map,
  set: (value) => value instanceof Set,
}

const nativePhrases: Record<Native, string> = {
  date: 'a valid Date',
  bigint: 'a BigInt',
  map: 'a Map',
  set: 'a Set',
}

/** A subschema whose values are no JSON: the keywords beside the mark describe its wire form, not these values. */
export function checkNative(schema: Parameters<KeywordCompiler>[0], native: Native): Check {
  return (value, run) =>
    isNative[native](value) ||
    run.fail(schema, 'type', () => `${run.subject()} must be ${nativePhrases[native]}, got ${describeValue(value)}.`)
}
