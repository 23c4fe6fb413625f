import { assertNever } from '../../core/assert-never.ts'
import type { Schema } from '../document/schema.ts'
import type {
  AllNode,
  AnyNode,
  ArrayNode,
  BooleanNode,
  EnumNode,
  NeverNode,
  Node,
  NodeBase,
  NumberNode,
  ObjectNode,
  RefNode,
  StringNode,
  UnionNode,
} from './node.ts'

/** All fields of a node: a copy loses those that its class does not have. */
type Complete<N> = { readonly [K in keyof N]-?: N[K] }

/**
 * Every node is made here, with every field that its kind can have. That is for speed: an engine copies objects of known
 * shape in nanoseconds, but takes microseconds for `{ ...base, newKey }`, and the compiler does little else than copy.
 * Fields are only declared: initialising them one by one costs more than all the rest of reading a schema.
 */
class Base implements Complete<NodeBase> {
  declare readonly origin: string
  declare readonly sources: readonly Schema[]
  declare readonly nullable: NodeBase['nullable']
  declare readonly inferred: NodeBase['inferred']
  declare readonly title: NodeBase['title']
  declare readonly description: NodeBase['description']
  declare readonly default: NodeBase['default']
  declare readonly examples: NodeBase['examples']
  declare readonly exampleKeyword: NodeBase['exampleKeyword']
  declare readonly annotations: NodeBase['annotations']
  declare readonly rules: NodeBase['rules']
  declare readonly origins: NodeBase['origins']
  declare readonly says: NodeBase['says']
  declare readonly encoding: NodeBase['encoding']
  declare readonly changes: NodeBase['changes']

  constructor(base: NodeBase) {
    this.origin = base.origin
    this.sources = base.sources
    this.nullable = base.nullable
    this.inferred = base.inferred
    this.title = base.title
    this.description = base.description
    this.default = base.default
    this.examples = base.examples
    this.exampleKeyword = base.exampleKeyword
    this.annotations = base.annotations
    this.rules = base.rules
    this.origins = base.origins
    this.says = base.says
    this.encoding = base.encoding
    this.changes = base.changes
  }
}

type Own<N extends Node> = Omit<N, keyof NodeBase | 'kind'>

class AnyFields extends Base implements Complete<AnyNode> {
  declare readonly kind: 'any'
  declare readonly cut: AnyNode['cut']
  declare readonly shape: AnyNode['shape']
  declare readonly name: AnyNode['name']
  declare readonly head: AnyNode['head']

  constructor(base: NodeBase, own: Own<AnyNode>) {
    super(base)
    this.kind = 'any'
    this.cut = own.cut
    this.shape = own.shape
    this.name = own.name
    this.head = own.head
  }
}

class NeverFields extends Base implements Complete<NeverNode> {
  declare readonly kind: 'never'

  constructor(base: NodeBase) {
    super(base)
    this.kind = 'never'
  }
}

class BooleanFields extends Base implements Complete<BooleanNode> {
  declare readonly kind: 'boolean'

  constructor(base: NodeBase) {
    super(base)
    this.kind = 'boolean'
  }
}

class StringFields extends Base implements Complete<StringNode> {
  declare readonly kind: 'string'
  declare readonly minLength: StringNode['minLength']
  declare readonly maxLength: StringNode['maxLength']
  declare readonly pattern: StringNode['pattern']
  declare readonly format: StringNode['format']

  constructor(base: NodeBase, own: Own<StringNode>) {
    super(base)
    this.kind = 'string'
    this.minLength = own.minLength
    this.maxLength = own.maxLength
    this.pattern = own.pattern
    this.format = own.format
  }
}

class NumberFields extends Base implements Complete<NumberNode> {
  declare readonly kind: 'number'
  declare readonly integer: boolean
  declare readonly minimum: NumberNode['minimum']
  declare readonly maximum: NumberNode['maximum']
  declare readonly exclusiveMinimum: NumberNode['exclusiveMinimum']
  declare readonly exclusiveMaximum: NumberNode['exclusiveMaximum']
  declare readonly multipleOf: NumberNode['multipleOf']
  declare readonly format: NumberNode['format']

  constructor(base: NodeBase, own: Own<NumberNode>) {
    super(base)
    this.kind = 'number'
    this.integer = own.integer
    this.minimum = own.minimum
    this.maximum = own.maximum
    this.exclusiveMinimum = own.exclusiveMinimum
    this.exclusiveMaximum = own.exclusiveMaximum
    this.multipleOf = own.multipleOf
    this.format = own.format
  }
}

class EnumFields extends Base implements Complete<EnumNode> {
  declare readonly kind: 'enum'
  declare readonly keyword: EnumNode['keyword']
  declare readonly values: EnumNode['values']
  declare readonly format: EnumNode['format']
  declare readonly types: EnumNode['types']

  constructor(base: NodeBase, own: Own<EnumNode>) {
    super(base)
    this.kind = 'enum'
    this.keyword = own.keyword
    this.values = own.values
    this.format = own.format
    this.types = own.types
  }
}

class ArrayFields extends Base implements Complete<ArrayNode> {
  declare readonly kind: 'array'
  declare readonly prefix: ArrayNode['prefix']
  declare readonly items: ArrayNode['items']
  declare readonly minItems: ArrayNode['minItems']
  declare readonly maxItems: ArrayNode['maxItems']
  declare readonly uniqueItems: ArrayNode['uniqueItems']
  declare readonly mentions: ArrayNode['mentions']

  constructor(base: NodeBase, own: Own<ArrayNode>) {
    super(base)
    this.kind = 'array'
    this.prefix = own.prefix
    this.items = own.items
    this.minItems = own.minItems
    this.maxItems = own.maxItems
    this.uniqueItems = own.uniqueItems
    this.mentions = own.mentions
  }
}

class ObjectFields extends Base implements Complete<ObjectNode> {
  declare readonly kind: 'object'
  declare readonly fields: ObjectNode['fields']
  declare readonly requiredOrder: ObjectNode['requiredOrder']
  declare readonly requiredElsewhere: ObjectNode['requiredElsewhere']
  declare readonly extras: ObjectNode['extras']
  declare readonly patterns: ObjectNode['patterns']
  declare readonly minProperties: ObjectNode['minProperties']
  declare readonly maxProperties: ObjectNode['maxProperties']
  declare readonly ordering: ObjectNode['ordering']
  declare readonly renamed: ObjectNode['renamed']
  declare readonly absent: ObjectNode['absent']
  declare readonly mentions: ObjectNode['mentions']

  constructor(base: NodeBase, own: Partial<Own<ObjectNode>>) {
    super(base)
    this.kind = 'object'
    this.fields = own.fields ?? none
    this.requiredOrder = own.requiredOrder ?? none
    this.requiredElsewhere = own.requiredElsewhere ?? none
    this.extras = own.extras
    this.patterns = own.patterns ?? none
    this.minProperties = own.minProperties
    this.maxProperties = own.maxProperties
    this.ordering = own.ordering
    this.renamed = own.renamed
    this.absent = own.absent
    this.mentions = own.mentions ?? none
  }
}

class UnionFields extends Base implements Complete<UnionNode> {
  declare readonly kind: 'union'
  declare readonly keyword: UnionNode['keyword']
  declare readonly options: UnionNode['options']
  declare readonly keyed: UnionNode['keyed']

  constructor(base: NodeBase, own: Own<UnionNode>) {
    super(base)
    this.kind = 'union'
    this.keyword = own.keyword
    this.options = own.options
    this.keyed = own.keyed
  }
}

class AllFields extends Base implements Complete<AllNode> {
  declare readonly kind: 'all'
  declare readonly parts: AllNode['parts']
  declare readonly hasAllOf: boolean

  constructor(base: NodeBase, own: Own<AllNode>) {
    super(base)
    this.kind = 'all'
    this.parts = own.parts
    this.hasAllOf = own.hasAllOf
  }
}

class RefFields extends Base implements Complete<RefNode> {
  declare readonly kind: 'ref'
  declare readonly target: string
  declare readonly keyword: RefNode['keyword']

  constructor(base: NodeBase, own: Own<RefNode>) {
    super(base)
    this.kind = 'ref'
    this.target = own.target
    this.keyword = own.keyword
  }
}

const none: readonly never[] = []
const nothing: Own<AnyNode> = {}

/** What stands around a node, taken from a base or from another node. */
export const createBase = (origin: string, sources: readonly Schema[]): NodeBase => new Base({ origin, sources })

export const createAny = (base: NodeBase, own: Own<AnyNode> = nothing): AnyNode => new AnyFields(base, own)
export const createNever = (base: NodeBase): NeverNode => new NeverFields(base)
export const createBoolean = (base: NodeBase): BooleanNode => new BooleanFields(base)
export const createString = (base: NodeBase, own: Own<StringNode>): StringNode => new StringFields(base, own)
export const createNumber = (base: NodeBase, own: Own<NumberNode>): NumberNode => new NumberFields(base, own)
export const createEnum = (base: NodeBase, own: Own<EnumNode>): EnumNode => new EnumFields(base, own)
export const createArray = (base: NodeBase, own: Own<ArrayNode>): ArrayNode => new ArrayFields(base, own)
export const createObject = (base: NodeBase, own: Partial<Own<ObjectNode>>): ObjectNode => new ObjectFields(base, own)
export const createUnion = (base: NodeBase, own: Own<UnionNode>): UnionNode => new UnionFields(base, own)
export const createAll = (base: NodeBase, own: Own<AllNode>): AllNode => new AllFields(base, own)
export const createRef = (base: NodeBase, own: Own<RefNode>): RefNode => new RefFields(base, own)

/** The same node with everything around it replaced. */
export function withBase<T extends Node>(node: T, base: NodeBase): T {
  return create(node, base) as T
}

/** A copy of a node, of the same class. */
export function copyNode<T extends Node>(node: T): T {
  return create(node, node) as T
}

function create(node: Node, base: NodeBase): Node {
  switch (node.kind) {
    case 'any':
      return new AnyFields(base, node)
    case 'never':
      return new NeverFields(base)
    case 'boolean':
      return new BooleanFields(base)
    case 'string':
      return new StringFields(base, node)
    case 'number':
      return new NumberFields(base, node)
    case 'enum':
      return new EnumFields(base, node)
    case 'array':
      return new ArrayFields(base, node)
    case 'object':
      return new ObjectFields(base, node)
    case 'union':
      return new UnionFields(base, node)
    case 'all':
      return new AllFields(base, node)
    case 'ref':
      return new RefFields(base, node)
    default:
      return assertNever(node)
  }
}
