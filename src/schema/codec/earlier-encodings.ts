import { isPlainObject } from '../../core/json.ts'
import type { PatternMatcher } from '../../core/pattern/pattern-matcher.ts'
import type { Schema } from '../document/schema.ts'
import type { Node } from '../ir/node.ts'
import { sourcesOf } from '../ir/node.ts'
import type { Forest } from '../ir/walk.ts'
import { fitsWire } from './fits-wire.ts'

/** What version 1 of the encodings called the wrapper of a root, and the branches of a union. */
const wrapper = 'value'
const branch = /^option_\d+_*$/

/**
 * Wire arguments as version 1 wrote them, in today's form: it wrapped the arguments of a tool with a condition in `{ value }`, and tagged
 * its branches. A conversation that was begun then shows the model calls of that form, and it writes more of them.
 * Read so only where it cannot be the form of today, and all that is inside is declared; everything else is returned as it is.
 */
export function readEarlierRoot({ root, definitions }: Forest, wire: unknown, patterns: PatternMatcher): unknown {
  const inner = onlyProperty(wire, (name) => name === wrapper)
  if (inner === undefined || !sourcesOf(root).some(wasWrapped)) return wire
  const fields = declaredFields(root, definitions)
  const own = fields?.get(wrapper)
  // A property of the tool that has the wrapper's name comes first.
  if (fields === undefined || (own !== undefined && fitsWire(own, inner, { definitions, patterns }))) return wire
  const untagged = onlyProperty(inner, (name) => branch.test(name) && !fields.has(name)) ?? inner
  return Object.keys(untagged).every((name) => fields.has(name)) ? untagged : wire
}

/** Whether version 1 may have wrapped a root: one with a condition, with a union, or that may be null. */
function wasWrapped(source: Schema): boolean {
  if (typeof source !== 'object') return false
  return Array.isArray(source['type']) || Object.keys(source).some((keyword) => wrapped.has(keyword))
}

const wrapped: ReadonlySet<string> = new Set([
  ...['anyOf', 'oneOf', 'allOf', 'not', 'if', 'dependentRequired', 'dependentSchemas', 'dependencies'],
  ...['$ref', '$dynamicRef', '$recursiveRef', 'nullable', 'x-nullable', 'const', 'enum'],
])

/** The number or boolean that a text of version 1 stands for; undefined for other texts. */
export function readEarlierScalar(text: string): number | boolean | undefined {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(text) ? Number(text) : undefined
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
function declaredFields(node: Node, definitions: Forest['definitions']): Map<string, Node> | undefined {
  const target = node.kind === 'ref' ? definitions.get(node.target) : node
  if (target?.kind !== 'object' || target.encoding?.type === 'wrap' || target.fields.length === 0) return undefined
  return new Map(target.fields.map(({ name, value }) => [name, value]))
}
