import { ownValue, showValue } from '../../core/json.ts'
import { decodePercent } from '../../core/parse-url.ts'
import { valueAt } from '../../core/pointer.ts'
import { invalidField, type RefusedRequest } from '../refused-request.ts'
import { noPause, type Pause } from '../turns.ts'
import { isPointer, nodesOfItem, type Survey, surveySchema } from './survey-schema.ts'

/** Steps in which patterns for names are matched with names, in all schemas of a request: about a tenth of a second. */
const mostNameSteps = 4_000_000

/**
 * Properties in all schemas of a request, each counted once for every `allOf`, `anyOf`, `oneOf`, `if` and the like that is nested around
 * its object: there the compiler copies them. None of 9,267 real records of schemas has a thousand.
 */
const mostCopies = 10_000

/**
 * Nodes below `anyOf`, `allOf`, `if` and the like in all schemas of a request, as they are written, and references: the compiler compares,
 * merges and follows them, which takes several times as long as other nodes.
 */
const mostComposed = 8_000

/**
 * Schemas with much text may have more nodes: what they cost is in proportion to the request. The 318 tools of the largest MCP server that
 * we know have 107,000 nodes (references written out), 16,000 of them composed, and 1.5 million characters. At most {@link mostTimes} as many.
 */
const charactersPerNode = 12
const charactersPerComposed = 60
const mostTimes = 5

/** Characters of a reference: each is decoded and split where it stands. */
const longestReference = 1_000

/**
 * Characters of names and texts that references may add, in all schemas of a request: where Gemini takes no references, each is replaced by
 * all that it refers to. A description of 200 kB that 1,900 references name would be 380 MB. Twice the text as it is written, if that is more.
 */
const mostAddedCharacters = 2_000_000

export interface RequestSchema {
  /** The field that it is in. */
  readonly param: string
  /** In errors: `function 'look'`. */
  readonly owner: string
  readonly schema: object
}

/**
 * Refuses schemas that grow too large when their references are followed, in nodes or in characters, refer to definitions that are not
 * there, or hold numbers that are too large. Visits every node once, however often it is referred to.
 *
 * @param base Nodes that the schemas may have when every reference is written out, if they have little text: what it costs to compile
 *   depends on them.
 * @param counted The nodes of the request's schemas that were checked before.
 * @param pause awaited after each schema
 * @returns The nodes of all.
 * @throws RefusedRequest `schema_too_complex`, `invalid_function_parameters` or `invalid_schema`, with the schema's field.
 */
export async function checkSchemas(
  schemas: readonly RequestSchema[],
  base: number,
  counted = 0,
  pause: Pause = noPause,
): Promise<number> {
  const surveys: Survey[] = []
  for (const { schema } of schemas) {
    surveys.push(surveySchema(schema))
    const waiting = pause()
    if (waiting !== undefined) await waiting
  }
  const text = surveys.reduce((sum, survey) => sum + survey.characters, 0)
  const most = allowed(base, text / charactersPerNode)
  const mostBranches = allowed(mostComposed, text / charactersPerComposed)
  const mostAdded = allowed(mostAddedCharacters, 2 * text)
  let total = counted
  let nameSteps = 0
  let copies = 0
  let composed = 0
  let added = 0
  for (const [index, given] of schemas.entries()) {
    const survey = surveys[index]!
    composed += survey.composed
    if (composed > mostBranches) throw tooComplex(given, problems.composed(mostBranches))
    copies += survey.copies
    if (copies > mostCopies) throw tooComplex(given, problems.copies)
    nameSteps += survey.names * survey.patterns
    if (nameSteps > mostNameSteps) throw tooComplex(given, problems.names)
    const { nodes, characters, problem } = weigh(given.schema, survey, most)
    if (problem !== undefined) throw invalidSchema(given, problem)
    total += nodes
    if (nodes > most) throw tooComplex(given, problems.nodes(most))
    added += Math.max(0, characters - survey.characters)
    if (added > mostAdded) throw tooComplex(given, problems.text(mostAdded))
    if (total > most) throw tooManyNodes(given, most)
    const waiting = pause()
    if (waiting !== undefined) await waiting
  }
  return total
}

/** The limit for little text, or what the text allows, within {@link mostTimes}. */
function allowed(base: number, byText: number): number {
  return Math.floor(Math.min(Math.max(base, byText), mostTimes * base))
}

function invalidSchema({ param, owner }: RequestSchema, problem: string): RefusedRequest {
  const code = param === 'response_format' ? 'invalid_schema' : 'invalid_function_parameters'
  return invalidField(param, code, `Invalid schema for ${owner}: ${problem}`)
}

function tooComplex({ param, owner }: RequestSchema, problem: string): RefusedRequest {
  return invalidField(param, 'schema_too_complex', `Invalid schema for ${owner}: ${problem}`)
}

/** The problems of schemas that cost too much. */
const problems = {
  composed: (most: number) =>
    `the schemas of this request have more than ${most} nodes below allOf, anyOf, oneOf, not, if and dependentSchemas (an if and a $ref with a path count as four, another $ref as 24, an $id as eight, a further type as six). Use fewer or smaller branches.`,
  copies: `it nests allOf, anyOf, oneOf, if or not too deep around objects with many properties (more than ${mostCopies} copies of properties in this request). Nest fewer of them.`,
  names: `matching its patternProperties with its property names would take too long (more than ${mostNameSteps} steps in this request). Use fewer or shorter patterns.`,
  nodes: (most: number) =>
    `it has more than ${most} nodes, its references written out. Leave out what the model does not need.`,
  text: (most: number) =>
    `its references, written out, add more than ${most} characters of names and texts. Shorten what is referred to, or refer to it less often.`,
}

function tooManyNodes({ param }: RequestSchema, most: number): RefusedRequest {
  const message = `Invalid '${param}': the schemas of this request have more than ${most} nodes, their references written out. Send fewer tools.`
  return invalidField(param, 'schema_too_complex', message)
}

interface Weight {
  /** With every reference written out, except those that lead back to where they are. */
  readonly nodes: number
  /** Of names and texts, likewise. */
  readonly characters: number
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
  characters: number
}

function weigh(schema: object, survey: Survey, most: number): Weight {
  // What is too large as it is written is too large with its references too.
  if (survey.nodes > most || !(survey.hasReference || survey.hasLargeNumber)) {
    return { nodes: survey.nodes, characters: survey.characters, problem: undefined }
  }
  const weight = weighReferences(schema)
  return { ...weight, nodes: Math.max(weight.nodes, survey.nodes) }
}

/** Without recursion: references lead deeper than the nesting of the schema. */
function weighReferences(root: object): Weight {
  const known = new Map<object, Pick<Step, 'nodes' | 'characters'>>()
  const found = new Set<string>()
  let hasOtherBase = false
  const open = (node: object, role: Role): Step => {
    known.set(node, { nodes: 1, characters: 0 })
    const children = childrenOf(node, role)
    const reference = role === 'schema' ? ownValue(node, '$ref') : undefined
    // Pointers inside a schema with an `$id` start there.
    if (role === 'schema' && node !== root && ownValue(node, '$id') !== undefined) hasOtherBase = true
    if (typeof reference === 'string' && reference.length > longestReference) {
      found.add(`a $ref in it has more than ${longestReference} characters.`)
    } else if (typeof reference === 'string' && isPointer(reference)) {
      const target = valueAt(root, decodePercent(reference.slice(1)))
      if (target === undefined) found.add(`there is nothing at ${showValue(reference)}, which a $ref names.`)
      children.push([target, 'schema'])
    }
    return { node, children, next: 0, nodes: 1, characters: keyLengths(node) }
  }
  const path: Step[] = [open(root, 'schema')]
  let whole: Pick<Step, 'nodes' | 'characters'> = path[0]!
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    if (top.next === top.children.length) {
      path.pop()
      known.set(top.node, top)
      whole = top
      const parent = path.at(-1)
      if (parent !== undefined) addTo(parent, top)
      continue
    }
    const [child, role] = top.children[top.next++]!
    if (typeof child === 'number' && !Number.isFinite(child)) found.add('a number in it is too large.')
    if (typeof child === 'string') top.characters += child.length
    if (typeof child !== 'object' || child === null) top.nodes += Array.isArray(top.node) ? nodesOfItem(child) : 1
    else if (known.has(child)) addTo(top, known.get(child)!)
    else path.push(open(child, role))
  }
  const { nodes, characters } = whole
  return { nodes, characters, problem: hasOtherBase ? undefined : [...found][0] }
}

function addTo(step: Step, { nodes, characters }: Pick<Step, 'nodes' | 'characters'>): void {
  step.nodes = sum(step.nodes, nodes)
  step.characters = sum(step.characters, characters)
}

function keyLengths(node: object): number {
  let length = 0
  if (!Array.isArray(node)) for (const key of Object.keys(node)) length += key.length
  return length
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
