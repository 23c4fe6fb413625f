import { childSchemas, isSchemaObject, type JsonSchemaDocument } from './json-schema-document.ts'

/** A node whose targets are being visited. */
interface Visit<Node> {
  readonly node: Node
  readonly targets: Iterator<Node>
}

/**
 * Finds a loop in a graph, and returns the last reference on it. Undefined: there is no loop. Not recursive; visits each node once.
 */
export function findLoop<Node extends object>(
  nodes: Iterable<Node>,
  targetsOf: (node: Node) => Iterator<Node>,
  isReference: (node: Node) => boolean,
): Node | undefined {
  const done = new Set<Node>()
  const open = new Set<Node>()
  const path: Visit<Node>[] = []
  const enter = (node: Node) => {
    open.add(node)
    path.push({ node, targets: targetsOf(node) })
  }
  for (const start of nodes) {
    if (!done.has(start)) enter(start)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { done: isDone, value: target } = top.targets.next()
      if (isDone) {
        path.pop()
        open.delete(top.node)
        done.add(top.node)
      } else if (open.has(target)) return path.findLast(({ node }) => isReference(node))?.node ?? top.node
      else if (!done.has(target)) enter(target)
    }
  }
  return undefined
}

/**
 * Finds a schema that refers to itself by a path that every value has to follow, and returns the schema whose reference closes the loop.
 * References are followed and not expanded; each schema is visited once.
 *
 * Google: "Cyclic references are unrolled to a limited degree and, as such, may only be used within non-required properties.
 * (Nullable properties are not sufficient.)" Measured on gemini-3.8-flash, 2026-09: a required list without `minItems` ends a
 * loop too, if its type is `array` and nothing else; `anyOf` with null does not, nor does any other branch of it.
 */
export function findReferenceLoop(
  { places }: JsonSchemaDocument,
  resolve: (ref: string) => unknown,
  strict: boolean,
): object | undefined {
  const targets = (node: object) => inescapable(node, resolve, strict)
  return findLoop(places.keys(), targets, (node) => Object.hasOwn(node, '$ref'))
}

/** The schemas that every value of this schema has to satisfy, as Gemini counts. */
function* inescapable(node: object, resolve: (ref: string) => unknown, strict: boolean): Generator<object> {
  const schema = node as Readonly<Record<string, unknown>>
  const target = typeof schema['$ref'] === 'string' ? resolve(schema['$ref']) : undefined
  if (isSchemaObject(target)) yield target
  for (const child of childSchemas(schema)) {
    if (!isSchemaObject(child.schema)) continue
    if (isInescapable(schema, child.keyword, child.tokens[1] ?? '', strict)) yield child.schema
  }
}

function isInescapable(schema: Readonly<Record<string, unknown>>, keyword: string, key: string, strict: boolean) {
  switch (keyword) {
    case 'properties':
      return Array.isArray(schema['required']) && schema['required'].includes(key)
    case 'items':
      return schema['type'] !== 'array' || isPositive(schema['minItems'])
    case 'anyOf':
    case 'oneOf':
      return true
    case 'prefixItems':
    case 'additionalProperties':
    case 'allOf':
      // Not measured. A tuple and a record can be empty, and Gemini ignores `allOf`; Google documents none of them.
      return strict
    default:
      return false
  }
}

/** Only numbers are bounds. Objects are not converted: their `valueOf` comes from the caller. */
function isPositive(bound: unknown): boolean {
  return typeof bound !== 'object' && Number(bound ?? 0) > 0
}
