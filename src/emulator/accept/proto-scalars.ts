import type { TypeName } from './schema-message.ts'

/** A JSON scalar. A bigint is an integer that was written out in full. */
export type JsonScalar = string | number | bigint | boolean

export type ScalarKind = 'string' | 'bool' | 'int64' | 'double'

/** How parse errors name the kinds. */
export const scalarTypeNames: Readonly<Record<ScalarKind, string>> = {
  string: 'TYPE_STRING',
  bool: 'TYPE_BOOL',
  int64: 'TYPE_INT64',
  double: 'TYPE_DOUBLE',
}

/** The value that a proto field of that kind takes from a JSON scalar; undefined where the parser refuses it. */
export function readScalar(kind: ScalarKind, value: JsonScalar): JsonScalar | undefined {
  switch (kind) {
    case 'string':
      return typeof value === 'string' ? value : undefined
    case 'bool':
      return readBool(value)
    case 'int64':
      return readInt64(value)
    case 'double':
      return readDouble(value)
  }
}

/** True for what proto3 does not send: such a field counts as unset. `minimum` and `maximum` are declared `optional`. */
export function isDefault(kind: ScalarKind, value: JsonScalar): boolean {
  return kind !== 'double' && (value === '' || value === false || value === 0n)
}

function readBool(value: JsonScalar): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === 'true') return true
  return value === 'false' ? false : undefined
}

const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n }

function readInt64(value: JsonScalar): bigint | undefined {
  const integer = toInteger(value)
  return integer !== undefined && integer >= int64.min && integer <= int64.max ? integer : undefined
}

function toInteger(value: JsonScalar): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined
  if (typeof value !== 'string') return undefined
  // At most 19 digits can be an int64; converting a long string of digits would take quadratic time.
  const match = /^(-?)0*(\d{1,19})$/.exec(value)
  return match === null ? undefined : BigInt(`${match[1]}${match[2]}`)
}

const decimal = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/
const namedDoubles = new Map([
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
  ['NaN', Number.NaN],
])

function readDouble(value: JsonScalar): number | undefined {
  if (typeof value === 'boolean') return undefined
  if (typeof value !== 'string') return Number(value)
  if (!decimal.test(value)) return namedDoubles.get(value)
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

const typeNames: readonly TypeName[] = [
  'TYPE_UNSPECIFIED',
  'STRING',
  'NUMBER',
  'INTEGER',
  'BOOLEAN',
  'ARRAY',
  'OBJECT',
  'NULL',
]

const typeByName: ReadonlyMap<string, TypeName> = new Map(typeNames.map((name) => [name, name]))

/** The `Type` that a JSON scalar names; undefined where the parser refuses it. */
export function readType(value: JsonScalar, strict: boolean): TypeName | undefined {
  if (typeof value === 'string') return readTypeName(value)
  if (typeof value === 'boolean') return undefined
  const number = Number(value)
  if (!Number.isInteger(number) || number !== (number | 0)) return undefined
  // The parser keeps numbers that the enum does not declare. What happens to them later is not recorded.
  return typeNames[number] ?? (strict ? undefined : 'UNRECOGNIZED')
}

function readTypeName(text: string): TypeName | undefined {
  const exact = typeByName.get(text)
  if (exact !== undefined) return exact
  if (/^-?\d{1,10}$/.test(text)) return typeNames[Number(text)]
  // ASCII only: toUpperCase() would also make an S of `ſ`.
  const upper = text.replace(/[a-z]/g, (letter) => letter.toUpperCase()).replaceAll('-', '_')
  return typeByName.get(upper)
}

/** A scalar as a parse error prints it. */
export function printScalar(value: JsonScalar | null): string {
  if (typeof value === 'string') return JSON.stringify(value)
  return Object.is(value, -0) ? '0' : String(value)
}
