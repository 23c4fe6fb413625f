import { ToolfitError } from '../../core/errors.ts'
import type { Json, JsonObject } from '../../core/json.ts'
import type { Change } from '../change.ts'
import type { Node, NodeBase, PendingChange, UnionNode } from '../ir/node.ts'
import type { SchemaDocument } from './document.ts'
import { asSchema } from './items.ts'
import { keywordInfo } from './keywords.ts'
import { readEnum } from './read-enum.ts'
import { readRules } from './read-rules.ts'
import { readTyped } from './read-typed.ts'
import type { Schema } from './source.ts'
import { nativeOf } from './source.ts'
import type { Survey } from './survey.ts'
import { surveyKeywords } from './survey.ts'
import type { TypeName, TypeReading } from './type-names.ts'
import { readTypes } from './type-names.ts'

/** A document, read: the root and every definition that it reaches, with references left standing. */
export interface SchemaGraph {
  readonly root: Node
  /** By JSON Pointer. */
  readonly definitions: ReadonlyMap<string, Node>
  /** Something is combined: several schemas for one value, a reference, or a rule beside the structure. */
  readonly isCombined: boolean
}

export interface ReadOptions {
  readonly strictRefs: boolean
  /** Whether a subschema accepts a value: what decides which members of an `enum` its siblings allow. */
  accepts(value: unknown, schema: Schema): boolean
}

/** What the parts of the reader share. */
export interface Reader {
  readonly options: ReadOptions
  read(schema: Schema, pointer: string, depth: number): Node
}

/** Deeper subschemas are not read: no endpoint parses them, and recursion must end. */
const readDepth = 120

/** Reads a JSON Schema document of any draft into the compiler's tree. */
export function fromJsonSchema(document: SchemaDocument, options: ReadOptions): SchemaGraph {
  const definitions = new Map<string, Node>()
  const pending: { schema: Schema; pointer: string }[] = []
  const known = new Set<string>()
  let isCombined = false

  const reader: Reader = {
    options,
    read(schema, pointer, depth) {
      if (schema === true) return { kind: 'any', origin: pointer, sources: [schema] }
      if (schema === false) return { kind: 'never', origin: pointer, sources: [schema] }
      if (depth > readDepth) return unreadNode(schema, pointer)
      return readObject(schema, pointer, depth)
    },
  }

  function readObject(schema: JsonObject, pointer: string, depth: number): Node {
    const survey = surveyKeywords(schema, pointer)
    const types = readTypes(schema['type'])
    const base = commonOf(schema, pointer, survey, types)
    const mark = nativeOf(schema)
    if (mark !== undefined) {
      const typed = readTyped(reader, schema, types.types?.[0] ?? 'string', { origin: pointer, sources: [schema] }, depth)
      return { ...typed, ...base, encoding: { type: 'native', native: mark } }
    }
    if (survey.hasEnum) return readEnum(reader, schema, types.types, base, survey.assertions > 1)

    if (survey.hasRef || survey.hasCombinators || survey.hasRules) isCombined = true
    const own: NodeBase = { origin: pointer, sources: base.sources }
    const parts: Node[] = []
    const typed = readTypedPart(schema, types, survey, own, depth)
    if (typed !== undefined) parts.push(typed)
    if (survey.hasRef) parts.push(...readRefs(schema, pointer, own))
    if (survey.hasCombinators) parts.push(...readCombinators(schema, pointer, own, depth))
    const rules = survey.hasRules ? readRules(reader, schema, pointer, types.types, depth) : undefined
    const outer: NodeBase = rules === undefined || rules.length === 0 ? base : { ...base, rules }
    if (parts.length === 0) return { ...outer, kind: 'any' }
    const only = parts[0]!
    if (parts.length > 1 || only.origin !== pointer) return { ...outer, kind: 'all', parts }
    return assemble(only, outer)
  }

  function readTypedPart(
    schema: JsonObject,
    types: TypeReading,
    survey: Survey,
    own: NodeBase,
    depth: number,
  ): Node | undefined {
    const inferred = types.types === undefined
    // `type: 'any'` restricts nothing, so nothing is concluded from it that its siblings do not say.
    const names = types.types ?? survey.families
    if (names.length === 0) return undefined
    const nullable = names.includes('null') ? true : undefined
    const others = names.filter((name) => name !== 'null' && !(name === 'integer' && names.includes('number')))
    if (others.length === 0) return { ...own, kind: 'never', nullable }
    if (others.length === 1) {
      const typed = readTyped(reader, schema, others[0]!, own, depth)
      return nullable || inferred ? { ...typed, nullable, inferred: inferred || undefined } : typed
    }
    const options = others.map((name): Node => {
      const option = readTyped(reader, schema, name, { ...own, sources: [...own.sources, { type: name }] }, depth)
      return inferred ? { ...option, inferred } : option
    })
    return { ...own, kind: 'union', keyword: 'type', options, nullable }
  }

  function readRefs(schema: JsonObject, pointer: string, own: NodeBase): Node[] {
    const parts: Node[] = []
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef'] as const) {
      const ref = schema[keyword]
      if (typeof ref !== 'string') continue
      const target = document.resolve(schema, ref)
      if (target === undefined) {
        parts.push({ ...own, kind: 'any', changes: [unresolved(pointer, keyword, ref)] })
        continue
      }
      if (!known.has(target.pointer)) {
        known.add(target.pointer)
        pending.push(target)
      }
      const changes = keyword === '$ref' ? undefined : [dynamicRef(pointer, keyword)]
      parts.push({ ...own, kind: 'ref', target: target.pointer, changes })
    }
    return parts
  }

  function unresolved(at: string, keyword: string, ref: string): Change {
    if (options.strictRefs) {
      throw new ToolfitError(
        'ref-unresolved',
        `The reference "${ref}" at "${at}" leads nowhere in this document. Add what it names under $defs, or leave out strictRefs to accept any value there.`,
        { at, ref },
      )
    }
    const note = `"${ref}" leads nowhere in this document (nothing is fetched): any value is taken here.`
    return { at, keyword, code: 'ref-unresolved', effect: 'dropped', enforced: false, note }
  }

  function readCombinators(schema: JsonObject, pointer: string, own: NodeBase, depth: number): Node[] {
    const parts: Node[] = []
    const each = (keyword: string, list: readonly unknown[]) =>
      list.map((item, index) => reader.read(asSchema(item) ?? true, `${pointer}/${keyword}/${index}`, depth + 1))
    if (Array.isArray(schema['allOf'])) parts.push(...each('allOf', schema['allOf']))
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const list = schema[keyword]
      if (!Array.isArray(list) || list.length === 0) continue
      parts.push({ ...own, kind: 'union', keyword, options: each(keyword, list) } satisfies UnionNode)
    }
    return parts
  }

  const root = reader.read(document.root, '', 0)
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    definitions.set(next.pointer, next.pointer === '' ? root : reader.read(next.schema, next.pointer, 0))
  }
  return { root, definitions, isCombined }
}

/** The one part of a schema, with what the schema says around it. */
function assemble(part: Node, outer: NodeBase): Node {
  const nullable = part.nullable || outer.nullable ? true : undefined
  const changes = part.changes && outer.changes ? [...part.changes, ...outer.changes] : (part.changes ?? outer.changes)
  return { ...part, ...outer, nullable, changes }
}

/** Everything about a schema that does not depend on its kind. */
function commonOf(schema: JsonObject, pointer: string, survey: Survey, types: TypeReading): NodeBase {
  const base: { -readonly [K in keyof NodeBase]: NodeBase[K] } = { origin: pointer, sources: [schema] }
  const { title, description, examples, example } = schema
  if (typeof title === 'string') base.title = title
  if (typeof description === 'string') base.description = description
  if (schema['default'] !== undefined) base.default = schema['default'] as Json
  if (Array.isArray(examples)) base.examples = examples as Json[]
  else if (example !== undefined) base.examples = [example as Json]
  if (schema['nullable'] === true || schema['x-nullable'] === true) base.nullable = true
  if (survey.annotations !== undefined) base.annotations = survey.annotations
  const changes = readingChanges(schema, pointer, types, survey)
  if (changes.length > 0) base.changes = changes
  return base
}

function readingChanges(schema: JsonObject, at: string, types: TypeReading, survey: Survey): PendingChange[] {
  const changes: PendingChange[] = survey.changes === undefined ? [] : [...survey.changes]
  if (types.mapped.length > 0) {
    const note = `${quote(types.mapped)} read as ${types.types === undefined ? 'any type' : types.types.join(', ')}.`
    changes.push({ at, keyword: 'type', code: 'type-mapped', effect: 'rewritten', enforced: true, note })
  }
  if (types.unknown.length > 0) {
    const note = `${quote(types.unknown)} is no type that we know: any type is taken.`
    changes.push({ at, keyword: 'type', code: 'type-unknown', effect: 'dropped', enforced: false, note })
  }
  if (Array.isArray(schema['type']) && types.types !== undefined && schema['type'].length > 1) changes.push(typeList(at, types.types))
  const flag = schema['required']
  if (typeof flag === 'boolean') {
    const note = flag ? "Moved to the parent's list of required names." : 'A property is optional unless it is listed.'
    const code = flag ? 'required-flag-moved' : 'required-flag-dropped'
    changes.push({ at, keyword: 'required', code, effect: flag ? 'rewritten' : 'dropped', enforced: true, note })
  }
  if (types.types !== undefined) changes.push(...cannotBind(schema, at, types.types, survey.families))
  return changes
}

function typeList(at: string, types: readonly TypeName[]): PendingChange {
  const others = types.filter((type) => type !== 'null').length
  const unless = 'typeLists'
  if (others < 2) {
    const note = 'null became nullable.'
    return { at, keyword: 'type', code: 'null-to-nullable', effect: 'rewritten', enforced: true, note, unless }
  }
  const note = 'Each type became a branch of anyOf.'
  return { at, keyword: 'type', code: 'types-to-any-of', effect: 'rewritten', enforced: true, note, unless }
}

/** Keywords that speak about a type which the schema rules out. */
function cannotBind(schema: JsonObject, at: string, types: readonly TypeName[], families: readonly TypeName[]): Change[] {
  if (families.every((family) => covers(types, family))) return []
  const changes: Change[] = []
  for (const keyword of Object.keys(schema)) {
    const family = keywordInfo(keyword)?.family
    if (family === undefined || covers(types, family)) continue
    if (keyword === 'required' && typeof schema[keyword] === 'boolean') continue
    const note = `Speaks about a ${family}, which this schema rules out: it has no effect.`
    changes.push({ at, keyword, code: 'keyword-cannot-bind', effect: 'dropped', enforced: true, note })
  }
  return changes
}

function covers(types: readonly TypeName[], family: TypeName): boolean {
  return types.includes(family) || (family === 'number' && types.includes('integer'))
}

function dynamicRef(at: string, keyword: string): Change {
  const note = 'Followed to the target that it has without a dynamic scope; `check` follows it fully.'
  return { at, keyword, code: 'dynamic-ref-resolved', effect: 'rewritten', enforced: true, note }
}

/** A subschema nested too deep to read: its shape is unknown here, `check` still holds it. */
function unreadNode(schema: JsonObject, pointer: string): Node {
  const head = Object.keys(schema)[0] ?? 'type'
  return { kind: 'any', origin: pointer, sources: [schema], cut: 'depth', head }
}

function quote(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}

