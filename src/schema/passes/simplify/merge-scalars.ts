import type { Json } from '../../../core/json.ts'
import { described, type PendingChange, rewritten } from '../../change.ts'
import { joinWords } from '../../check/messages.ts'
import { amend, describe, report } from '../../ir/amend.ts'
import { createEnum, createNumber } from '../../ir/create-node.ts'
import type { EnumNode, Node, NumberNode, StringNode, UnionNode } from '../../ir/node.ts'
import { keywordIn, sourcesOf } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import { canListAll, isRow, rangeOf } from '../lower/label-enums.ts'
import type { Pass, PassContext } from '../pass.ts'
import { collapse } from './flatten-unions.ts'
import { absorbedBy, anyOfSources, isListOf, joinEnums, joinFormats } from './join-enums.ts'

/**
 * Keeps the scalars of a union plain: lists of one type are one list, and a value that the dialect cannot list beside a type is held by
 * the type, with the rest said in words.
 */
export const mergeScalars: Pass = {
  name: 'merge-scalars',
  wakes: traits('union'),
  unless: ['enumOfAnything'],
  skipsRules: true,
  rewrite(node, context) {
    if (node.kind !== 'union' || node.keyed || node.options.every(isPlain)) return node
    const split = node.options.flatMap((option) => splitByType(asEmpty(option, node), context))
    let options = joinEnums(split, node)
    options = joinFormats(options, node, context)
    options = holdEmpty(options, node, context)
    options = holdNumbers(options, node, context)
    if (options.length === node.options.length && options.every((option, index) => option === node.options[index])) {
      return node
    }
    const rest = report(amend(node, { options }), simplified(node, node.keyword, 'Values of one type are combined.'))
    return options.length > 1 ? rest : collapse(rest, options[0])
  },
}

/** Neither a list nor empty text, nor a text with a format: there is nothing to merge. */
function isPlain(option: Node): boolean {
  if (option.kind === 'string') return option.maxLength !== 0 && option.format === undefined
  return option.kind !== 'enum'
}

/** Text of no length beside other texts, as the one value that it is. */
function asEmpty(option: Node, union: UnionNode): Node {
  if (!isText(option) || option.maxLength !== 0 || option.pattern !== undefined || option.format !== undefined) {
    return option
  }
  const hasOther = union.options.some((other) => other !== option && isText(other))
  return hasOther ? createEnum(option, { keyword: 'enum', values: [''] }) : option
}

/** A list of values of several types as one list for each. */
function splitByType(option: Node, context: PassContext): Node[] {
  if (option.kind !== 'enum' || option.rules !== undefined || option.encoding !== undefined || option.inferred)
    return [option]
  if (canListAll(option.values, context.dialect.supports)) return [option]
  const byType = new Map<string, Json[]>()
  for (const value of option.values) byType.set(typeof value, [...(byType.get(typeof value) ?? []), value])
  if (byType.size < 2 || byType.has('object')) return [option]
  const note = 'Values of each type are listed by themselves.'
  return [...byType].map(([type, values], index): EnumNode => {
    const sources = [...sourcesOf(option), { type }]
    if (index === 0) return report(amend(option, { values, sources }), simplified(option, option.keyword, note))
    return createEnum({ origin: option.origin, sources, nullable: option.nullable }, { keyword: 'enum', values })
  })
}

function simplified(node: Node, keyword: string, note: string): PendingChange {
  return rewritten(keywordIn(node, keyword), 'any-of-simplified', note)
}

/** Lets text be empty where a branch lists empty text, which most dialects cannot list. */
function holdEmpty(options: readonly Node[], union: UnionNode, context: PassContext): readonly Node[] {
  const text = only(options, isText)
  const list = options.find((option) => isListOf(option, 'string') && option.values.includes(''))
  if (text === undefined || list?.kind !== 'enum' || canListAll(list.values, context.dialect.supports)) return options
  const isTaken = takes(text, '', context)
  // Empty text that fits two branches is not allowed by `oneOf`.
  const held =
    union.keyword === 'oneOf' && isTaken
      ? amend(text, { minLength: Math.max(1, text.minLength ?? 0) })
      : admitEmpty(text, isTaken, context)
  const rest = list.values.filter((value) => value !== '')
  const note = 'Covered by the string next to it.'
  const changes = [...(list.changes ?? []), ...(rest.length > 0 ? [] : absorbedBy(list, note))]
  const nullable = text.nullable || (rest.length === 0 && list.nullable) ? true : undefined
  const description = text.description ?? (rest.length === 0 ? list.description : undefined)
  const whole = report(amend(held, { sources: anyOfSources([text, list]), nullable, description }), ...changes)
  return options.flatMap((option) => {
    if (option === text) return [whole]
    if (option !== list) return [option]
    return rest.length === 0 ? [] : [amend(list, { values: rest, changes: undefined })]
  })
}

/** The text with empty text allowed. */
function admitEmpty(text: StringNode, isTaken: boolean, context: PassContext): StringNode {
  let result = text
  const { minLength, pattern, format } = text
  if (minLength !== undefined && minLength > 0) {
    result = amend(result, { minLength: undefined })
    const change = widened(text, 'minLength', minLength > 1)
    result =
      minLength > 1 ? describe(result, `Empty, or at least ${minLength} characters.`, change) : report(result, change)
  }
  if (pattern !== undefined && !isTaken && context.accepts('', { pattern }) !== true) {
    result = report(amend(result, { pattern: `^$|${pattern}` }), widened(text, 'pattern', false))
  }
  if (format === undefined) return result
  const change: PendingChange = {
    ...widened(text, 'format', true),
    code: 'format-described',
    enforced: context.formats === 'assert',
  }
  return describe(amend(result, { format: undefined }), `Format: ${format}, or empty.`, change)
}

/** Lets a number be what the lists beside it name, and makes those numbers that stand beside text. */
function holdNumbers(options: readonly Node[], union: UnionNode, context: PassContext): readonly Node[] {
  const list = options.find((option) => isListOf(option, 'number'))
  if (list?.kind !== 'enum' || canListAll(list.values, context.dialect.supports)) return options
  const number = only(options, isNumber)
  const values = list.values as readonly number[]
  if (number === undefined) {
    const isBesideText = options.some((option) => option.kind === 'string' || isListOf(option, 'string'))
    if (!isBesideText || isRow(values) || values.length > mostSaid) return options
    return options.map((option) => (option === list ? typed(list, values) : option))
  }
  const others = values.filter((value) => !takes(number, value, context))
  if ((union.keyword === 'oneOf' && others.length < values.length) || others.length > mostSaid) return options
  const held = others.length === 0 ? number : admitNumbers(number, others, list)
  const changes = [...(list.changes ?? []), ...absorbedBy(list, 'Covered by the number next to it.')]
  const nullable = number.nullable || list.nullable ? true : undefined
  const description = number.description ?? list.description
  const whole = report(amend(held, { sources: anyOfSources([number, list]), nullable, description }), ...changes)
  return options.flatMap((option) => (option === number ? [whole] : option === list ? [] : [option]))
}

/** Longer lists are no sentence. */
const mostSaid = 50

/** The numbers of a list as numbers between the smallest and the largest. */
function typed(list: EnumNode, values: readonly number[]): Node {
  const [minimum, maximum] = rangeOf(values)
  const own = { integer: values.every(Number.isInteger), minimum, maximum, listed: values }
  return describe(
    createNumber(list, own),
    `Must be ${joinWords(values.map(String), 'or')}.`,
    widened(list, list.keyword, true),
  )
}

/** The number with other values allowed: its bounds reach to them, and what lies between is excluded in words. */
function admitNumbers(number: NumberNode, values: readonly number[], list: EnumNode): NumberNode {
  const low = number.minimum ?? number.exclusiveMinimum
  const high = number.maximum ?? number.exclusiveMaximum
  const bare = amend(number, {
    integer: number.integer && values.every(Number.isInteger),
    minimum: low === undefined ? undefined : Math.min(low, ...values),
    maximum: high === undefined ? undefined : Math.max(high, ...values),
    exclusiveMinimum: undefined,
    exclusiveMaximum: undefined,
    multipleOf: undefined,
  })
  const keywords = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const
  const changes = keywords.filter((keyword) => number[keyword] !== undefined)
  const said = [...changes.map((keyword) => widened(number, keyword, true)), widened(list, list.keyword, true)]
  if (number.integer && !bare.integer) said.push(widened(number, 'type', true))
  return describe(bare, `${sayRange(number)}, or ${joinWords(values.map(String), 'or')}.`, ...said)
}

function isText(node: Node): node is StringNode {
  return node.kind === 'string' && node.encoding === undefined && !node.inferred && node.rules === undefined
}

function isNumber(node: Node): node is NumberNode {
  return node.kind === 'number' && node.encoding === undefined && !node.inferred && node.rules === undefined
}

function only<T extends Node>(options: readonly Node[], test: (node: Node) => node is T): T | undefined {
  const found = options.filter(test)
  return found.length === 1 ? found[0] : undefined
}

function takes(option: Node, value: Json, context: PassContext): boolean {
  return context.accepts(value, sourcesOf(option)) === true
}

function widened(node: Node, keyword: string, isSaid: boolean): PendingChange {
  const note = 'Together with the values that another branch allows.'
  return isSaid ? described(keywordIn(node, keyword), 'constraint-described', note) : simplified(node, keyword, note)
}

/** The numbers of a node as the beginning of a sentence: "At least 0", "1 to 10", "A multiple of 5". */
function sayRange(node: NumberNode): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = node
  const limits: string[] = []
  if (minimum !== undefined && maximum !== undefined) limits.push(`${minimum} to ${maximum}`)
  else if (minimum !== undefined) limits.push(`at least ${minimum}`)
  else if (maximum !== undefined) limits.push(`at most ${maximum}`)
  if (exclusiveMinimum !== undefined) limits.push(`greater than ${exclusiveMinimum}`)
  if (exclusiveMaximum !== undefined) limits.push(`less than ${exclusiveMaximum}`)
  if (multipleOf !== undefined) limits.push(`a multiple of ${multipleOf}`)
  else if (node.integer) limits.push(limits.length === 0 ? 'an integer' : 'whole')
  const text = limits.length === 0 ? 'any number' : limits.join(' and ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
