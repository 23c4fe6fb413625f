import { assertNever } from '../../core/assert-never.ts'
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
  Sources,
  StringNode,
  UnionNode,
} from './node.ts'

/*
 * Every node is made here, by one literal for its kind that names every field. Engines make such an object in 20 ns; a
 * spread takes 400 ns where it meets every kind, and 8 us where it adds a key. docs/decisions/0024 has the numbers.
 */

/** Every field of a node, so that a literal cannot leave one out. */
type Complete<N> = { readonly [K in keyof N]-?: N[K] }
type Own<N extends Node> = Omit<N, keyof NodeBase | 'kind'>

const none: readonly never[] = []

/** What stands around a node at a place of the source, with nothing said yet. */
export function createBase(origin: string, sources: Sources): Complete<NodeBase> {
  return {
    origin,
    sources,
    nullable: undefined,
    inferred: undefined,
    title: undefined,
    description: undefined,
    default: undefined,
    examples: undefined,
    exampleKeyword: undefined,
    annotations: undefined,
    rules: undefined,
    origins: undefined,
    says: undefined,
    encoding: undefined,
    changes: undefined,
  }
}

export function createAny(base: NodeBase, own: Own<AnyNode> = {}): AnyNode {
  const node: Complete<AnyNode> = {
    kind: 'any',
    origin: base.origin,
    sources: base.sources,
    nullable: base.nullable,
    inferred: base.inferred,
    title: base.title,
    description: base.description,
    default: base.default,
    examples: base.examples,
    exampleKeyword: base.exampleKeyword,
    annotations: base.annotations,
    rules: base.rules,
    origins: base.origins,
    says: base.says,
    encoding: base.encoding,
    changes: base.changes,
    cut: own.cut,
    shape: own.shape,
    name: own.name,
    head: own.head,
  }
  return node
}

export function createNever(base: NodeBase): NeverNode {
  const node: Complete<NeverNode> = {
    kind: 'never',
    origin: base.origin,
    sources: base.sources,
    nullable: base.nullable,
    inferred: base.inferred,
    title: base.title,
    description: base.description,
    default: base.default,
    examples: base.examples,
    exampleKeyword: base.exampleKeyword,
    annotations: base.annotations,
    rules: base.rules,
    origins: base.origins,
    says: base.says,
    encoding: base.encoding,
    changes: base.changes,
  }
  return node
}

export function createBoolean(base: NodeBase, own: Own<BooleanNode> = {}): BooleanNode {
  const node: Complete<BooleanNode> = {
    kind: 'boolean',
    origin: base.origin,
    sources: base.sources,
    nullable: base.nullable,
    inferred: base.inferred,
    title: base.title,
    description: base.description,
    default: base.default,
    examples: base.examples,
    exampleKeyword: base.exampleKeyword,
    annotations: base.annotations,
    rules: base.rules,
    origins: base.origins,
    says: base.says,
    encoding: base.encoding,
    changes: base.changes,
    listed: own.listed,
  }
  return node
}

export function createString(base: NodeBase, own: Own<StringNode>): StringNode {
  const node: Complete<StringNode> = {
    kind: 'string',
    origin: base.origin,
    sources: base.sources,
    nullable: base.nullable,
    inferred: base.inferred,
    title: base.title,
    description: base.description,
    default: base.default,
    examples: base.examples,
    exampleKeyword: base.exampleKeyword,
    annotations: base.annotations,
    rules: base.rules,
    origins: base.origins,
    says: base.says,
    encoding: base.encoding,
    changes: base.changes,
    minLength: own.minLength,
    maxLength: own.maxLength,
    pattern: own.pattern,
    format: own.format,
  }
  return node
}

export function createNumber(base: NodeBase, own: Own<NumberNode>): NumberNode {
  const node: Complete<NumberNode> = {
    kind: 'number',
    origin: base.origin,
    sources: base.sources,
    nullable: base.nullable,
    inferred: base.inferred,
    title: base.title,
    description: base.description,
    default: base.default,
    examples: base.examples,
    exampleKeyword: base.exampleKeyword,
    annotations: base.annotations,
    rules: base.rules,
    origins: base.origins,
    says: base.says,
    encoding: base.encoding,
    changes: base.changes,
    integer: own.integer,
    minimum: own.minimum,
    maximum: own.maximum,
    exclusiveMinimum: own.exclusiveMinimum,
    exclusiveMaximum: own.exclusiveMaximum,
    multipleOf: own.multipleOf,
    format: own.format,
    listed: own.listed,
  }
  return node
}

export function createEnum(base: NodeBase, own: Own<EnumNode>): EnumNode {
  const node: Complete<EnumNode> = {
    kind: 'enum',
    origin: base.origin,
    sources: base.sources,
    nullable: base.nullable,
    inferred: base.inferred,
    title: base.title,
    description: base.description,
    default: base.default,
    examples: base.examples,
    exampleKeyword: base.exampleKeyword,
    annotations: base.annotations,
    rules: base.rules,
    origins: base.origins,
    says: base.says,
    encoding: base.encoding,
    changes: base.changes,
    keyword: own.keyword,
    values: own.values,
    format: own.format,
    types: own.types,
  }
  return node
}

export function createArray(base: NodeBase, own: Own<ArrayNode>): ArrayNode {
  const node: Complete<ArrayNode> = {
    kind: 'array',
    origin: base.origin,
    sources: base.sources,
    nullable: base.nullable,
    inferred: base.inferred,
    title: base.title,
    description: base.description,
    default: base.default,
    examples: base.examples,
    exampleKeyword: base.exampleKeyword,
    annotations: base.annotations,
    rules: base.rules,
    origins: base.origins,
    says: base.says,
    encoding: base.encoding,
    changes: base.changes,
    prefix: own.prefix,
    items: own.items,
    minItems: own.minItems,
    maxItems: own.maxItems,
    uniqueItems: own.uniqueItems,
    mentions: own.mentions,
  }
  return node
}

export function createObject(base: NodeBase, own: Partial<Own<ObjectNode>>): ObjectNode {
  const node: Complete<ObjectNode> = {
    kind: 'object',
    origin: base.origin,
    sources: base.sources,
    nullable: base.nullable,
    inferred: base.inferred,
    title: base.title,
    description: base.description,
    default: base.default,
    examples: base.examples,
    exampleKeyword: base.exampleKeyword,
    annotations: base.annotations,
    rules: base.rules,
    origins: base.origins,
    says: base.says,
    encoding: base.encoding,
    changes: base.changes,
    fields: own.fields ?? none,
    requiredOrder: own.requiredOrder ?? none,
    requiredElsewhere: own.requiredElsewhere ?? none,
    extras: own.extras,
    patterns: own.patterns ?? none,
    minProperties: own.minProperties,
    maxProperties: own.maxProperties,
    ordering: own.ordering,
    renamed: own.renamed,
    absent: own.absent,
    untagged: own.untagged,
    mentions: own.mentions ?? none,
  }
  return node
}

export function createUnion(base: NodeBase, own: Own<UnionNode>): UnionNode {
  const node: Complete<UnionNode> = {
    kind: 'union',
    origin: base.origin,
    sources: base.sources,
    nullable: base.nullable,
    inferred: base.inferred,
    title: base.title,
    description: base.description,
    default: base.default,
    examples: base.examples,
    exampleKeyword: base.exampleKeyword,
    annotations: base.annotations,
    rules: base.rules,
    origins: base.origins,
    says: base.says,
    encoding: base.encoding,
    changes: base.changes,
    keyword: own.keyword,
    options: own.options,
    keyed: own.keyed,
  }
  return node
}

export function createAll(base: NodeBase, own: Own<AllNode>): AllNode {
  const node: Complete<AllNode> = {
    kind: 'all',
    origin: base.origin,
    sources: base.sources,
    nullable: base.nullable,
    inferred: base.inferred,
    title: base.title,
    description: base.description,
    default: base.default,
    examples: base.examples,
    exampleKeyword: base.exampleKeyword,
    annotations: base.annotations,
    rules: base.rules,
    origins: base.origins,
    says: base.says,
    encoding: base.encoding,
    changes: base.changes,
    parts: own.parts,
    hasAllOf: own.hasAllOf,
  }
  return node
}

export function createRef(base: NodeBase, own: Own<RefNode>): RefNode {
  const node: Complete<RefNode> = {
    kind: 'ref',
    origin: base.origin,
    sources: base.sources,
    nullable: base.nullable,
    inferred: base.inferred,
    title: base.title,
    description: base.description,
    default: base.default,
    examples: base.examples,
    exampleKeyword: base.exampleKeyword,
    annotations: base.annotations,
    rules: base.rules,
    origins: base.origins,
    says: base.says,
    encoding: base.encoding,
    changes: base.changes,
    target: own.target,
    keyword: own.keyword,
  }
  return node
}

/** The same node with everything around its kind replaced. */
export function withBase<T extends Node>(node: T, base: NodeBase): T {
  return create(node, base) as T
}

/** A copy that its only owner may still complete. */
export function copyNode<T extends Node>(node: T): { -readonly [K in keyof T]: T[K] } {
  return create(node, node) as T
}

function create(node: Node, base: NodeBase): Node {
  switch (node.kind) {
    case 'any':
      return createAny(base, node)
    case 'never':
      return createNever(base)
    case 'boolean':
      return createBoolean(base, node)
    case 'string':
      return createString(base, node)
    case 'number':
      return createNumber(base, node)
    case 'enum':
      return createEnum(base, node)
    case 'array':
      return createArray(base, node)
    case 'object':
      return createObject(base, node)
    case 'union':
      return createUnion(base, node)
    case 'all':
      return createAll(base, node)
    case 'ref':
      return createRef(base, node)
    default:
      return assertNever(node)
  }
}
