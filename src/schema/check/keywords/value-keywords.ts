import { deepEqual, ownValue } from '../../../core/json.ts'
import type { Native } from '../../document/schema.ts'
import { isOfType, readTypes } from '../../document/type-names.ts'
import { describeValue, listTypes, listValues, quote, showValue } from '../messages.ts'
import type { Check, KeywordCompiler } from '../run.ts'
import { ValueSet } from '../value-set.ts'

/** Up to this many members, a linear search is faster than an index. */
const fewMembers = 8

/** `enum`. An empty list allows nothing. */
export const compileEnum: KeywordCompiler = (schema) => {
  const members = ownValue(schema, 'enum')
  if (!Array.isArray(members)) return undefined
  let index: ValueSet | undefined
  const isMember = (value: unknown) => {
    if (members.length <= fewMembers) return members.some((member) => deepEqual(member, value))
    if (index === undefined) {
      index = new ValueSet()
      for (const member of members) index.add(member)
    }
    return index.has(value)
  }
  return (value, run) =>
    isMember(value) ||
    run.fail(schema, 'enum', () => `${run.subject()} must be one of ${listValues(members)}; got ${showValue(value)}.`)
}

export const compileConst: KeywordCompiler = (schema) => {
  const constant = ownValue(schema, 'const')
  return (value, run) =>
    deepEqual(constant, value) ||
    run.fail(schema, 'const', () => `${run.subject()} must be ${listValues([constant])}; got ${showValue(value)}.`)
}

/** `type`, in any spelling that the reader accepts. */
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

/** A subschema with native values. The keywords beside the mark describe the wire form, not these values. */
export function checkNative(schema: Parameters<KeywordCompiler>[0], native: Native): Check {
  return (value, run) =>
    isNative[native](value) ||
    run.fail(schema, 'type', () => `${run.subject()} must be ${nativePhrases[native]}, got ${describeValue(value)}.`)
}

/** `pattern`. One that cannot be run says nothing about a value. */
export const compilePattern: KeywordCompiler = (schema) => {
  const pattern = ownValue(schema, 'pattern')
  if (typeof pattern !== 'string') return undefined
  return (value, run) => {
    const result = typeof value !== 'string' || run.matches(pattern, value, 'pattern')
    if (result !== false) return result ?? 'unknown'
    const say = () => `${run.subject()} must match the pattern ${pattern}, got ${showValue(value)}.`
    return run.fail(schema, 'pattern', say)
  }
}

/** `format`, if formats are asserted. Unknown formats restrict nothing. */
export const compileFormat: KeywordCompiler = (schema, context) => {
  const format = ownValue(schema, 'format')
  const { isFormat } = context
  if (typeof format !== 'string' || isFormat === undefined) return undefined
  return (value, run) =>
    typeof value !== 'string' ||
    isFormat(format, value) !== false ||
    run.fail(schema, 'format', () => `${run.subject()} must be a valid ${format}, got ${quote(value)}.`)
}
