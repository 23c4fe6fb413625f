import type { Json } from '../../../core/json.ts'
import { described, type PendingChange, rewritten } from '../../change.ts'
import type { Schema } from '../../document/schema.ts'
import { amend, describe, report } from '../../ir/amend.ts'
import { createEnum, createString } from '../../ir/create-node.ts'
import { isBare } from '../../ir/merge-base.ts'
import type { EnumNode, Node, StringNode, UnionNode } from '../../ir/node.ts'
import { keywordIn, sourcesOf } from '../../ir/node.ts'
import { textLimitsOf } from '../../ir/print.ts'
import { lostAnnotations } from '../describe/drop-annotations.ts'
import type { PassContext } from '../pass.ts'

/** Makes one list of the branches that list values of one type; what is said of each value stands in one description. */
export function joinEnums(options: readonly Node[], union: UnionNode): readonly Node[] {
  let result = options
  for (const type of ['string', 'number', 'boolean'] as const) {
    const lists = result.filter((option): option is EnumNode => isListOf(option, type))
    if (lists.length < 2 || (union.keyword === 'oneOf' && !areDistinct(lists))) continue
    const [first, ...others] = lists
    const joined = join(lists)
    const rest = new Set<Node>(others)
    result = result.filter((option) => !rest.has(option)).map((option) => (option === first ? joined : option))
  }
  return result
}

/** Makes one text of the branches that differ in their formats only, where the dialect takes one of these in words. */
export function joinFormats(
  options: readonly Node[],
  union: UnionNode,
  { dialect, formats }: PassContext,
): readonly Node[] {
  const taken = dialect.formats.string
  const texts = options.filter(isFormatOnly)
  if (texts.length < 2 || union.keyword === 'oneOf' || taken === undefined) return options
  if (texts.every(({ format }) => taken.has(format!))) return options
  const [first, ...others] = texts
  const names = [...new Set(texts.map(({ format }) => format!))]
  const note = 'Stated in the description, with the formats of the other branches.'
  const changes = texts.flatMap((text) => [
    ...(text.changes ?? []),
    ...absorbedBy(text, 'One text with the other branches.'),
    described(keywordIn(text, 'format'), 'format-described', note, { enforced: formats === 'assert' }),
  ])
  const joined = createString(
    {
      origin: first!.origin,
      sources: anyOfSources(texts),
      nullable: texts.some(({ nullable }) => nullable) || undefined,
    },
    {},
  )
  const whole = describe(joined, `Format: ${names.join(' or ')}.`, ...changes)
  const rest = new Set<Node>(others)
  return options.filter((option) => !rest.has(option)).map((option) => (option === first ? whole : option))
}

/** Whether a branch is a text of which nothing but its format is said. */
function isFormatOnly(node: Node): node is StringNode & { readonly format: string } {
  if (node.kind !== 'string' || node.format === undefined || node.inferred || !isBare(node)) return false
  return textLimitsOf(node).length === 0
}

/** Whether a node is nothing but a list of values of one type. */
export function isListOf(node: Node, type: 'string' | 'number' | 'boolean'): node is EnumNode {
  if (node.kind !== 'enum' || node.rules !== undefined || node.encoding !== undefined || node.inferred) return false
  return node.values.every((value) => typeof value === type)
}

/** Of two branches with the same value, neither takes it in a `oneOf`. */
function areDistinct(lists: readonly EnumNode[]): boolean {
  const values = lists.flatMap((list) => list.values)
  return new Set(values).size === values.length && lists.filter((list) => list.nullable).length < 2
}

function join(lists: readonly EnumNode[]): EnumNode {
  const { origin } = lists[0]!
  const values = [...new Set(lists.flatMap((list) => list.values))]
  const nullable = lists.some((list) => list.nullable) ? true : undefined
  const holder = lists.find((list) => list.default !== undefined)
  const base = { origin, sources: anyOfSources(lists), nullable, description: meaningsOf(lists) }
  const joined = amend(createEnum(base, { keyword: 'enum', values }), { default: holder?.default })
  const bare = { title: undefined, description: undefined }
  const isLost = (list: EnumNode) => amend(list, list === holder ? { ...bare, default: undefined } : bare)
  const changes = lists.flatMap((list) => [
    ...(list.changes ?? []),
    ...absorbedBy(list, 'Combined with the values of the other branches in one list.'),
    ...textsOf(list).map((keyword) => {
      return rewritten(keywordIn(list, keyword), 'annotation-moved', 'Stated in the description of the list.')
    }),
    ...lostAnnotations(isLost(list), 'The list of all values has no place for it.'),
  ])
  return report(joined, ...changes)
}

function textsOf(list: EnumNode): ('title' | 'description')[] {
  return (['title', 'description'] as const).filter((keyword) => list[keyword] !== undefined)
}

/** What each value means: "low: Not urgent; high: Answer today." */
function meaningsOf(lists: readonly EnumNode[]): string | undefined {
  const texts = new Set(lists.map((list) => list.description ?? list.title))
  // The same text on every branch speaks of all of them.
  if (texts.size === 1) return [...texts][0]
  const meanings = lists.map(meaningOf).filter((each) => each !== undefined)
  return `${meanings.join('; ')}.`
}

function meaningOf(list: EnumNode): string | undefined {
  const values = list.values.map(nameOf).join(', ')
  const title = list.title !== undefined && isNews(list.title, list.values) ? list.title : undefined
  const text = trimEnd(list.description) ?? trimEnd(title)
  if (text === undefined) return undefined
  const isNamed = list.description !== undefined && title !== undefined && !list.description.includes(title)
  return `${values}${isNamed ? ` (${title})` : ''}: ${text}`
}

function nameOf(value: Json): string {
  return typeof value === 'string' && /^[\w./:+-]+$/.test(value) ? value : JSON.stringify(value)
}

function trimEnd(text: string | undefined): string | undefined {
  const trimmed = text?.trim().replace(/[.;]$/, '')
  return trimmed === '' ? undefined : trimmed
}

/** Whether a title says more than the value does: "In progress" of `in_progress` does not. */
function isNews(title: string, values: readonly Json[]): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return values.length !== 1 || plain(title) !== plain(String(values[0]))
}

/** The changes for the assertions of a branch that stands in another one now. */
export function absorbedBy(option: Node, note: string): PendingChange[] {
  const isSaid = (keyword: string) =>
    sourcesOf(option).some((source) => typeof source === 'object' && source[keyword] !== undefined)
  return ['type', 'enum', 'const', 'minLength', 'maxLength']
    .filter(isSaid)
    .map((keyword) => rewritten({ at: option.origin, keyword }, 'any-of-simplified', note))
}

/** A guard for branches that became one: a value that one of them takes. */
export function anyOfSources(options: readonly Node[]): Schema {
  const each = options.map((option) => {
    const sources = sourcesOf(option)
    return sources.length === 1 ? sources[0]! : ({ allOf: sources } as Schema)
  })
  return { anyOf: each } as Schema
}
