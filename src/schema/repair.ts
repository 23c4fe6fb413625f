import { getOrInsert } from '../core/collections.ts'
import { isPlainObject, parseJson, setOwn } from '../core/json.ts'
import type { PatternMatcher } from '../core/pattern/pattern-matcher.ts'
import { joinPointer } from '../core/pointer.ts'
import { isEntry } from './codec/entries.ts'
import { type Fit, fitsWire } from './codec/fits-wire.ts'
import type { AllNode, ArrayNode, Node, ObjectNode, RefNode, UnionNode } from './ir/node.ts'
import type { Forest } from './ir/walk.ts'
import type { Issue } from './issue.ts'

/** A wire value with what models get wrong put right, and what was done. */
export interface Repaired {
  readonly wire: unknown
  readonly issues: readonly Issue[]
}

/**
 * Puts right what models get wrong, where the intent is certain: a number in quotes, JSON text for a structure, null for
 * an absent property, the tool's own shape instead of the wire's. Whether the result is right is for the caller to check.
 */
export function repairWire(forest: Forest, wire: unknown, patterns: PatternMatcher): Repaired {
  const repairer = new Repairer({ definitions: forest.definitions, patterns })
  return { wire: repairer.repair(forest.root, wire, ''), issues: repairer.issues }
}

/** So many references may follow each other without a step into the value. */
const longestChain = 100

/** So many references are followed for one value. */
const mostFollowed = 10_000

/** Listed values by their text: the first of several. */
const textsOf = new WeakMap<readonly unknown[], ReadonlyMap<string | undefined, unknown>>()

/** Characters of JSON text that are parsed in the time of a comparison. */
const charactersParsed = 16

class Repairer {
  readonly issues: Issue[] = []
  /** Where its comparisons are used up, nothing more is repaired. */
  readonly #fit: Fit
  /** References and parts on the way to the value in hand. */
  #entered = new Set<Node>()
  #followed = 0

  constructor(fit: Fit) {
    this.#fit = fit
  }

  repair(node: Node, value: unknown, at: string): unknown {
    if ((value === null && node.nullable) || !this.#fit.patterns.compare()) return value
    switch (node.kind) {
      case 'number':
        return this.#repairNumber(value, node.integer, at)
      case 'boolean':
        return this.#repairBoolean(value, at)
      case 'string':
        return node.encoding?.type === 'json-text' ? value : this.#repairString(value, at)
      case 'enum':
        return this.#repairEnum(node.values, value, at)
      case 'array':
        return this.#repairArray(node, value, at)
      case 'object':
        return this.#repairObject(node, value, at)
      case 'union':
        return this.#repairUnion(node, value, at)
      case 'ref':
      case 'all':
        return this.#repairAliased(node, value, at)
      default:
        return value
    }
  }

  /** References and parts say more about the same value. Those that lead back to themselves say nothing new. */
  #repairAliased(node: RefNode | AllNode, value: unknown, at: string): unknown {
    // Long chains and many ways to the same place are no work of people, and recursion must end.
    if (this.#entered.has(node) || this.#entered.size > longestChain || ++this.#followed > mostFollowed) return value
    this.#entered.add(node)
    const parts = node.kind === 'all' ? node.parts : [this.#fit.definitions.get(node.target)!]
    const repaired = parts.reduce((each, part) => this.repair(part, each, at), value)
    this.#entered.delete(node)
    return repaired
  }

  /** Inside a value every reference may be followed again. */
  #stepInto<T>(repairInside: () => T): T {
    const before = this.#entered
    this.#entered = new Set()
    const repaired = repairInside()
    this.#entered = before
    return repaired
  }

  #note(pointer: string, keyword: string, message: string): void {
    this.issues.push({ level: 'warning', pointer, keyword, message })
  }

  #repairNumber(value: unknown, integer: boolean, at: string): unknown {
    if (typeof value !== 'string' || !/^\s*-?\d+(\.\d+)?([eE][-+]?\d+)?\s*$/.test(value)) return value
    const number = Number(value)
    if (!Number.isFinite(number) || (integer && !Number.isInteger(number))) return value
    this.#note(at, 'type', `Read ${JSON.stringify(value)} as the number ${number}.`)
    return number
  }

  #repairBoolean(value: unknown, at: string): unknown {
    const text = typeof value === 'string' ? value.trim().toLowerCase() : undefined
    if (text !== 'true' && text !== 'false') return value
    this.#note(at, 'type', `Read ${JSON.stringify(value)} as ${text}.`)
    return text === 'true'
  }

  #repairString(value: unknown, at: string): unknown {
    if (typeof value !== 'number' && typeof value !== 'boolean') return value
    this.#note(at, 'type', `Read ${value} as the string "${value}".`)
    return String(value)
  }

  #repairEnum(values: readonly unknown[], value: unknown, at: string): unknown {
    if (values.includes(value)) return value
    const text = typeof value === 'string' ? value.trim() : typeof value === 'object' ? undefined : String(value)
    const texts = getOrInsert(textsOf, values, () => new Map([...values].reverse().map((each) => [String(each), each])))
    const match = texts.get(text)
    if (match === undefined) return value
    this.#note(at, 'enum', `Read ${JSON.stringify(value)} as ${JSON.stringify(match)}.`)
    return match
  }

  #repairArray(node: ArrayNode, value: unknown, at: string): unknown {
    if (node.encoding?.type === 'entries') return this.#repairEntries(node, value, at)
    const list = this.#parsed(value, Array.isArray, at)
    if (!Array.isArray(list)) return value
    return this.#stepInto(() =>
      list.map((each, index) => {
        const item = node.prefix[index] ?? node.items
        return item === undefined ? each : this.repair(item, each, `${at}/${index}`)
      }),
    )
  }

  /** Entries, or the record itself, which models like to write. Pointers are those of the record. */
  #repairEntries(node: ArrayNode, value: unknown, at: string): unknown {
    const given = this.#parsed(value, (each) => Array.isArray(each) || isPlainObject(each), at)
    if (isPlainObject(given) && given === value) {
      this.#note(at, 'type', 'Read an object as the list of entries that was asked for.')
    }
    const entries = isPlainObject(given) ? Object.keys(given).map((key) => ({ key, value: given[key] })) : given
    if (!Array.isArray(entries)) return value
    const valueNode = (node.items as ObjectNode).fields[1]!.value
    return this.#stepInto(() =>
      entries.map((each: unknown) => {
        if (!isEntry(each)) return each
        return { ...each, value: this.repair(valueNode, each.value, joinPointer(at, each.key)) }
      }),
    )
  }

  #repairObject(node: ObjectNode, value: unknown, at: string): unknown {
    if (node.encoding?.type === 'wrap') return this.#repairWrapped(node, value, at)
    const isTuple = node.encoding?.type === 'tuple'
    const given = this.#parsed(value, (each) => isPlainObject(each) || (isTuple && Array.isArray(each)), at)
    if (isTuple && Array.isArray(given) && given === value) {
      this.#note(at, 'type', 'Read a list as the object of items that was asked for.')
    }
    const object = isTuple && Array.isArray(given) ? this.#itemsOf(node, given) : given
    if (!isPlainObject(object)) return value
    return this.#stepInto(() => this.#repairFields(node, object, at))
  }

  #repairFields(node: ObjectNode, object: Record<string, unknown>, at: string): unknown {
    const fields = new Map(node.fields.map((field) => [field.name, field]))
    const result: Record<string, unknown> = {}
    for (const key of Object.keys(object)) {
      const field = fields.get(key)
      const each = object[key]
      const pointer = this.#pointerOf(node, key, at)
      if (field === undefined) setOwn(result, key, each)
      else if (each === null && !field.required && !this.#acceptsNull(field.value)) {
        this.#note(pointer, 'type', 'Read null as absent: the property is optional.')
      } else if (node.encoding?.type === 'extras' && node.encoding.name === key && field.value.kind === 'array') {
        setOwn(result, key, this.#repairEntries(field.value, each, at))
      } else setOwn(result, key, this.repair(field.value, each, pointer))
    }
    return result
  }

  /** Where a wire property stands in the tool's value. */
  #pointerOf(node: ObjectNode, key: string, at: string): string {
    if (node.encoding?.type === 'tag') return at
    const position = node.encoding?.type === 'tuple' ? /^item_(\d+)$/.exec(key)?.[1] : undefined
    return joinPointer(at, position ?? key)
  }

  #itemsOf(node: ObjectNode, value: readonly unknown[]): Record<string, unknown> {
    const length = node.encoding?.type === 'tuple' ? node.encoding.length : value.length
    const result: Record<string, unknown> = {}
    value.slice(0, length).forEach((each, index) => {
      result[`item_${index}`] = each
    })
    if (value.length > length) result['rest'] = value.slice(length)
    return result
  }

  #repairWrapped(node: ObjectNode, value: unknown, at: string): unknown {
    const field = node.fields[0]!
    if (isPlainObject(value) && Object.hasOwn(value, field.name)) {
      return { ...value, [field.name]: this.repair(field.value, value[field.name], at) }
    }
    this.#note(at, 'type', `Read the arguments as the property "${field.name}".`)
    return { [field.name]: this.repair(field.value, value, at) }
  }

  #repairUnion(node: UnionNode, value: unknown, at: string): unknown {
    if (node.options.some((option) => fitsWire(option, value, this.#fit))) return value
    const before = this.issues.length
    for (const option of node.options) {
      const repaired = this.repair(option, value, at)
      if (repaired !== value && fitsWire(option, repaired, this.#fit)) return repaired
      this.issues.length = before
    }
    return node.encoding?.type === 'tag' ? this.#tagged(node, value, at) : value
  }

  /** A branch without its name: the one that it fits. */
  #tagged(node: UnionNode, value: unknown, at: string): unknown {
    const option = (node.options as readonly ObjectNode[]).find((each) =>
      fitsWire(each.fields[0]!.value, value, this.#fit),
    )
    if (option === undefined) return value
    this.#note(at, 'anyOf', `Read the value as ${option.fields[0]!.name}.`)
    return { [option.fields[0]!.name]: value }
  }

  #parsed(value: unknown, isWanted: (value: unknown) => boolean, at: string): unknown {
    if (typeof value !== 'string' || isWanted(value) || !this.#fit.patterns.compare(value.length / charactersParsed))
      return value
    const inner = parseJson(value)
    // No JSON text: there is nothing to repair, and `check` says what is wrong with it.
    if (inner === undefined || !isWanted(inner)) return value
    this.#note(at, 'type', 'Read JSON text as the structure that was asked for.')
    return inner
  }

  /** Null is a value here: where it is allowed, and where any JSON is. */
  #acceptsNull(node: Node): boolean {
    const isOpen = node.kind === 'any' || node.kind === 'all' || node.encoding?.type === 'json-text'
    return isOpen || fitsWire(node, null, this.#fit)
  }
}
