import { isPlainObject } from '../../core/json.ts'

/** The seven types of JSON Schema. */
export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null'

/** Names of types in other languages and tool registries. Letter case does not matter. */
const spellings: Record<TypeName | 'any', string> = {
  string:
    'string str text char character varchar date datetime date-time time timestamp uuid guid uri url email enum file bytes base64 literal',
  number: 'number float double decimal real numeric num float32 float64 bigdecimal',
  integer: 'integer int long short byte int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 bigint biginteger',
  boolean: 'boolean bool',
  array: 'array list tuple set sequence arraylist linkedlist vector collection queue iterable',
  object: 'object dict dictionary map hashmap hash hashtable struct record json mapping class',
  null: 'null none nil void undefined nonetype',
  any: 'any unknown mixed type_unspecified value',
}

const bySpelling = new Map<string, TypeName | 'any'>()
for (const [type, names] of Object.entries(spellings)) {
  for (const name of names.split(' ')) bySpelling.set(name, type as TypeName | 'any')
}

const standard = new Set<string>(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'])

/** A `type` keyword that was read. */
export interface TypeReading {
  /** The named types; undefined if it restricts nothing (absent, `any`, unknown). */
  readonly types: readonly TypeName[] | undefined
  /** Names that are not types of JSON Schema but are known (`dict`, `float`, `list[str]`). Letter case does not count. */
  readonly mapped: readonly string[]
  /** Unknown names and values. They restrict nothing. */
  readonly unknown: readonly string[]
}

const absent: TypeReading = { types: undefined, mapped: [], unknown: [] }
const simple = new Map<string, TypeReading>()
for (const name of standard) {
  const reading: TypeReading = { types: [name as TypeName], mapped: [], unknown: [] }
  simple.set(name, reading)
  simple.set(name.toUpperCase(), reading)
}

/** Reads a `type` keyword: a name or a list of names, in any letter case, also names of other languages. */
export function readTypes(type: unknown): TypeReading {
  if (type === undefined) return absent
  if (typeof type === 'string') {
    const known = simple.get(type)
    if (known !== undefined) return known
  }
  const names = Array.isArray(type) ? (type as unknown[]) : [type]
  const types: TypeName[] = []
  const mapped: string[] = []
  const unknown: string[] = []
  let open = false
  for (const name of names) {
    const read = typeof name === 'string' ? readName(name) : undefined
    if (read === undefined) {
      unknown.push(typeof name === 'string' ? name : (JSON.stringify(name) ?? String(name)))
      open = true
      continue
    }
    if (!standard.has((name as string).toLowerCase())) mapped.push(name as string)
    for (const each of read) {
      if (each === 'any') open = true
      else if (!types.includes(each)) types.push(each)
    }
  }
  // An empty list names nothing, so it says nothing.
  return { types: open || names.length === 0 ? undefined : types, mapped, unknown }
}

function readName(name: string): (TypeName | 'any')[] | undefined {
  const plain = name.trim().toLowerCase()
  const known = bySpelling.get(plain)
  if (known !== undefined) return [known]
  if (plain.endsWith('[]')) return ['array']
  if (plain.includes('|') && !plain.includes('[') && !plain.includes('<')) return readAlternatives(plain.split('|'))
  // Generics: `list[str]`, `Map<String, Object>`, `Optional[int]`.
  const generic = /^([a-z_.]+)\s*[[<(](.*)[\])>]$/.exec(plain)
  if (generic === null) return undefined
  const base = generic[1]!.slice(generic[1]!.lastIndexOf('.') + 1)
  if (base === 'optional' || base === 'nullable') {
    const inner = readName(generic[2]!)
    return inner === undefined ? undefined : [...inner, 'null']
  }
  const found = bySpelling.get(base)
  return found === undefined ? undefined : [found]
}

function readAlternatives(names: readonly string[]): (TypeName | 'any')[] | undefined {
  const read = names.map(readName)
  return read.includes(undefined) ? undefined : (read as (TypeName | 'any')[][]).flat()
}

/** Whether a value has a type. */
export const isOfType: Record<TypeName, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isPlainObject,
  null: (value) => value === null,
}
