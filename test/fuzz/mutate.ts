import type { Chance } from './chance.ts'

/** Values that parsers get wrong. */
const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  'x',
  '1e3',
  'STRING',
  'object',
  '\u0000',
  '\ud800',
  '☃'.repeat(40),
  'x'.repeat(2_000),
  '__proto__',
  '^(a+)+$',
  '^((a{1000}){1000}){1000}$',
  'data:image/png;base64,AAAA',
  'http://127.0.0.1/',
  'gs://bucket/file',
  '#/$defs/missing',
  [],
  {},
  [null],
  [[]],
  [{}],
  { '': {} },
  { toString: 1, valueOf: null },
]

/** Names that mean something to JavaScript or to a schema, whatever the protocol. */
const commonNames: readonly string[] = [
  'type',
  'properties',
  'patternProperties',
  'items',
  'anyOf',
  'allOf',
  'not',
  'enum',
  'const',
  'pattern',
  'required',
  'nullable',
  '$ref',
  '$defs',
  'additionalProperties',
  '__proto__',
  'constructor',
  'toString',
  '',
]

type Container = Record<string, unknown> | unknown[]

interface Slot {
  readonly container: Container
  readonly key: string | number
}

/**
 * A copy of a body in which one to four places have changed. Its structure is respected, or bent where that is the change.
 * `fields` are the names of the protocol: a wrong one in the right place is the likeliest mistake of all.
 */
export function mutateValue(value: unknown, chance: Chance, fields: readonly string[]): unknown {
  const copy: unknown = structuredClone(value)
  const names = [...fields, ...commonNames]
  for (let count = 1 + chance.below(4); count > 0; count--) {
    const slots = slotsOf(copy)
    if (slots.length === 0) return copy
    mutateSlot(chance.pick(slots), slots, { chance, names })
  }
  return copy
}

function slotsOf(value: unknown): Slot[] {
  const slots: Slot[] = []
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null || slots.length > 2_000) return
    for (const key of Array.isArray(node) ? node.keys() : Object.keys(node)) {
      slots.push({ container: node as Container, key })
      visit((node as Record<string | number, unknown>)[key])
    }
  }
  visit(value)
  return slots
}

function read({ container, key }: Slot): unknown {
  return (container as Record<string | number, unknown>)[key]
}

function write({ container, key }: Slot, value: unknown): void {
  Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true })
}

interface Luck {
  readonly chance: Chance
  readonly names: readonly string[]
}

function mutateSlot(slot: Slot, slots: readonly Slot[], { chance, names }: Luck): void {
  const { container, key } = slot
  const odd = () => structuredClone(chance.pick(oddValues))
  const changes: (() => void)[] = [
    () => write(slot, odd()),
    () => (Array.isArray(container) ? container.splice(Number(key), 1) : delete container[key]),
    () => write(slot, structuredClone(read(chance.pick(slots)))),
    () => write(slot, [read(slot), structuredClone(read(slot))]),
    () => write(slot, { [chance.pick(names)]: read(slot) }),
    () => write(slot, nest(read(slot), 1 + chance.below(120), chance)),
    () => write(slot, repeat(read(slot), 2 + chance.below(400))),
    () => {
      if (Array.isArray(container)) container.push(structuredClone(read(slot)))
      else write({ container, key: chance.pick(names) }, chance.isLucky(0.5) ? odd() : structuredClone(read(slot)))
    },
    () => {
      if (Array.isArray(container)) container.reverse()
      else rename(container, String(key), chance.pick(names))
    },
  ]
  chance.pick(changes)()
}

function rename(container: Record<string, unknown>, key: string, name: string): void {
  const value = container[key]
  delete container[key]
  write({ container, key: name }, value)
}

function nest(value: unknown, depth: number, chance: Chance): unknown {
  const name = chance.pick(['items', 'properties', 'anyOf', 'x'])
  let nested = value
  for (let level = 0; level < depth; level++) nested = name === 'anyOf' ? [nested] : { [name]: nested }
  return nested
}

/** A list, an object or a text of the same thing again and again: what a limit is for. */
function repeat(value: unknown, count: number): unknown {
  if (typeof value === 'string') return value.slice(0, 200).repeat(count)
  const isSmall = JSON.stringify(value)?.length < 500
  const items = Array.from({ length: isSmall ? count : 3 }, () => structuredClone(value))
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...items } : items
}

/** A copy of bytes in which one to eight have changed, have gone, or have come. */
export function mutateBytes(bytes: Uint8Array, chance: Chance): Uint8Array {
  const list = [...bytes]
  for (let count = 1 + chance.below(8); count > 0 && list.length > 0; count--) {
    const at = chance.below(list.length)
    const byte = chance.isLucky(0.5)
      ? chance.pick([...'{}[]":,\\\'\n -e0tfn/'].map((letter) => letter.charCodeAt(0)))
      : chance.below(256)
    chance.pick([
      () => list.splice(at, 1, byte),
      () => list.splice(at, 1),
      () => list.splice(at, 0, byte),
      () => list.splice(at, chance.below(40)),
    ])()
  }
  return new Uint8Array(list)
}
