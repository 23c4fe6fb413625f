import type { JsonObject } from '../../core/json.ts'
import { jsonTextCodec } from '../codec/json-text.ts'
import { createAny, createBase, createObject, createString } from '../ir/create-node.ts'
import { describeText } from '../passes/encode-free-form.ts'
import { unused } from '../passes/encode-objects.ts'
import { sayRule } from '../passes/rule-sentences.ts'
import { finishPlain } from './finish-plain.ts'
import { plainWords } from './plain-keywords.ts'
import type { Around, Output, PlainWriter } from './plain-writer.ts'

const nowhere = createBase('', [])
const openObject = createObject(nowhere, {})

/** What is said of a value of which nothing is known, of an object of which nothing is known, and of one that may be null. */
export const sayAnyText = describeText(createAny(nowhere))
export const sayObjectText = describeText(openObject)
export const sayObjectOrNullText = describeText({ ...openObject, nullable: true })

/** What is said of names that are strings. */
export const sayStringNames = sayRule({
  at: '',
  keyword: 'propertyNames',
  value: { type: 'string' },
  owner: {},
  nodes: new Map([['', createString(nowhere, {})]]),
})

const { encode } = jsonTextCodec(undefined)

/** What holds JSON text, its default too. */
export function writeText(writer: PlainWriter, around: Around, said: string): Output {
  writer.noteEncoding()
  const fallback = around.default === undefined ? undefined : (encode(around.default) as string)
  return finishPlain({ type: 'STRING' }, around, fallback, said)
}

/** An object that can hold nothing. */
export function writeNothing(writer: PlainWriter): Output {
  writer.noteEncoding()
  return { type: 'OBJECT', properties: { value: { type: 'BOOLEAN', description: unused } } }
}

export const recordWords = plainWords('type properties required additionalProperties propertyNames')

/** A record, as entries; undefined where its values or keys need the compiler. */
export function writeRecord(writer: PlainWriter, source: JsonObject, depth: number): Output | undefined {
  const values = source['additionalProperties'] as JsonObject
  // Values of any type make the record an open object.
  if (values['type'] === undefined && values['enum'] === undefined && values['const'] === undefined) return undefined
  if (!isOfStrings(source['propertyNames'])) return undefined
  const value = writer.write(values, depth - 2)
  if (value === undefined) return undefined
  writer.noteEncoding()
  const properties = { key: { type: 'STRING' }, value }
  return { type: 'ARRAY', items: { type: 'OBJECT', properties, required: ['key', 'value'] } }
}

/** Keys are strings: nothing is said about them that they are not anyway. */
export function isOfStrings(names: unknown): boolean {
  if (names === undefined) return true
  if (typeof names !== 'object' || names === null) return false
  return (names as JsonObject)['type'] === 'string' && Object.keys(names).length === 1
}
