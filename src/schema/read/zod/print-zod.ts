import { assertNever } from '../../../core/assert-never.ts'
import { ToolfitError } from '../../../core/errors.ts'
import { type Json, setOwn } from '../../../core/json.ts'
import { joinPointer, splitPointer } from '../../../core/pointer.ts'
import type { Change } from '../../change.ts'
import { type Native, native, type Schema } from '../../document/schema.ts'
import {
  checkSentence,
  type Draft,
  endSentence,
  type Words,
  writeLength,
  writeNumberChecks,
  writeStringChecks,
} from './check-keywords.ts'
import { jsonCopy, stableDefault } from './json-copy.ts'
import { asKeySchema, poolProperties, valuesSchema } from './print-parts.ts'
import {
  acceptsAbsent,
  type ZodCheck,
  type ZodKind,
  type ZodMeta,
  type ZodNode,
  type ZodSchema,
  type ZodView,
} from './zod-node.ts'

/** Deeper schemas are refused, because all later readers recurse. */
const maxDepth = 500
/** Beyond this number, schemas that occur more than once become definitions. */
const maxInlined = 10_000

export interface Printed {
  readonly schema: Schema
  readonly changes: readonly Change[]
  readonly hasNatives: boolean
}

/** Writes a Zod schema as JSON Schema 2020-12, input side. */
export function printZod(root: ZodSchema, view: ZodView): Printed {
  return new Printer(view, false).run(root) ?? new Printer(view, true).run(root)!
}

/** A composite schema that is being written, or has been. */
interface Frame {
  readonly schema: ZodSchema
  readonly at: string
  /** Set as soon as something refers to the schema, which then belongs into `$defs`. */
  name?: string
  isOpen: boolean
}

type Kind<K extends ZodKind['kind']> = ZodNode & { kind: K }

class Printer {
  readonly #view: ZodView
  readonly #sharesAll: boolean
  readonly #frames = new Map<object, Frame>()
  readonly #defs: Record<string, Schema> = {}
  /** Names in `$defs`, each with the next number to try if it is used again. */
  readonly #names = new Map<string, number>([['__proto__', 1]])
  readonly #words = new Map<Draft, Words>()
  readonly #reported = new Set<string>()
  readonly #changes: Change[] = []
  #hasNatives = false
  #count = 0

  constructor(view: ZodView, sharesAll: boolean) {
    this.#view = view
    this.#sharesAll = sharesAll
  }

  /** Undefined if the schema is too large without definitions. */
  run(root: ZodSchema): Printed | undefined {
    const node = this.#view.node(root)
    if (node.kind === 'absent') {
      const message = 'This Zod schema accepts only undefined, which JSON cannot say. Use z.object({}) for "no input".'
      throw new ToolfitError('schema-unrepresentable', message, { at: '' })
    }
    let schema = this.#print(root, '', 0, node)
    if (this.#isTooLarge()) return undefined
    if (typeof schema === 'object' && Object.keys(this.#defs).length > 0) schema = { ...schema, $defs: this.#defs }
    return { schema, changes: this.#changes, hasNatives: this.#hasNatives }
  }

  #isTooLarge(): boolean {
    return !this.#sharesAll && this.#count > maxInlined
  }

  /** Callers that have the node pass it, because creating it is most of the cost. */
  #print(schema: ZodSchema, at: string, depth: number, node = this.#view.node(schema)): Schema {
    if (depth > maxDepth) {
      const message = `This Zod schema is nested deeper than ${maxDepth} levels. Make it flatter.`
      throw new ToolfitError('schema-unreadable', message, { limit: maxDepth })
    }
    this.#count++
    if (this.#isTooLarge()) return {}
    return node.identity === undefined
      ? this.#finish(this.#printKind(node, at, depth), schema, node, at)
      : this.#printFrame(node.identity, schema, node, at, depth)
  }

  #printFrame(identity: object, schema: ZodSchema, node: ZodNode, at: string, depth: number): Schema {
    const known = this.#frames.get(identity)
    if (known !== undefined && (known.isOpen || known.name !== undefined)) return this.#refer(known, schema, node, at)
    const frame: Frame = { schema, at, isOpen: true }
    if (this.#sharesAll && at !== '') frame.name = this.#nameFor(frame)
    this.#frames.set(identity, frame)
    const firstChange = this.#changes.length
    const printed = this.#finish(this.#printKind(node, at, depth), schema, node, at)
    frame.isOpen = false
    if (frame.name === undefined || at === '') return printed
    const target = `/$defs/${frame.name}`
    this.#rebase(firstChange, at, target)
    this.#defs[frame.name] = printed
    return { $ref: `#${target}` }
  }

  #refer(frame: Frame, schema: ZodSchema, node: ZodNode, at: string): Schema {
    frame.name ??= this.#nameFor(frame)
    const reference: Draft = { $ref: frame.at === '' ? '#' : `#/$defs/${frame.name}` }
    return schema === frame.schema ? reference : this.#finish(reference, schema, node, at)
  }

  #nameFor(frame: Frame): string {
    if (frame.at === '') return ''
    const id = this.#view.meta(frame.schema)?.id
    const wanted = typeof id === 'string' && id !== '' ? id : (lastProperty(frame.at) ?? 'schema')
    const base = wanted.replace(/[^A-Za-z0-9_.-]/g, '_')
    let name = base
    for (let n = this.#names.get(base) ?? 1; this.#names.has(name); n++) name = `${base}${n}`
    this.#names.set(name, 2)
    this.#names.set(base, (this.#names.get(base) ?? 1) + 1)
    return name
  }

  /** The schema at `from` moved to `to`: the changes inside it move too. */
  #rebase(firstChange: number, from: string, to: string): void {
    for (let i = firstChange; i < this.#changes.length; i++) {
      const change = this.#changes[i]!
      const isInside = change.at === from || change.at.startsWith(`${from}/`)
      if (isInside) this.#changes[i] = { ...change, at: to + change.at.slice(from.length) }
    }
  }

  #finish(schema: Schema, zod: ZodSchema, node: ZodNode, at: string): Schema {
    if (typeof schema === 'boolean') return schema
    const draft = schema as Draft
    // The checks of strings and numbers were written or reported with their keywords.
    for (const check of node.checks) if (!hasKeywords(check, node.kind)) this.#leave(draft, check, at)
    const meta = this.#view.meta(zod)
    if (meta !== undefined) this.#writeMeta(draft, meta)
    return draft
  }

  #writeMeta(draft: Draft, meta: ZodMeta): void {
    if (typeof meta.title === 'string') draft.title = meta.title
    if (typeof meta.description === 'string')
      this.#describe(draft, (words) => (words.user = meta.description as string))
    if (meta.deprecated === true) draft.deprecated = true
    if (Array.isArray(meta.examples)) {
      const examples = meta.examples.map((example) => jsonCopy(example)).filter((example) => example !== undefined)
      if (examples.length > 0) draft.examples = examples
    }
  }

  #describe(draft: Draft, change: (words: Words) => void): void {
    const words = this.#words.get(draft) ?? { user: draft.description as string | undefined, rules: [] }
    change(words)
    if (words.rules.length > 0) this.#words.set(draft, words)
    draft.description = [endSentence(words), ...words.rules].filter(Boolean).join(' ')
  }

  #report(at: string, change: Omit<Change, 'at' | 'enforced'>): void {
    const key = `${at} ${change.keyword} ${change.effect}`
    if (this.#reported.has(key)) return
    this.#reported.add(key)
    this.#changes.push({ at, ...change, enforced: true })
  }

  /** Reports a check without a keyword, and describes it in words if possible. */
  #leave(draft: Draft, check: ZodCheck, at: string): void {
    const sentence = checkSentence(check)
    if (sentence !== undefined) {
      this.#describe(draft, (words) => {
        if (!words.rules.includes(sentence)) words.rules.push(sentence)
      })
    }
    this.#report(at, {
      keyword: 'refine',
      code: 'refine-not-expressible',
      effect: sentence === undefined ? 'dropped' : 'described',
      note: sentence ?? 'Zod checks this value in a way that JSON Schema cannot say.',
    })
  }

  #mark(draft: Draft, mark: Native): Draft {
    this.#hasNatives = true
    return Object.assign(draft, { [native]: mark })
  }

  #printKind(node: ZodNode, at: string, depth: number): Schema {
    switch (node.kind) {
      case 'string':
        return this.#printChecked({ type: 'string' }, node, at, writeStringChecks)
      case 'number':
        return this.#printChecked({ type: 'number' }, node, at, writeNumberChecks)
      case 'bigint':
        return this.#mark({ type: 'string', pattern: '^-?\\d+$' }, 'bigint')
      case 'date':
        return this.#mark({ type: 'string', format: 'date-time' }, 'date')
      case 'boolean':
      case 'null':
        return { type: node.kind }
      case 'any':
        return {}
      case 'never':
      case 'absent':
        return false
      case 'unjson':
      case 'opaque':
        return this.#printOpaque(node.type, at)
      case 'values':
        return valuesSchema(node.values, (draft) => this.#mark(draft, 'bigint'))
      case 'array':
      case 'set':
        return this.#printList(node, at, depth)
      case 'map':
        return this.#printMap(node, at, depth)
      case 'tuple':
        return this.#printTuple(node, at, depth)
      case 'object':
        return this.#printObject(node, at, depth)
      case 'record':
        return this.#printRecord(node, at, depth)
      case 'union':
        return this.#printUnion(node, at, depth)
      case 'intersection':
        return this.#printIntersection(node, at, depth)
      case 'lazy':
        return this.#print(node.inner(), at, depth + 1)
      case 'wrapper':
        return this.#printWrapper(node, at, depth)
      default:
        return assertNever(node)
    }
  }

  #printChecked(draft: Draft, node: ZodNode, at: string, write: typeof writeStringChecks): Draft {
    if (node.checks.length === 0) return draft
    for (const check of write(draft, node.checks)) this.#leave(draft, check, at)
    return draft
  }

  #printOpaque(type: string, at: string): Schema {
    const note = `Only Zod can tell which values this ${type} accepts; JSON Schema allows any.`
    this.#report(at, { keyword: 'refine', code: 'type-not-json', effect: 'dropped', note })
    return type === 'file' ? { type: 'string', format: 'binary' } : {}
  }

  #writeSize(draft: Draft, checks: readonly ZodCheck[]): void {
    for (const check of checks) if (check.check === 'length') writeLength(draft, check, 'Items')
  }

  #printList(node: Kind<'array' | 'set'>, at: string, depth: number): Draft {
    const draft: Draft = { type: 'array', items: this.#print(node.element, `${at}/items`, depth + 1) as Json }
    if (node.kind === 'set') draft.uniqueItems = true
    this.#writeSize(draft, node.checks)
    return node.kind === 'set' ? this.#mark(draft, 'set') : draft
  }

  #printMap(node: Kind<'map'>, at: string, depth: number): Draft {
    const key = this.#print(node.key, `${at}/items/properties/key`, depth + 1) as Json
    const value = this.#print(node.value, `${at}/items/properties/value`, depth + 1) as Json
    const items = {
      type: 'object',
      properties: { key, value },
      required: ['key', 'value'],
      additionalProperties: false,
    }
    const draft: Draft = { type: 'array', items }
    this.#writeSize(draft, node.checks)
    return this.#mark(draft, 'map')
  }

  #printTuple(node: Kind<'tuple'>, at: string, depth: number): Draft {
    const draft: Draft = { type: 'array' }
    const { items, rest } = node
    if (items.length > 0)
      draft.prefixItems = items.map((item, i) => this.#print(item, `${at}/prefixItems/${i}`, depth + 1) as Json)
    let required = items.length
    while (required > 0 && acceptsAbsent(this.#view.node(items[required - 1]!), this.#view)) required--
    if (required > 0) draft.minItems = required
    if (rest !== undefined) draft.items = this.#print(rest, `${at}/items`, depth + 1) as Json
    else if (items.length > 0) draft.items = false
    else draft.maxItems = 0
    this.#writeSize(draft, node.checks)
    return draft
  }

  #printObject(node: Kind<'object'>, at: string, depth: number): Draft {
    const properties: Record<string, Json> = {}
    const required: string[] = []
    const { shape, others } = node
    for (const key of Object.keys(shape)) {
      const value = shape[key]!
      const child = this.#view.node(value)
      if (child.kind === 'absent') continue
      setOwn(properties, key, this.#print(value, joinPointer(`${at}/properties`, key), depth + 1, child) as Json)
      if (!acceptsAbsent(child, this.#view)) required.push(key)
    }
    const draft: Draft = { type: 'object', properties }
    if (required.length > 0) draft.required = required
    if (typeof others === 'boolean') draft.additionalProperties = others
    else if (others !== undefined)
      draft.additionalProperties = this.#print(others, `${at}/additionalProperties`, depth + 1) as Json
    return draft
  }

  #printRecord(node: Kind<'record'>, at: string, depth: number): Draft {
    const draft: Draft = { type: 'object' }
    const firstChange = this.#changes.length
    const keys = asKeySchema(this.#print(node.keySchema, `${at}/propertyNames`, depth + 1))
    const value = this.#print(node.value, `${at}/additionalProperties`, depth + 1) as Json
    if (node.loose && keys !== undefined) return this.#printLooseRecord(draft, keys, value, at, firstChange)
    if (keys !== undefined) draft.propertyNames = keys
    draft.additionalProperties = value
    const { required } = node
    if (required !== undefined && required.length > 0 && !acceptsAbsent(this.#view.node(node.value), this.#view))
      draft.required = [...required]
    return draft
  }

  /** Only matching keys are checked, which a pattern can express and no other keyword. */
  #printLooseRecord(draft: Draft, keys: Draft, value: Json, at: string, firstChange: number): Draft {
    const { type, pattern, ...others } = keys
    if (typeof pattern === 'string' && Object.keys(others).length === 0) {
      draft.patternProperties = { [pattern]: value }
      this.#rebase(firstChange, `${at}/additionalProperties`, joinPointer(`${at}/patternProperties`, pattern))
    } else {
      this.#changes.length = firstChange
      this.#leave(draft, { check: 'rule', sentence: 'Some of the keys are checked further.' }, at)
    }
    return draft
  }

  /** Omits branches that accept no JSON value. */
  #printUnion(node: Kind<'union'>, at: string, depth: number): Schema {
    const options = node.options.filter((option) => {
      const branch = this.#view.node(option)
      if (branch.kind === 'unjson') {
        const note = `Values of type ${branch.type} are not JSON: a model cannot send them.`
        this.#report(at, { keyword: 'refine', code: 'type-not-json', effect: 'narrowed', note })
        return false
      }
      return branch.kind !== 'never' && branch.kind !== 'absent'
    })
    if (options.length === 0) return false
    if (options.length === 1) return this.#print(options[0]!, at, depth + 1)
    const keyword = node.exclusive ? 'oneOf' : 'anyOf'
    return { [keyword]: options.map((option, i) => this.#print(option, `${at}/${keyword}/${i}`, depth + 1) as Json) }
  }

  #printIntersection(node: Kind<'intersection'>, at: string, depth: number): Draft {
    const sides = [node.left, node.right].map((side, i) => this.#print(side, `${at}/allOf/${i}`, depth + 1))
    return node.pools ? poolProperties(sides) : { allOf: sides as Json[] }
  }

  #printWrapper(node: Kind<'wrapper'>, at: string, depth: number): Schema {
    const inner = this.#print(node.inner, node.nullable ? `${at}/anyOf/0` : at, depth + 1)
    if (node.nullable) return inner === false ? { type: 'null' } : { anyOf: [inner as Json, { type: 'null' }] }
    if (node.fallback !== undefined && typeof inner === 'object') this.#writeDefault(inner as Draft, node.fallback, at)
    return inner
  }

  /** A default that is not JSON, or differs between calls, is applied by Zod only. */
  #writeDefault(draft: Draft, fallback: () => unknown, at: string): void {
    const value = stableDefault(fallback, draft.type)
    if (value !== undefined) draft.default = value
    else {
      const note = 'The default is computed, or no JSON. Zod fills it in.'
      this.#report(at, { keyword: 'default', code: 'type-not-json', effect: 'dropped', note })
    }
  }
}

/** Whether the keywords of a type express a check. */
function hasKeywords(check: ZodCheck, kind: ZodKind['kind']): boolean {
  if (kind === 'string' || kind === 'number') return true
  if (check.check === 'integer') return kind === 'bigint'
  return check.check === 'length' && (kind === 'array' || kind === 'set' || kind === 'map' || kind === 'tuple')
}

/** The last property name in a pointer into a schema. */
function lastProperty(pointer: string): string | undefined {
  const tokens = splitPointer(pointer)
  const index = tokens.lastIndexOf('properties')
  return index < 0 ? undefined : tokens[index + 1]
}
