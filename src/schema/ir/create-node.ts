import type { Schema } from '../read/source.ts'
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

/**
 * Every node is made here, with every field that its kind can have. That is for speed: an engine copies objects of known
 * shape in nanoseconds, but takes microseconds for `{ ...base, newKey }`, and the compiler does little else than copy.
 */
class Base implements NodeBase {
  readonly origin: string
  readonly sources: readonly Schema[]
  readonly nullable: NodeBase['nullable']
  readonly inferred: NodeBase['inferred']
  readonly title: NodeBase['title']
  readonly description: NodeBase['description']
  readonly default: NodeBase['default']
  readonly examples: NodeBase['examples']
  readonly annotations: NodeBase['annotations']
  readonly rules: NodeBase['rules']
  readonly origins: NodeBase['origins']
  readonly says: NodeBase['says']
  readonly encoding: NodeBase['encoding']
  readonly changes: NodeBase['changes']

  constructor(base: NodeBase) {
    this.origin = base.origin
    this.sources = base.sources
    this.nullable = base.nullable
    this.inferred = base.inferred
    this.title = base.title
    this.description = base.description
    this.default = base.default
    this.examples = base.examples
    this.annotations = base.annotations
    this.rules = base.rules
    this.origins = base.origins
    this.says = base.says
    this.encoding = base.encoding
    this.changes = base.changes
  }
}

type Own<N extends Node> = Omit<N, keyof NodeBase | 'kind'>

class AnyFields extends Base {
  readonly kind = 'any'
  readonly cut: AnyNode['cut']
  readonly shape: AnyNode['shape']
  readonly name: AnyNode['name']
  readonly head: AnyNode['head']

  constructor(base: NodeBase, own: Own<AnyNode>) {
    super(base)
    this.cut = own.cut
    this.shape = own.shape
    this.name = own.name
    this.head = own.head
  }
}

class NeverFields extends Base {
  readonly kind = 'never'
}

class BooleanFields extends Base {
  readonly kind = 'boolean'
}

class StringFields extends Base {
  readonly kind = 'string'
  readonly minLength: StringNode['minLength']
  readonly maxLength: StringNode['maxLength']
  readonly pattern: StringNode['pattern']
  readonly format: StringNode['format']

  constructor(base: NodeBase, own: Own<StringNode>) {
    super(base)
    this.minLength = own.minLength
    this.maxLength = own.maxLength
    this.pattern = own.pattern
    this.format = own.format
  }
}

class NumberFields extends Base {
  readonly kind = 'number'
  readonly integer: boolean
  readonly minimum: NumberNode['minimum']
  readonly maximum: NumberNode['maximum']
  readonly exclusiveMinimum: NumberNode['exclusiveMinimum']
  readonly exclusiveMaximum: NumberNode['exclusiveMaximum']
  readonly multipleOf: NumberNode['multipleOf']
  readonly format: NumberNode['format']

  constructor(base: NodeBase, own: Own<NumberNode>) {
    super(base)
    this.integer = own.integer
    this.minimum = own.minimum
    this.maximum = own.maximum
    this.exclusiveMinimum = own.exclusiveMinimum
    this.exclusiveMaximum = own.exclusiveMaximum
    this.multipleOf = own.multipleOf
    this.format = own.format
  }
}

class EnumFields extends Base {
  readonly kind = 'enum'
  readonly keyword: EnumNode['keyword']
  readonly values: EnumNode['values']
  readonly format: EnumNode['format']

  constructor(base: NodeBase, own: Own<EnumNode>) {
    super(base)
    this.keyword = own.keyword
    this.values = own.values
    this.format = own.format
  }
}

class ArrayFields extends Base {
  readonly kind = 'array'
  readonly prefix: ArrayNode['prefix']
  readonly items: ArrayNode['items']
  readonly minItems: ArrayNode['minItems']
  readonly maxItems: ArrayNode['maxItems']
  readonly uniqueItems: ArrayNode['uniqueItems']
  readonly mentions: ArrayNode['mentions']

  constructor(base: NodeBase, own: Own<ArrayNode>) {
    super(base)
    this.prefix = own.prefix
    this.items = own.items
    this.minItems = own.minItems
    this.maxItems = own.maxItems
    this.uniqueItems = own.uniqueItems
    this.mentions = own.mentions
  }
}

class ObjectFields extends Base {
  readonly kind = 'object'
  readonly fields: ObjectNode['fields']
  readonly requiredOrder: ObjectNode['requiredOrder']
  readonly requiredElsewhere: ObjectNode['requiredElsewhere']
  readonly extras: ObjectNode['extras']
  readonly patterns: ObjectNode['patterns']
  readonly minProperties: ObjectNode['minProperties']
  readonly maxProperties: ObjectNode['maxProperties']
  readonly ordering: ObjectNode['ordering']
  readonly emptyName: ObjectNode['emptyName']
  readonly mentions: ObjectNode['mentions']

  constructor(base: NodeBase, own: Partial<Own<ObjectNode>>) {
    super(base)
    this.fields = own.fields ?? none
    this.requiredOrder = own.requiredOrder ?? none
    this.requiredElsewhere = own.requiredElsewhere ?? none
    this.extras = own.extras
    this.patterns = own.patterns ?? none
    this.minProperties = own.minProperties
    this.maxProperties = own.maxProperties
    this.ordering = own.ordering
    this.emptyName = own.emptyName
    this.mentions = own.mentions ?? none
  }
}

class UnionFields extends Base {
  readonly kind = 'union'
  readonly keyword: UnionNode['keyword']
  readonly options: UnionNode['options']
  readonly keyed: UnionNode['keyed']

  constructor(base: NodeBase, own: Own<UnionNode>) {
    super(base)
    this.keyword = own.keyword
    this.options = own.options
    this.keyed = own.keyed
  }
}

class AllFields extends Base {
  readonly kind = 'all'
  readonly parts: AllNode['parts']

  constructor(base: NodeBase, parts: readonly Node[]) {
    super(base)
    this.parts = parts
  }
}

class RefFields extends Base {
  readonly kind = 'ref'
  readonly target: string
  readonly keyword: RefNode['keyword']

  constructor(base: NodeBase, own: Own<RefNode>) {
    super(base)
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
export const createAll = (base: NodeBase, parts: readonly Node[]): AllNode => new AllFields(base, parts)
export const createRef = (base: NodeBase, own: Own<RefNode>): RefNode => new RefFields(base, own)

/** The node with everything around it replaced. */
export function withBase<T extends Node>(node: T, base: NodeBase): T {
  return {
    ...node,
    origin: base.origin,
    sources: base.sources,
    nullable: base.nullable,
    inferred: base.inferred,
    title: base.title,
    description: base.description,
    default: base.default,
    examples: base.examples,
    annotations: base.annotations,
    rules: base.rules,
    origins: base.origins,
    says: base.says,
    encoding: base.encoding,
    changes: base.changes,
  }
}
