import { childSchemas, isSchemaObject } from './json-schema-document.ts'

/** A node whose targets are being looked at. */
interface Visit<Node> {
  readonly node: Node
  readonly targets: Iterator<Node>
}

/**
 * Looks for a loop in a graph: the last node on it that is a reference, or undefined where there is none.
 * Without recursion, and each node is looked at once.
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
 * A schema that refers to itself by a path that every value has to take: the schema with the reference that closes the loop.
 * References are followed, never expanded, and without recursion: each schema is looked at once.
 *
 * Google: "Cyclic references are unrolled to a limited degree and, as such, may only be used within non-required properties.
 * (Nullable properties are not sufficient.)" Measured on gemini-3.8-flash, 2026-09: a required list without `minItems` ends a
 * loop too, if its type is `array` and nothing else; `anyOf` with null does not, nor does any other branch of it.
 */
export function findReferenceLoop(
  root: object,
  resolve: (ref: string) => unknown,
  strict: boolean,
): object | undefined {
  const targets = (node: object) => inescapable(node, resolve, strict)
  return findLoop(allSchemas(root), targets, (node) => Object.hasOwn(node, '$ref'))
}

/** Every schema of the document, also those that nothing refers to. */
function* allSchemas(root: object): Generator<object> {
  const seen = new Set<object>([root])
  const stack = [root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node
    for (const { schema } of [...childSchemas(node)].reverse()) {
      if (!isSchemaObject(schema) || seen.has(schema)) continue
      seen.add(schema)
      stack.push(schema)
    }
  }
}

/** The schemas that a value of this schema cannot avoid, as Gemini counts. */
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
      // Not measured: a tuple and a record can be empty, and `allOf` is not heeded, but Google names none of them.
      return strict
    default:
      return false
  }
}

/** What is no number is no bound. Objects are not converted: their `valueOf` is a caller's data. */
function isPositive(bound: unknown): boolean {
  return typeof bound !== 'object' && Number(bound ?? 0) > 0
}
