import type { Json, JsonObject } from '../../core/json.ts'
import type { Mention, PendingChange } from '../change.ts'
import type { Native, Schema } from '../document/schema.ts'
import type { TypeName } from '../document/type-names.ts'

/**
 * The compiler's tree. Nodes are immutable; a pass returns new ones. A node stands for a set of values:
 * what its `kind` accepts, plus null where `nullable` is set. `never` with `nullable` is the null type.
 */
export type Node =
  | AnyNode
  | NeverNode
  | StringNode
  | NumberNode
  | BooleanNode
  | EnumNode
  | ArrayNode
  | ObjectNode
  | UnionNode
  | AllNode
  | RefNode

/** What every node may carry. */
export interface NodeBase {
  /** JSON Pointer of the source schema that the node was read from. */
  readonly origin: string
  /** The source schemas that a value of this node satisfies, all of them: what guards a union's branch. */
  readonly sources: Sources
  readonly nullable?: boolean | undefined
  /** No `type` was given: the kind was concluded from the keywords, so values of other types are lost. */
  readonly inferred?: boolean | undefined
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly default?: Json | undefined
  readonly examples?: readonly Json[] | undefined
  /** Set where the examples were read from OpenAPI's `example`. */
  readonly exampleKeyword?: 'example' | undefined
  /** Keywords that assert nothing, or that are unknown, as the source has them. */
  readonly annotations?: readonly Annotation[] | undefined
  /** Assertions that no field of the node holds. */
  readonly rules?: readonly Rule[] | undefined
  /** Where a keyword was read from, when that is not `origin` (after a merge). */
  readonly origins?: Readonly<Record<string, string>> | undefined
  /** Sentences for the model, in the order in which the passes run. */
  readonly says?: readonly string[] | undefined
  /** How the tool's values and the wire's differ. Absent: not at all, at this node. */
  readonly encoding?: Encoding | undefined
  /** What the passes report about this node. Collected from the finished tree, so that nothing is reported of what became text. */
  readonly changes?: readonly PendingChange[] | undefined
}

/**
 * The schema that stands at the node's origin, or a list of any schemas: a list for every node would be a tenth of what a compiled
 * schema holds.
 */
export type Sources = Schema | readonly Schema[]

/** What every node carries, with every field named. */
export type WholeBase = Required<NodeBase>

export interface Annotation extends Mention {
  readonly value: Json
}

/** An assertion beside the structure: `not`, `if`, `dependentRequired`, `contains`, `propertyNames`, `unevaluatedItems` … */
export interface Rule extends Mention {
  /** The keyword of the source, where that is another one: a condition that was split into branches is a rule `anyOf`. */
  readonly from?: string
  readonly value: Json
  /** The schema that holds the keyword. */
  readonly owner: JsonObject
  /** The subschemas of the keyword, read; by name where the keyword is a map, else `if`, `then`, `else` or `''`. */
  readonly nodes: ReadonlyMap<string, Node>
}

/** Why a subtree is sent as text although its shape is known. */
export type Cut = 'recursion' | 'depth' | 'size'

/** Any value at all. */
export interface AnyNode extends NodeBase {
  readonly kind: 'any'
  /** Set where a known shape was given up: `shape` is what stood there. */
  readonly cut?: Cut | undefined
  readonly shape?: Node | undefined
  /** The definition that the shape is, where it is one. */
  readonly name?: string | undefined
  /** The keyword to report a cut under. */
  readonly head?: string | undefined
}

/** No value; with `nullable`, null alone. */
export interface NeverNode extends NodeBase {
  readonly kind: 'never'
}

export interface StringNode extends NodeBase {
  readonly kind: 'string'
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
  readonly pattern?: string | undefined
  readonly format?: string | undefined
}

export interface NumberNode extends NodeBase {
  readonly kind: 'number'
  readonly integer: boolean
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  readonly exclusiveMinimum?: number | undefined
  readonly exclusiveMaximum?: number | undefined
  readonly multipleOf?: number | undefined
  readonly format?: string | undefined
  readonly listed?: Listed | undefined
}

export interface BooleanNode extends NodeBase {
  readonly kind: 'boolean'
  readonly listed?: Listed | undefined
}

/** Values that the source lists and the type says: the first version of the encodings sent them as texts, which are still decoded. */
export type Listed = readonly Json[]

/** A list of values, never null (that is `nullable`), without duplicates. */
export interface EnumNode extends NodeBase {
  readonly kind: 'enum'
  readonly values: readonly Json[]
  readonly keyword: 'enum' | 'const'
  readonly format?: string | undefined
  /** The types that the source names beside the values. */
  readonly types?: readonly TypeName[] | undefined
}

export interface ArrayNode extends NodeBase {
  readonly kind: 'array'
  /** Positions with a schema of their own. */
  readonly prefix: readonly Node[]
  /** All further positions; undefined where nothing is said about them. */
  readonly items: Node | undefined
  readonly minItems?: number | undefined
  readonly maxItems?: number | undefined
  readonly uniqueItems?: boolean | undefined
  /** Where the source speaks of positions, of the rest, of uniqueness. */
  readonly mentions: readonly Mention[]
}

export interface ObjectNode extends NodeBase {
  readonly kind: 'object'
  readonly fields: readonly Field[]
  /** Required names in the order in which the source lists them. */
  readonly requiredOrder: readonly string[]
  /** Required names that no field has, and where they are required. */
  readonly requiredElsewhere: readonly RequiredName[]
  /** Values of properties that neither a field nor a pattern names; undefined where nothing is said about them. */
  readonly extras: Node | undefined
  readonly patterns: readonly PatternField[]
  readonly minProperties?: number | undefined
  readonly maxProperties?: number | undefined
  readonly ordering?: readonly string[] | undefined
  /** Properties whose names the wire does not take: the tool's name by the wire's. */
  readonly renamed?: ReadonlyMap<string, string> | undefined
  /** Optional properties that the wire asks for all the same. */
  readonly absent?: AbsentAsNull | undefined
  /** The branch that is left of a union: version 1 of the encodings sent it in a tag, which is still decoded. */
  readonly untagged?: true | undefined
  /** Where the source speaks of properties that no field names. */
  readonly mentions: readonly Mention[]
}

/** Properties that are null on the wire where the tool has none. */
export interface AbsentAsNull {
  readonly names: ReadonlySet<string>
  /** The object before they were asked for: it says what they hold when they are there. */
  readonly bare: ObjectNode
}

export interface RequiredName {
  readonly name: string
  readonly at: string
}

export interface Field {
  readonly name: string
  readonly value: Node
  readonly required: boolean
}

export interface PatternField {
  readonly pattern: string
  readonly value: Node
}

export interface UnionNode extends NodeBase {
  readonly kind: 'union'
  readonly options: readonly Node[]
  /** The keyword that the union comes from. */
  readonly keyword: 'anyOf' | 'oneOf' | 'type' | 'if'
  /** Which option a value takes is known from its key (entries): the options may look alike. */
  readonly keyed?: true | undefined
}

/** Every part holds at once. Gone after `merge-intersections` in dialects without `allOf`. */
export interface AllNode extends NodeBase {
  readonly kind: 'all'
  readonly parts: readonly Node[]
  /** The source says `allOf` here; parts may also come from a reference and its siblings. */
  readonly hasAllOf: boolean
}

/** A reference to a definition, by its pointer in the source. Gone after `inline-refs` in dialects without references. */
export interface RefNode extends NodeBase {
  readonly kind: 'ref'
  readonly target: string
  readonly keyword: '$ref' | '$dynamicRef' | '$recursiveRef'
}

/** How the value of a tool and its form on the wire differ at one node. `docs/encodings.md` shows each to people who read logs. */
export type Encoding =
  | JsonTextEncoding
  | EntriesEncoding
  | ExtrasEncoding
  | TupleEncoding
  | LabelsEncoding
  | WrapEncoding
  | NothingEncoding
  | TagEncoding
  | NativeEncoding

/** The value as JSON text. A string that is no JSON text travels as it is. `shape` is what the text stands for. */
export interface JsonTextEncoding {
  readonly type: 'json-text'
  readonly shape: Node
}

/**
 * A record as a list of `{ key, value }`. The wire node of `value` is one node, or a keyed union with an option for each
 * pattern and, last, one for all other keys.
 */
export interface EntriesEncoding extends KeyedValues {
  readonly type: 'entries'
}

/** Declared properties, and the others in the field `name`: a list of entries, or JSON text where they are of any type. */
export interface ExtrasEncoding extends KeyedValues {
  readonly type: 'extras'
  readonly name: string
}

/** The first pattern that matches a key decides about its value. */
export interface KeyedValues {
  readonly patterns: readonly string[]
  /** Keys that match no pattern have a type too: the last option. */
  readonly hasRest: boolean
}

/** A tuple as an object: `item_0`, `item_1`, … and the rest of the list in `rest`. */
export interface TupleEncoding {
  readonly type: 'tuple'
  readonly length: number
  readonly rest: string | undefined
}

/** Values of any type as an enum of strings. */
export interface LabelsEncoding {
  readonly type: 'labels'
  readonly labels: readonly string[]
  readonly values: readonly Json[]
}

/** A value as the one property of an object. */
export interface WrapEncoding {
  readonly type: 'wrap'
  readonly name: string
}

/** An object that can hold nothing: the wire needs a property, the tool gets none. */
export interface NothingEncoding {
  readonly type: 'nothing'
}

/** A union whose branches look alike on the wire: each option is wrapped in a property that names it. */
export interface TagEncoding {
  readonly type: 'tag'
  readonly names: readonly string[]
}

/** A value that is no JSON in the tool's own shape. */
export interface NativeEncoding {
  readonly type: 'native'
  readonly native: Native
}

/** Where a keyword of the node stands in the source. */
export function originOf(node: NodeBase, keyword: string): string {
  return node.origins?.[keyword] ?? node.origin
}

/** The keyword that a field of the node was read from, and where it stands in the source. */
export function keywordIn(node: NodeBase, field: string): Mention {
  return { at: originOf(node, field), keyword: field === 'examples' ? (node.exampleKeyword ?? field) : field }
}

/** Every source of a node. */
export function sourcesOf({ sources }: NodeBase): readonly Schema[] {
  return isList(sources) ? sources : [sources]
}

/** The schema that a node was read from; undefined for a node that a pass made up. */
export function firstSource({ sources }: NodeBase): Schema | undefined {
  return isList(sources) ? sources[0] : sources
}

/** {@link firstSource}, where it is an object. */
export function ownSchema(node: NodeBase): JsonObject | undefined {
  const source = firstSource(node)
  return typeof source === 'object' ? source : undefined
}

function isList(sources: Sources): sources is readonly Schema[] {
  return Array.isArray(sources)
}

/** True for the type of null alone. */
export function isNull(node: Node): boolean {
  return node.kind === 'never' && node.nullable === true
}

/** Whether an object must have more properties than it declares. */
export function needsExtras({ minProperties = 0, fields }: ObjectNode): boolean {
  return minProperties > fields.length
}

/** True for a node that takes any value, and says nothing else about it. */
export function isAnything(node: Node): boolean {
  return node.kind === 'any' && node.rules === undefined && node.cut === undefined
}

/** Whether an object takes properties that neither a field nor a pattern names, and says so. */
export function hasExtras({ extras }: ObjectNode): boolean {
  return extras !== undefined && !isImpossible(extras)
}

/** True for a node that no value satisfies. */
export function isImpossible(node: Node): boolean {
  return node.kind === 'never' && node.nullable !== true
}

/** The names of the required fields, in the order in which the source requires them. */
export function requiredInOrder(node: ObjectNode): string[] {
  const waiting = new Set<string>()
  for (const field of node.fields) if (field.required) waiting.add(field.name)
  if (waiting.size === 0) return []
  return [...node.requiredOrder.filter((name) => waiting.delete(name)), ...waiting]
}
