import { isPlainObject } from '../../core/json.ts'
import type { Node } from '../ir/node.ts'
import type { Forest } from '../ir/walk.ts'

/** What version 1 of the encodings called the wrapper of a root, and the branches of a union. */
const wrapper = 'value'
const branch = /^option_\d+_*$/

/**
 * Wire arguments as version 1 wrote them, in today's form: it wrapped the arguments of a tool with a condition in `{ value }`, and tagged
 * its branches. A conversation that was begun then shows the model calls of that form, and it writes more of them.
 * Read so only where today's form has no such property and all that is inside is declared; everything else is returned as it is.
 */
export function readEarlierRoot({ root, definitions }: Forest, wire: unknown): unknown {
  const inner = onlyProperty(wire, (name) => name === wrapper)
  if (inner === undefined) return wire
  const declared = declaredNames(root, definitions)
  if (declared === undefined || declared.has(wrapper)) return wire
  const untagged = onlyProperty(inner, (name) => branch.test(name) && !declared.has(name)) ?? inner
  return Object.keys(untagged).every((name) => declared.has(name)) ? untagged : wire
}

/** What a tag of version 1 holds, where the value is nothing but a tag. */
export function readEarlierTag(wire: unknown): unknown {
  if (!isPlainObject(wire)) return undefined
  const [name, other] = Object.keys(wire)
  return name !== undefined && other === undefined && branch.test(name) ? wire[name] : undefined
}

/** The object that is the only property of an object, if it has that name. */
function onlyProperty(value: unknown, isName: (name: string) => boolean): Record<string, unknown> | undefined {
  if (!isPlainObject(value)) return undefined
  const [name, other] = Object.keys(value)
  if (name === undefined || other !== undefined || !isName(name)) return undefined
  const inner = value[name]
  return isPlainObject(inner) ? inner : undefined
}

/** The properties of an object on the wire; undefined for what is no object, or wrapped today as well. */
function declaredNames(node: Node, definitions: Forest['definitions']): Set<string> | undefined {
  const target = node.kind === 'ref' ? definitions.get(node.target) : node
  if (target?.kind !== 'object' || target.encoding?.type === 'wrap' || target.fields.length === 0) return undefined
  return new Set(target.fields.map(({ name }) => name))
}
