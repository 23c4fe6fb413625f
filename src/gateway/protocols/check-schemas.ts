import { ownValue, showValue } from '../../core/json.ts'
import { invalidField, type RefusedRequest } from '../refused-request.ts'

/**
 * Nodes that one schema, and all of a request, may have when every reference is written out. The compiler bounds its output, but has
 * to read its input first. Of 7,300 schemas of real tools, APIs and files the largest has 77,000, and the largest of a tool 27,000.
 */
const mostNodes = { schema: 200_000, request: 2_000_000 }

/** A schema of a request. */
export interface RequestSchema {
  /** The field that it is in. */
  readonly param: string
  /** In errors: `function 'look'`. */
  readonly owner: string
  readonly schema: object
}

/**
 * Refuses schemas that grow too large when their references are followed, refer to definitions that are not there, or hold numbers that
 * are too large. Visits every node once, however often it is referred to.
 *
 * @param counted The nodes of the request's schemas that were checked before.
 * @returns The nodes of all.
 * @throws RefusedRequest `schema_too_complex`, `invalid_function_parameters` or `invalid_schema`, with the schema's field.
 */
export function checkSchemas(schemas: readonly RequestSchema[], counted = 0): number {
  let total = counted
  for (const given of schemas) {
    const { nodes, problem } = weigh(given.schema)
    if (problem !== undefined) throw invalidSchema(given, problem)
    total += nodes
    if (nodes > mostNodes.schema || total > mostNodes.request) throw tooComplex(given)
  }
  return total
}

function invalidSchema({ param, owner }: RequestSchema, problem: string): RefusedRequest {
  const code = param === 'response_format' ? 'invalid_schema' : 'invalid_function_parameters'
  return invalidField(param, code, `Invalid schema for ${owner}: ${problem}`)
}

function tooComplex({ param, owner }: RequestSchema): RefusedRequest {
  const message = `Invalid schema for ${owner}: with its references written out it has more than ${mostNodes.schema} nodes, or those of the request have more than ${mostNodes.request}.`
  return invalidField(param, 'schema_too_complex', message)
}

interface Weight {
  /** With every reference written out, except those that lead back to where they are. */
  readonly nodes: number
  readonly problem: string | undefined
}

/** What a value in a schema is: a schema, a map of names to schemas, or data, in which `$ref` has no meaning. */
type Role = 'schema' | 'map' | 'data'

/** A value on the path down, and the nodes below it so far. */
interface Step {
  readonly node: object
  readonly children: readonly (readonly [value: unknown, role: Role])[]
  next: number
  nodes: number
}

function weigh(schema: object): Weight {
  const nodes = countNodes(schema)
  return Number.isNaN(nodes) ? weighReferences(schema) : { nodes, problem: undefined }
}

/** The nodes of a schema as it is written. NaN where it has a reference, or a number that is too large: most have neither. */
function countNodes(value: unknown): number {
  if (typeof value === 'number' && !Number.isFinite(value)) return Number.NaN
  if (typeof value !== 'object' || value === null) return 1
  let nodes = 1
  if (Array.isArray(value)) for (const item of value) nodes += countNodes(item)
  else {
    for (const key of Object.keys(value)) {
      nodes += key === '$ref' ? Number.NaN : countNodes((value as Readonly<Record<string, unknown>>)[key])
    }
  }
  return nodes
}

/** Without recursion: references lead deeper than the nesting of the schema. */
function weighReferences(root: object): Weight {
  const known = new Map<object, number>()
  const problems = new Set<string>()
  let hasOtherBase = false
  const open = (node: object, role: Role): Step => {
    known.set(node, 1)
    const children = childrenOf(node, role)
    const reference = role === 'schema' ? ownValue(node, '$ref') : undefined
    // Pointers inside a schema with an `$id` start there.
    if (role === 'schema' && node !== root && ownValue(node, '$id') !== undefined) hasOtherBase = true
    if (typeof reference === 'string' && /^#(\/|$)/.test(reference)) {
      const target = follow(root, reference)
      if (target === undefined) problems.add(`there is nothing at ${showValue(reference)}, which a $ref names.`)
      children.push([target, 'schema'])
    }
    return { node, children, next: 0, nodes: 1 }
  }
  const path: Step[] = [open(root, 'schema')]
  let nodes = 1
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    if (top.next === top.children.length) {
      path.pop()
      known.set(top.node, top.nodes)
      nodes = top.nodes
      const parent = path.at(-1)
      if (parent !== undefined) parent.nodes = sum(parent.nodes, top.nodes)
      continue
    }
    const [child, role] = top.children[top.next++]!
    if (typeof child === 'number' && !Number.isFinite(child)) problems.add('a number in it is too large.')
    if (typeof child !== 'object' || child === null) top.nodes++
    else if (known.has(child)) top.nodes = sum(top.nodes, known.get(child)!)
    else path.push(open(child, role))
  }
  return { nodes, problem: hasOtherBase ? undefined : [...problems][0] }
}

function sum(left: number, right: number): number {
  return Math.min(left + right, Number.MAX_SAFE_INTEGER)
}

/** Keywords whose values are data. */
const dataKeys: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples', 'example'])

/** Keywords whose members are named by the author. */
const mapKeys: ReadonlySet<string> = new Set(
  'properties patternProperties $defs definitions dependentSchemas dependencies'.split(' '),
)

/** Definitions count where they are referred to. */
const definitionKeys: ReadonlySet<string> = new Set(['$defs', 'definitions'])

function childrenOf(node: object, role: Role): (readonly [unknown, Role])[] {
  if (role !== 'schema' || Array.isArray(node)) {
    const inner = role === 'map' ? 'schema' : role
    return Object.values(node).map((value) => [value, inner])
  }
  return Object.entries(node)
    .filter(([key]) => !definitionKeys.has(key))
    .map(([key, value]) => [value, roleOf(key)])
}

function roleOf(key: string): Role {
  if (dataKeys.has(key)) return 'data'
  return mapKeys.has(key) ? 'map' : 'schema'
}

function follow(root: unknown, reference: string): unknown {
  let value = root
  for (const step of reference.slice(1).split('/').slice(1)) {
    const key = decode(step).replaceAll('~1', '/').replaceAll('~0', '~')
    value = typeof value === 'object' && value !== null ? ownValue(value, key) : undefined
  }
  return value
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    // A percent sign that is not an escape means itself.
    return step
  }
}
