import type { ObjectNode } from '../ir/node.ts'

/** Both directions between a tool's property names and the wire's. */
export interface NameCodec {
  toWire(name: string): string
  fromWire(wire: string): string
}

const same: NameCodec = { toWire: (name) => name, fromWire: (wire) => wire }

/**
 * The names of an object's properties. An undeclared key that reads like the wire name of another property gets a `_`,
 * and one is taken off on the way back: so no two keys ever meet.
 */
export function propertyNames(node: ObjectNode): NameCodec {
  const { renamed } = node
  if (renamed === undefined) return same
  const wireNames = new Map([...renamed].map(([wire, name]) => [name, wire]))
  return {
    toWire: (name) => wireNames.get(name) ?? (hasStem(renamed, name) ? `${name}_` : name),
    fromWire: (wire) => renamed.get(wire) ?? (hasStem(renamed, wire) ? wire.slice(0, -1) : wire),
  }
}

/** Whether a key is a wire name with some `_` behind it (wire names may end in `_` themselves). */
function hasStem(renamed: ReadonlyMap<string, string>, key: string): boolean {
  for (const wire of renamed.keys()) {
    if (key.startsWith(wire) && /^_*$/.test(key.slice(wire.length))) return true
  }
  return false
}
