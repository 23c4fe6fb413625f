import { deepEqual, parseJson } from '../../../core/json.ts'
import { areDisjoint } from '../../ir/disjoint.ts'
import type { ArrayNode, Encoding, KeyedValues, Node, ObjectNode } from '../../ir/node.ts'
import { isImpossible } from '../../ir/node.ts'

type Definitions = ReadonlyMap<string, Node>

/** So many pairs of nodes are looked at: comparing must end. */
const mostCompared = 10_000

/** What nodes are compared by. */
export interface LikenessContext {
  readonly definitions: Definitions
  /** The tool takes values that are no JSON: what JSON text stands for decides how it is read. */
  readonly hasNatives: boolean
  /** Whether the tool's values differ from the wire's anywhere in a node. */
  readonly isEncoded: (node: Node) => boolean
}

/**
 * Whether every wire value that fits two nodes is turned back into the same value by both. Says yes only where that is certain.
 * `Likeness` remembers what it found, so one is used for all options of a union.
 */
export class Likeness {
  readonly #definitions: Definitions
  readonly #hasNatives: boolean
  readonly #isEncoded: (node: Node) => boolean
  /** Pairs that were found alike, or that are being compared: a recursive pair is alike if nothing else tells it apart. */
  readonly #assumed = new Map<Node, Set<Node>>()
  #compared = 0

  constructor({ definitions, hasNatives, isEncoded }: LikenessContext) {
    this.#definitions = definitions
    this.#hasNatives = hasNatives
    this.#isEncoded = isEncoded
  }

  areAlike(left: Node, right: Node): boolean {
    if (left === right || this.#isAssumed(left, right)) return true
    if (++this.#compared > mostCompared) return false
    if (!this.#isEncoded(left) && !this.#isEncoded(right)) return true
    this.#assume(left, right)
    const isAlike =
      areDisjoint(left, right, { objects: 'wire', definitions: this.#definitions }) || this.#decodeAlike(left, right)
    if (!isAlike) this.#assumed.get(left)!.delete(right)
    return isAlike
  }

  #isAssumed(left: Node, right: Node): boolean {
    return this.#assumed.get(left)?.has(right) === true
  }

  #assume(left: Node, right: Node): void {
    const known = this.#assumed.get(left)
    if (known === undefined) this.#assumed.set(left, new Set([right]))
    else known.add(right)
  }

  #decodeAlike(left: Node, right: Node): boolean {
    if (left.kind === 'ref' || right.kind === 'ref') {
      const [one, other] = [this.#follow(left), this.#follow(right)]
      return one !== undefined && other !== undefined && this.areAlike(one, other)
    }
    const isTagged = left.encoding?.type === 'tag' || right.encoding?.type === 'tag'
    if (!isTagged && left.kind === 'union') return left.options.every((option) => this.areAlike(option, right))
    if (!isTagged && right.kind === 'union') return right.options.every((option) => this.areAlike(left, option))
    if (left.kind === 'object' && right.kind === 'object') return this.#objectsAreAlike(left, right)
    if (left.kind === 'union' && right.kind === 'union') return this.#tagsAreAlike(left, right)
    if (standForThemselves(left, right) || standForThemselves(right, left)) return true
    if (!haveSameEncoding(left.encoding, right.encoding, this.#hasNatives)) return false
    return left.kind === 'array' && right.kind === 'array'
      ? this.#arraysAreAlike(left, right)
      : left.kind === right.kind
  }

  #follow(node: Node): Node | undefined {
    return node.kind === 'ref' ? this.#definitions.get(node.target) : node
  }

  #tagsAreAlike(left: Extract<Node, { kind: 'union' }>, right: Extract<Node, { kind: 'union' }>): boolean {
    if (!haveSameEncoding(left.encoding, right.encoding, this.#hasNatives)) return false
    return left.options.every((option, index) => this.areAlike(option, right.options[index]!))
  }

  #arraysAreAlike(left: ArrayNode, right: ArrayNode): boolean {
    const length = Math.max(left.prefix.length, right.prefix.length)
    for (let index = 0; index < length; index++) {
      if (!this.#partsAreAlike(left.prefix[index] ?? left.items, right.prefix[index] ?? right.items)) return false
    }
    return this.#partsAreAlike(left.items, right.items)
  }

  /** Of a part that only one of the two has, the other says nothing: it is passed on as it is. */
  #partsAreAlike(left: Node | undefined, right: Node | undefined): boolean {
    if (left === undefined || right === undefined) {
      const only = left ?? right
      return only === undefined || isImpossible(only) || !this.#isEncoded(only)
    }
    return this.areAlike(left, right)
  }

  #objectsAreAlike(left: ObjectNode, right: ObjectNode): boolean {
    if (!this.#namesAreAlike(left, right)) return false
    const rights = new Map(right.fields.map((field) => [field.name, field.value]))
    const names = new Set(left.fields.map((field) => field.name))
    for (const { name, value } of left.fields) {
      const twin = rights.get(name)
      if (twin === undefined ? !this.#isLikeExtras(value, right) : !this.areAlike(value, twin)) return false
    }
    return (
      right.fields.every(({ name, value }) => names.has(name) || this.#isLikeExtras(value, left)) &&
      this.#extrasAreAlike(left, right)
    )
  }

  /** Whether the objects themselves, and the names of what both may hold, are turned back alike. */
  #namesAreAlike(left: ObjectNode, right: ObjectNode): boolean {
    if (!isNamedApart(left, right) || !isNamedApart(right, left)) return false
    if (!haveLikeForm(left, right, this.#hasNatives)) return false
    const toolName = (node: ObjectNode, name: string) => node.renamed?.get(name) ?? name
    const rights = new Map(right.fields.map((field) => [field.name, field]))
    return left.fields.every((field) => {
      const twin = rights.get(field.name)
      if (twin === undefined) return true
      // Where every property is asked for, null may come to stand for an absent one; in the other it stands for itself.
      if (field.required !== twin.required && (field.required ? field : twin).value.nullable) return false
      return toolName(left, field.name) === toolName(right, field.name)
    })
  }

  /** A property that the other does not declare: a value of both has none, or the other takes it with all that it does not declare. */
  #isLikeExtras(value: Node, other: ObjectNode): boolean {
    if (isClosed(other)) return true
    return other.patterns.length === 0 && other.extras !== undefined && this.areAlike(value, other.extras)
  }

  #extrasAreAlike(left: ObjectNode, right: ObjectNode): boolean {
    if (isClosed(left) || isClosed(right)) return true
    if (left.patterns.length > 0 || right.patterns.length > 0) return false
    return this.#partsAreAlike(left.extras, right.extras)
  }
}

/** Listed words that are no JSON text stand for themselves in JSON text too. */
function standForThemselves(list: Node, text: Node): boolean {
  if (list.kind !== 'enum' || list.encoding !== undefined || text.encoding?.type !== 'json-text') return false
  return list.values.every((value) => typeof value === 'string' && parseJson(value) === undefined)
}

/** On the wire, an object that says nothing of other properties has none. */
function isClosed({ extras, patterns }: ObjectNode): boolean {
  return patterns.length === 0 && (extras === undefined || isImpossible(extras))
}

/** Whether no property of the other is read as something that this object made up: its list of further properties, its placeholder. */
function isNamedApart(node: ObjectNode, other: ObjectNode): boolean {
  const { encoding } = node
  const name =
    encoding?.type === 'extras' ? encoding.name : encoding?.type === 'nothing' ? node.fields[0]?.name : undefined
  if (name === undefined || haveSameType(encoding, other.encoding)) return true
  return !other.fields.some((field) => field.name === name)
}

/** Whether both are objects for the tool, or both the same other thing. */
function haveLikeForm(left: ObjectNode, right: ObjectNode, hasNatives: boolean): boolean {
  const isObject = ({ encoding }: ObjectNode) =>
    encoding === undefined || encoding.type === 'extras' || encoding.type === 'nothing'
  if (isObject(left) && isObject(right) && !haveSameType(left.encoding, right.encoding)) return true
  return haveSameEncoding(left.encoding, right.encoding, hasNatives)
}

function haveSameType(left: Encoding | undefined, right: Encoding | undefined): boolean {
  return left?.type === right?.type
}

function haveSameEncoding(left: Encoding | undefined, right: Encoding | undefined, hasNatives: boolean): boolean {
  if (left === undefined || right === undefined) return left === right
  // JSON text is parsed, whatever it stands for.
  if (left.type === 'json-text' && right.type === 'json-text')
    return !hasNatives || left.shape.origin === right.shape.origin
  if (left.type === 'labels' && right.type === 'labels') {
    return left.labels.every((label, index) => {
      const twin = right.labels.indexOf(label)
      return twin === -1 || deepEqual(left.values[index]!, right.values[twin]!)
    })
  }
  if (left.type === 'entries' && right.type === 'entries') return haveSameKeys(left, right)
  if (left.type === 'extras' && right.type === 'extras') return left.name === right.name && haveSameKeys(left, right)
  if (left.type === 'tag' && right.type === 'tag') return left.names.length === right.names.length
  return deepEqual(left, right)
}

function haveSameKeys(left: KeyedValues, right: KeyedValues): boolean {
  return left.hasRest === right.hasRest && deepEqual(left.patterns, right.patterns)
}
