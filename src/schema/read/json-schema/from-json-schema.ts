import { ToolfitError } from '../../../core/errors.ts'
import { findShapeProblem, type Json, type JsonObject, ownValue } from '../../../core/json.ts'
import { joinPointer, splitPointer } from '../../../core/pointer.ts'
import { type Change, dropped, encoded } from '../../change.ts'
import { type Resolved, resolveDynamic, type SchemaDocument } from '../../document/document.ts'
import { asSchema } from '../../document/keyword-values.ts'
import { groups, keywordInfo } from '../../document/keywords.ts'
import { isToldApartByFormat, readAsMeant } from '../../document/read-as-meant.ts'
import { type Native, nativeOf, type Schema } from '../../document/schema.ts'
import { readTypes, type TypeReading } from '../../document/type-names.ts'
import { amend, report } from '../../ir/amend.ts'
import {
  createAll,
  createAny,
  createBase,
  createNever,
  createRef,
  createUnion,
  withBase,
} from '../../ir/create-node.ts'
import { meantChange, toldApartByFormat } from '../../ir/meant-change.ts'
import type { Annotation, Node, NodeBase, WholeBase } from '../../ir/node.ts'
import { sourcesOf } from '../../ir/node.ts'
import type { Forest } from '../../ir/walk.ts'
import { readEnum } from './read-enum.ts'
import { readRules } from './read-rules.ts'
import { readTyped } from './read-typed.ts'
import type { Reader, ReadOptions } from './reader.ts'
import { readingChanges } from './reading-changes.ts'
import { circular, type Survey, surveyKeywords, typesOf } from './survey.ts'

/**
 * Reads a JSON Schema document of any draft: the root and every definition that it reaches, by JSON Pointer, with unresolved
 * references.
 */
export function fromJsonSchema(document: SchemaDocument, options: ReadOptions): Forest {
  return new JsonSchemaReader(document, options).readAll()
}

/** Deeper subschemas are not read: no endpoint parses them, and the recursion needs a limit. */
const readDepth = 120

const noDefinitions: Forest['definitions'] = new Map()

class JsonSchemaReader implements Reader {
  declare readonly options: ReadOptions
  declare private readonly document: SchemaDocument
  declare private readonly pending: Resolved[]
  /** The targets of the references so far; undefined before the first. */
  declare private known: Set<string> | undefined

  constructor(document: SchemaDocument, options: ReadOptions) {
    this.document = document
    this.options = options
    this.pending = []
    this.known = undefined
  }

  readAll(): Forest {
    const root = this.read(this.document.root, '', 0)
    if (this.pending.length === 0) return { root, definitions: noDefinitions }
    const definitions = new Map<string, Node>()
    for (let next = this.pending.pop(); next !== undefined; next = this.pending.pop()) {
      const { pointer, schema } = next
      definitions.set(pointer, pointer === '' ? root : this.read(schema, pointer, 0))
    }
    return { root, definitions }
  }

  read(schema: Schema, pointer: string, depth: number): Node {
    if (schema === true) return createAny(createBase(pointer, schema))
    if (schema === false) return createNever(createBase(pointer, schema))
    if (depth > readDepth) return unreadNode(this.document, schema, pointer)
    return this.readObject(schema, pointer, depth)
  }

  combine(parts: readonly Node[]): Node {
    const first = parts[0]!
    return createAll(createBase(first.origin, parts.flatMap(sourcesOf)), { parts, hasAllOf: false })
  }

  private readObject(written: JsonObject, pointer: string, depth: number): Node {
    const survey = surveyKeywords(written, pointer)
    const { said } = survey
    if ((said & groups.reference) !== 0 && this.document.ignoresSiblings(written))
      return this.readReference(written, pointer, depth)
    const mayBeMeant = (said & (groups.enum | groups.combinator | groups.array)) !== 0
    const meant = mayBeMeant ? readAsMeant(written, this.document) : undefined
    if (meant === undefined) return this.readWhole(written, written, survey, pointer, depth)
    const whole = this.readWhole(meant.schema, written, surveyKeywords(meant.schema, pointer), pointer, depth)
    return report(whole, meantChange(meant, pointer))
  }

  /** A reference in a draft that gives the keywords beside it no meaning. Annotations say nothing about values and stay. */
  private readReference(written: JsonObject, pointer: string, depth: number): Node {
    const ignored = Object.keys(written).filter((each) => each !== '$ref' && keywordInfo(each)?.asserts)
    const heard = Object.entries(written).filter(([keyword]) => !ignored.includes(keyword))
    const schema = Object.fromEntries(heard) as JsonObject
    const node = this.readWhole(schema, written, surveyKeywords(schema, pointer), pointer, depth)
    const note = `Beside $ref it has no effect in draft ${this.document.draftAt(written)}.`
    return report(
      node,
      ...ignored.map((keyword): Change => {
        return dropped({ at: pointer, keyword }, 'keyword-cannot-bind', note)
      }),
    )
  }

  /** Reads a schema that stands in the document as `source`: as it is, or in another reading. */
  private readWhole(schema: JsonObject, source: JsonObject, survey: Survey, pointer: string, depth: number): Node {
    const { said } = survey
    const types = readTypes(survey.type)
    const base = commonOf(schema, source, pointer, survey, types)
    const native = this.options.hasNatives ? nativeOf(schema) : undefined
    if (native !== undefined) {
      const typed = readTyped(this, schema, survey, types.types?.[0] ?? 'string', own(base), depth)
      return report(withBase(typed, { ...base, encoding: { type: 'native', native } }), nativeChange(pointer, native))
    }
    if ((said & groups.enum) !== 0) return readEnum(this, schema, types.types, base, survey.assertions > 1)
    const isPlain = (said & (groups.reference | groups.combinator | groups.rule)) === 0
    if (isPlain) return this.readTypedPart(schema, types, survey, base, depth) ?? createAny(base)
    return this.readParts(schema, types, survey, base, depth)
  }

  /** Reads a schema with several parts that apply to the same value. */
  private readParts(schema: JsonObject, types: TypeReading, survey: Survey, base: WholeBase, depth: number): Node {
    const parts: Node[] = []
    const typed = this.readTypedPart(schema, types, survey, own(base), depth)
    if (typed !== undefined) parts.push(typed)
    const { said } = survey
    if ((said & groups.reference) !== 0) parts.push(...this.readRefs(schema, own(base)))
    if ((said & groups.combinator) !== 0) parts.push(...this.readCombinators(schema, own(base), depth))
    const rules = (said & groups.rule) !== 0 ? readRules(this, schema, base.origin, types.types, depth) : []
    const outer: WholeBase = rules.length === 0 ? base : { ...base, rules }
    if (parts.length === 0) return createAny(outer)
    const only = parts[0]!
    if (parts.length === 1 && only.origin === base.origin) return assemble(only, outer)
    return createAll(outer, { parts, hasAllOf: Array.isArray(schema['allOf']) })
  }

  private readTypedPart(
    schema: JsonObject,
    types: TypeReading,
    survey: Survey,
    base: NodeBase,
    depth: number,
  ): Node | undefined {
    const inferred = types.types === undefined ? true : undefined
    const names = typesOf(schema, types, survey)
    if (names.length === 0) return undefined
    if (names.length === 1 && !inferred) return readTyped(this, schema, survey, names[0]!, base, depth)
    const nullable = base.nullable || names.includes('null') ? true : undefined
    const others = names.filter((name) => name !== 'null' && !(name === 'integer' && names.includes('number')))
    if (others.length === 0) return amend(createNever(base), { nullable })
    if (others.length === 1)
      return amend(readTyped(this, schema, survey, others[0]!, base, depth), { nullable, inferred })
    const options = others.map((name): Node => {
      const at = createBase(base.origin, [...sourcesOf(base), { type: name }])
      return amend(readTyped(this, schema, survey, name, at, depth), { inferred })
    })
    return amend(createUnion(base, { keyword: 'type', options }), { nullable })
  }

  private readRefs(schema: JsonObject, base: NodeBase): Node[] {
    const parts: Node[] = []
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef'] as const) {
      const ref = schema[keyword]
      if (typeof ref !== 'string') continue
      const dynamic = keyword === '$ref' ? undefined : resolveDynamic(this.document, schema, keyword, ref)
      const target = keyword === '$ref' ? this.document.resolve(schema, ref) : dynamic
      if (target === undefined) {
        const changes = [unresolved(base.origin, keyword, ref, this.options.strictRefs)]
        parts.push(report(createAny(base), ...changes))
        continue
      }
      this.known ??= new Set()
      if (!this.known.has(target.pointer)) {
        this.known.add(target.pointer)
        this.pending.push(target)
      }
      const changes = dynamic === undefined ? [] : [dynamicRef(base.origin, keyword, dynamic.isCertain)]
      parts.push(report(createRef(base, { keyword, target: target.pointer }), ...changes))
    }
    return parts
  }

  private readCombinators(schema: JsonObject, base: NodeBase, depth: number): Node[] {
    const parts: Node[] = []
    const each = (keyword: string, list: readonly unknown[]) =>
      list.map((item, index) => this.read(asSchema(item) ?? true, `${base.origin}/${keyword}/${index}`, depth + 1))
    if (Array.isArray(schema['allOf'])) parts.push(...each('allOf', schema['allOf']))
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const list = schema[keyword]
      if (!Array.isArray(list) || list.length === 0) continue
      const union = createUnion(base, { keyword, options: each(keyword, list) })
      const isMeant = keyword === 'oneOf' && !this.options.assertsFormats && isToldApartByFormat(schema, this.document)
      parts.push(isMeant ? report(union, toldApartByFormat(base.origin)) : union)
    }
    return parts
  }
}

/** The base of a part of a schema: only the position. Annotations stay with the whole. */
function own(base: NodeBase): NodeBase {
  return createBase(base.origin, base.sources)
}

function unresolved(at: string, keyword: string, ref: string, isStrict: boolean): Change {
  if (isStrict) {
    throw new ToolfitError(
      'ref-unresolved',
      `The reference "${ref}" at "${at}" is not in this document. Add its target under $defs, or omit strictRefs to accept any value there.`,
      { at, ref },
    )
  }
  const note = `"${ref}" is not in this document (nothing is fetched): any value is accepted.`
  return dropped({ at, keyword }, 'ref-unresolved', note)
}

/** The only part of a schema, with the schema's annotations. */
function assemble(part: Node, outer: WholeBase): Node {
  const nullable = part.nullable || outer.nullable ? true : undefined
  const changes = part.changes && outer.changes ? [...part.changes, ...outer.changes] : (part.changes ?? outer.changes)
  return amend(withBase(part, outer), { nullable, changes, inferred: part.inferred })
}

/** Everything about a schema that does not depend on its kind. One literal with every field: see `create-node.ts`. */
function commonOf(
  schema: JsonObject,
  source: JsonObject,
  pointer: string,
  survey: Survey,
  types: TypeReading,
): WholeBase {
  const { said } = survey
  const isNullable = (said & groups.nullable) !== 0 && (schema['nullable'] === true || schema['x-nullable'] === true)
  const examples = (said & groups.examples) === 0 ? undefined : examplesOf(schema)
  return {
    origin: pointer,
    sources: source,
    nullable: isNullable ? true : undefined,
    inferred: undefined,
    title: (said & groups.title) === 0 ? undefined : (schema['title'] as string),
    description: (said & groups.description) === 0 ? undefined : (schema['description'] as string),
    default: (said & groups.default) === 0 ? undefined : schema['default'],
    examples,
    exampleKeyword: examples !== undefined && examples !== schema['examples'] ? 'example' : undefined,
    annotations: (said & groups.format) === 0 ? survey.annotations : annotationsOf(schema, pointer, survey, types),
    rules: undefined,
    origins: undefined,
    says: undefined,
    encoding: undefined,
    changes: readingChanges(schema, pointer, types, survey),
  }
}

function examplesOf(schema: JsonObject): readonly Json[] | undefined {
  const { examples, example } = schema
  const isUsable = (keyword: string) => keywordInfo(keyword)!.isWellFormed(schema[keyword])
  if (Array.isArray(examples)) return isUsable('examples') ? (examples as Json[]) : undefined
  return example !== undefined && isUsable('example') ? [example] : undefined
}

/** A format applies to strings and numbers; beside any other type it is an annotation. */
function annotationsOf(
  schema: JsonObject,
  at: string,
  survey: Survey,
  types: TypeReading,
): readonly Annotation[] | undefined {
  if ((survey.said & groups.enum) !== 0) return survey.annotations
  const names = typesOf(schema, types, survey)
  if (names.some((name) => name === 'string' || name === 'number' || name === 'integer')) return survey.annotations
  return [...(survey.annotations ?? []), { at, keyword: 'format', value: schema['format']! }]
}

/** A dynamic reference is read as a plain one. Its target may depend on the path to it. */
function dynamicRef(at: string, keyword: string, isCertain: boolean): Change {
  const note = isCertain
    ? 'Followed to its target.'
    : 'Followed to the target that it has on its own; `check` follows it fully.'
  const effect = isCertain ? 'rewritten' : 'narrowed'
  return { at, keyword, code: 'dynamic-ref-resolved', effect, enforced: true, note }
}

/** A value that is not JSON in the tool's own shape. */
function nativeChange(at: string, native: Native): Change {
  const note = `The tool takes a ${nativeNames[native]}; the model writes its JSON form, which is converted back.`
  return encoded({ at, keyword: 'type' }, 'native-encoded', note)
}

const nativeNames: Readonly<Record<Native, string>> = { date: 'Date', bigint: 'BigInt', map: 'Map', set: 'Set' }

/** A subschema that is nested too deep to read: any value is accepted, and `check` still validates it. */
function unreadNode(document: SchemaDocument, schema: JsonObject, pointer: string): Node {
  if (findShapeProblem(document.root, Number.POSITIVE_INFINITY) === 'circular') {
    throw circular(findCycle(document.root, pointer))
  }
  const head = Object.keys(schema)[0] ?? 'type'
  return createAny(createBase(pointer, schema), { cut: 'depth', head })
}

/** The first pointer at which an object contains itself. */
function findCycle(root: Schema, pointer: string): string {
  const seen = new Set<unknown>()
  let current: unknown = root
  let at = ''
  for (const token of splitPointer(pointer)) {
    if (seen.has(current)) return at
    seen.add(current)
    current = ownValue(current as object, token)
    at = joinPointer(at, token)
  }
  return at
}
