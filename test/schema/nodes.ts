import type { Schema } from '../../src/schema/document/schema.ts'
import {
  createArray,
  createBase,
  createBoolean,
  createEnum,
  createNumber,
  createObject,
  createString,
  createUnion,
} from '../../src/schema/ir/create-node.ts'
import type { Node, ObjectNode } from '../../src/schema/ir/node.ts'

/** Nodes as a reader makes them, with the few fields that a unit test names. */
const base = (...sources: Schema[]) => createBase('', sources)

export const string = createString(base({ type: 'string' }), {})
export const number = createNumber(base({ type: 'number' }), { integer: false })
export const boolean = createBoolean(base({ type: 'boolean' }))
export const date = {
  ...createString(base({ type: 'string' }), {}),
  encoding: { type: 'native', native: 'date' },
} as const
export const values = (...list: string[]) =>
  createEnum(base({ enum: list }), { keyword: 'enum', values: list, format: undefined, types: undefined })
export const array = (items: Node | undefined, prefix: readonly Node[] = []) =>
  createArray(base({ type: 'array' }), { items, prefix, mentions: [] })

/** An object with these fields; a name that ends in `?` is optional. */
export function object(fields: Readonly<Record<string, Node>>, own: Partial<ObjectNode> = {}): ObjectNode {
  const list = Object.entries(fields).map(([name, value]) => {
    return { name: name.replace(/\?$/, ''), value, required: !name.endsWith('?') }
  })
  return createObject(base({ type: 'object' }), { fields: list, ...own })
}

export const union = (...options: Node[]) => createUnion(base({}), { keyword: 'anyOf', options })
