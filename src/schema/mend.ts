import { isPlainObject, setOwn } from '../core/json.ts'
import { joinPointer } from '../core/pointer.ts'
import { fitsWire } from './codec/fits-wire.ts'
import type { ArrayNode, Node, ObjectNode, UnionNode } from './ir/node.ts'
import type { Issue } from './issue.ts'

/** A wire value with what models get wrong put right, and what was done. */
export interface Mended {
  readonly wire: unknown
  readonly issues: readonly Issue[]
}

/**
 * Puts right what models get wrong, where the intent is certain: a number in quotes, JSON text for a structure, null for
 * an absent property, the tool's own shape instead of the wire's. Whether the result is right is for the caller to check.
 */
export function mendWire(tree: Node, wire: unknown, definitions: ReadonlyMap<string, Node>): Mended {
  const issues: Issue[] = []
  const note = (pointer: string, keyword: string, message: string) =>
    issues.push({ level: 'warning', pointer, keyword, message })

  function mend(node: Node, value: unknown, at: string): unknown {
    if (value === null && node.nullable) return value
    switch (node.kind) {
      case 'number':
        return mendNumber(value, node.integer, at)
      case 'boolean':
        return mendBoolean(value, at)
      case 'string':
        return node.encoding?.type === 'json-text' ? value : mendString(value, at)
      case 'enum':
        return mendEnum(node.values, value, at)
      case 'array':
        return mendArray(node, value, at)
      case 'object':
        return mendObject(node, value, at)
      case 'union':
        return mendUnion(node, value, at)
      case 'ref':
        return mend(definitions.get(node.target)!, value, at)
      case 'all':
        return node.parts.reduce((each, part) => mend(part, each, at), value)
      default:
        return value
    }
  }

  function mendNumber(value: unknown, integer: boolean, at: string): unknown {
    if (typeof value !== 'string' || !/^\s*-?\d+(\.\d+)?([eE][-+]?\d+)?\s*$/.test(value)) return value
    const number = Number(value)
    if (!Number.isFinite(number) || (integer && !Number.isInteger(number))) return value
    note(at, 'type', `Read ${JSON.stringify(value)} as the number ${number}.`)
    return number
  }

  function mendBoolean(value: unknown, at: string): unknown {
    const text = typeof value === 'string' ? value.trim().toLowerCase() : undefined
    if (text !== 'true' && text !== 'false') return value
    note(at, 'type', `Read ${JSON.stringify(value)} as ${text}.`)
    return text === 'true'
  }

  function mendString(value: unknown, at: string): unknown {
    if (typeof value !== 'number' && typeof value !== 'boolean') return value
    note(at, 'type', `Read ${value} as the string "${value}".`)
    return String(value)
  }

  function mendEnum(values: readonly unknown[], value: unknown, at: string): unknown {
    if (values.includes(value)) return value
    const text = typeof value === 'string' ? value.trim() : typeof value === 'object' ? undefined : String(value)
    const match = values.find((each) => String(each) === text)
    if (match === undefined) return value
    note(at, 'enum', `Read ${JSON.stringify(value)} as ${JSON.stringify(match)}.`)
    return match
  }

  function mendArray(node: ArrayNode, value: unknown, at: string): unknown {
    const list = node.encoding?.type === 'entries' && isPlainObject(value) ? entriesOf(value, at) : parsed(value, Array.isArray, at)
    if (!Array.isArray(list)) return value
    const itemAt = (index: number) => node.prefix[index] ?? node.items
    return list.map((each, index) => {
      const item = itemAt(index)
      return item === undefined ? each : mend(item, each, `${at}/${index}`)
    })
  }

  function entriesOf(value: Record<string, unknown>, at: string): unknown[] {
    note(at, 'type', 'Read an object as the list of entries that was asked for.')
    return Object.keys(value).map((key) => ({ key, value: value[key] }))
  }

  function mendObject(node: ObjectNode, value: unknown, at: string): unknown {
    if (node.encoding?.type === 'wrap') return mendWrapped(node, value, at)
    const object = node.encoding?.type === 'tuple' && Array.isArray(value) ? itemsOf(node, value, at) : parsed(value, isPlainObject, at)
    if (!isPlainObject(object)) return value
    const fields = new Map(node.fields.map((field) => [field.name, field]))
    const result: Record<string, unknown> = {}
    for (const key of Object.keys(object)) {
      const field = fields.get(key)
      const each = object[key]
      if (field !== undefined && each === null && !field.required && !field.value.nullable && field.value.kind !== 'any') {
        note(joinPointer(at, key), 'type', 'Read null as absent: the property is optional.')
      } else setOwn(result, key, field === undefined ? each : mend(field.value, each, joinPointer(at, key)))
    }
    return result
  }

  function itemsOf(node: ObjectNode, value: readonly unknown[], at: string): Record<string, unknown> {
    note(at, 'type', 'Read a list as the object of items that was asked for.')
    const length = node.encoding?.type === 'tuple' ? node.encoding.length : value.length
    const result: Record<string, unknown> = {}
    value.slice(0, length).forEach((each, index) => {
      result[`item_${index}`] = each
    })
    if (value.length > length) result['rest'] = value.slice(length)
    return result
  }

  function mendWrapped(node: ObjectNode, value: unknown, at: string): unknown {
    const field = node.fields[0]!
    if (isPlainObject(value) && Object.hasOwn(value, field.name)) {
      return { ...value, [field.name]: mend(field.value, value[field.name], joinPointer(at, field.name)) }
    }
    note(at, 'type', `Read the arguments as the property "${field.name}".`)
    return { [field.name]: mend(field.value, value, at) }
  }

  function mendUnion(node: UnionNode, value: unknown, at: string): unknown {
    if (node.options.some((option) => fitsWire(option, value))) return value
    const before = issues.length
    for (const option of node.options) {
      const mended = mend(option, value, at)
      if (mended !== value && fitsWire(option, mended)) return mended
      issues.length = before
    }
    return node.encoding?.type === 'tag' ? tagged(node, value, at) : value
  }

  /** A branch without its name: the one that it fits. */
  function tagged(node: UnionNode, value: unknown, at: string): unknown {
    const option = node.options.find((each) => fitsWire((each as ObjectNode).fields[0]!.value, value)) as ObjectNode | undefined
    if (option === undefined) return value
    note(at, 'anyOf', `Read the value as ${option.fields[0]!.name}.`)
    return { [option.fields[0]!.name]: value }
  }

  function parsed(value: unknown, isWanted: (value: unknown) => boolean, at: string): unknown {
    if (typeof value !== 'string' || isWanted(value)) return value
    try {
      const inner: unknown = JSON.parse(value)
      if (!isWanted(inner)) return value
      note(at, 'type', 'Read JSON text as the structure that was asked for.')
      return inner
    } catch {
      // No JSON text: there is nothing to mend, and `check` says what is wrong with it.
      return value
    }
  }

  return { wire: mend(tree, wire, ''), issues }
}
