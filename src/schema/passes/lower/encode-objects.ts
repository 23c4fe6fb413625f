import { encoded, type Mention, narrowed, type PendingChange, rewritten } from '../../change.ts'
import { amend, report } from '../../ir/amend.ts'
import { createAny, createBase, createBoolean, createNever, createObject } from '../../ir/create-node.ts'
import { wrapBase } from '../../ir/merge-base.ts'
import type { Field, Node, ObjectNode } from '../../ir/node.ts'
import { isImpossible, keywordIn, needsExtras, sourcesOf } from '../../ir/node.ts'
import { forbidsUnevaluated, isClosed, traits } from '../../ir/traits.ts'
import { countsIn, sayCounts } from '../describe/describe-limits.ts'
import type { Pass, PassContext } from '../pass.ts'
import { encodeFreeForm, encodeOpenObject, toJsonText } from './encode-free-form.ts'
import { encodeExtras, encodeRecord, nameOfExtras, withExtras } from './encode-record.ts'
import { foldPatterns, isTyped, openObject } from './fold-patterns.ts'
import { orderingLost } from './order-fields.ts'

/**
 * Gives objects a form that the dialect can say. Where it knows declared properties only, records become entries and open
 * objects JSON text; where it knows `additionalProperties`, all others are said by that.
 */
export const encodeObjects: Pass = {
  name: 'encode-objects',
  wakes: traits('object'),
  rewrite(node, context, shape) {
    if (node.kind !== 'object' || node.encoding?.type === 'tuple') return node
    const { supports } = context.dialect
    const closed = isClosed(node)
    const isEmpty = closed && node.fields.length === 0 && node.patterns.length === 0
    if (isEmpty && !supports.has('emptyObjects')) return holdNothing(node)
    if (supports.has('additionalProperties')) {
      const known = supports.has('patternProperties') ? node : foldPatterns(node, shape)
      const isSilent = known.kind === 'object' && !closed && !supports.has('openObjects')
      return isSilent ? openObject(known) : known
    }
    if (isEmpty) return closeObject(node)
    const hasOthers = isTyped(node.extras) || node.patterns.length > 0
    if (node.fields.length > 0) {
      if (hasOthers) return encodeExtras(node, shape, context)
      const isOpen = !closed && (needsExtras(node) || isMeantToBeOpen(node, context))
      return isOpen ? encodeFreeExtras(node) : closeObject(node)
    }
    return hasOthers ? encodeRecord(node, shape, context) : encodeOpenObject(node, shape)
  },
}

/**
 * Declares required names that no property has, with what the object says of such a name, or any value: otherwise the model could not
 * write them, and every call would be refused. Where such a name is forbidden, there is nothing to declare.
 */
export const declareRequiredNames: Pass = {
  name: 'declare-required-names',
  wakes: traits('undeclaredName'),
  unless: ['undeclaredRequired'],
  rewrite(node, context) {
    if (node.kind !== 'object' || node.requiredElsewhere.length === 0) return node
    const { supports } = context.dialect
    const isFree = supports.has('freeForm')
    // Where an object of which nothing is declared is JSON text or a list of entries, the names are said with it: all of those that it
    // can hold.
    const isSaid = node.fields.length === 0 && !isFree && !supports.has('additionalProperties')
    if (isSaid && (node.patterns.length === 0 || node.extras !== undefined)) return node
    const any = createAny(createBase(node.origin, []))
    const text = amend(encodeFreeForm.rewrite(any, context, any), { changes: undefined })
    const fields = new Map<string, Field>()
    const changes: PendingChange[] = []
    for (const { name, at } of node.requiredElsewhere) {
      const said = saidOfName(node, name, context)
      if (said === undefined || isImpossible(said)) continue
      if (isSaid && node.patterns.some(({ value }) => value === said)) continue
      const isTold = said.kind !== 'any' && isTyped(said)
      fields.set(name, { name, value: isTold ? said : text, required: true })
      const what = isTold ? 'what such a property holds' : 'any value'
      const note = `"${name}" is required but not declared: it is declared with ${what}.`
      const effect = isFree || isTold ? 'rewritten' : 'encoded'
      changes.push({ at, keyword: 'required', code: 'required-name-undeclared', effect, enforced: true, note })
    }
    if (fields.size === 0) return node
    const rest = node.requiredElsewhere.filter(({ name }) => !fields.has(name))
    const whole = amend(node, { fields: [...node.fields, ...fields.values()], requiredElsewhere: rest })
    // An object of which nothing was declared stays open.
    const isOpen = node.fields.length === 0 && node.patterns.length === 0 && node.extras === undefined
    return report(isOpen ? amend(whole, { extras: any }) : whole, ...changes)
  },
}

/** What an object says of the value of a property that it does not declare; undefined where a pattern that was not run may match. */
function saidOfName(node: ObjectNode, name: string, { patterns }: PassContext): Node | undefined {
  const base = createBase(node.origin, [])
  const others = node.extras ?? (forbidsUnevaluated(node) ? createNever(base) : createAny(base))
  if (node.patterns.length === 0) return others
  if (patterns.isUsedUp) return undefined
  const { matching, isCertain } = patterns.matchName(
    node.patterns.map((each) => each.pattern),
    name,
  )
  // The first pattern that matches decides, as it does among entries.
  if (matching.length > 0) return node.patterns[matching[0]!]!.value
  return isCertain ? others : undefined
}

/**
 * Whether an author who wrote that other properties are allowed meant it of this object. Generators write it everywhere: where there are
 * several objects and none is without it, it says nothing about one of them, unless it has words of its own.
 */
function isMeantToBeOpen(node: ObjectNode, context: PassContext): boolean {
  const isWritten = node.extras !== undefined && node.mentions.length > 0
  return isWritten && (node.extras?.description !== undefined || !context.isOpenThroughout())
}

/** Sends properties of any type that are not declared as one JSON text, in a property of their own. */
function encodeFreeExtras(node: ObjectNode): Node {
  const name = nameOfExtras(node)
  const { extras } = node
  const around = createBase(extras?.origin ?? node.origin, [])
  const text = amend(toJsonText(createAny(around), createObject(around, { extras: createAny(around) })), {
    description: extras?.description ?? 'Further properties.',
  })
  const note = `Other properties of any type are sent as JSON text in ${name} and put back.`
  const places = node.mentions.length > 0 ? node.mentions : [keywordIn(node, 'minProperties')]
  const changes = places.map((place) => encoded(place, 'extras-to-text', note))
  const open = extras === undefined ? amend(node, { extras: createAny(around) }) : node
  return sayCounts(report(withExtras(open, name, text), ...changes), node)
}

function closeObject(node: ObjectNode): Node {
  const { extras, mentions } = node
  if (extras === undefined && mentions.length === 0) return node
  const isForbidden = extras !== undefined && isImpossible(extras)
  const changes = mentions.map((place) =>
    isForbidden
      ? rewritten(place, 'closed-object-implied', 'The model writes declared properties only.')
      : narrowed(place, 'open-object-closed', 'The model cannot write properties beside the declared ones.'),
  )
  if (isForbidden) changes.push(...(extras.changes ?? []))
  return amend(node, { extras: undefined, mentions: none, changes: node.changes?.concat(changes) ?? changes })
}

/** Offers an object that holds nothing last, or not at all where another branch takes an empty object too. */
export const offerNothingLast: Pass = {
  name: 'offer-nothing-last',
  wakes: traits('union'),
  unless: ['emptyObjects'],
  rewrite(node, context) {
    if (node.kind !== 'union' || node.keyed) return node
    const empty = node.options.filter(isNothing)
    if (empty.length === 0 || empty.length === node.options.length) return node
    const others = node.options.filter((option) => !isNothing(option))
    const isTaken = others.some((option) => takesNothing(option, context)) && !empty.some((option) => option.nullable)
    if (!isTaken) return isNothing(node.options[0]!) ? amend(node, { options: [...others, ...empty] }) : node
    const note = 'Another branch takes an empty object too.'
    const change = rewritten(keywordIn(node, node.keyword), 'any-of-simplified', note)
    const rest = report(amend(node, { options: others }), change)
    const [only] = others
    return only?.kind !== 'object' || others.length > 1 ? rest : wrapBase(rest, amend(only, { untagged: true }))
  },
}

function isNothing({ encoding }: Node): boolean {
  return encoding?.type === 'nothing'
}

/** Whether a branch is sent as it is, and takes an object without properties. */
function takesNothing(option: Node, context: PassContext): boolean {
  if (option.kind !== 'object' || option.encoding !== undefined || option.fields.some(({ required }) => required)) {
    return false
  }
  return context.accepts({}, sourcesOf(option)) === true
}

const none: readonly never[] = []

/** An object without properties is refused: a placeholder stands in it, and is taken out again. */
function holdNothing(node: ObjectNode): Node {
  const placeholder = createBoolean({ origin: node.origin, sources: [], description: 'Not used. Leave it out.' })
  const held = (places: readonly Mention[]) => {
    const note = 'An object without properties is refused: a placeholder that is not used stands in it.'
    return places.map((place) => encoded(place, 'empty-object-placeholder', note))
  }
  const changes = [...held(node.mentions), ...orderingLost(node), ...(node.extras?.changes ?? [])]
  changes.push(...held(countsIn(node)))
  if (changes.length === 0) changes.push(...held([{ at: node.origin, keyword: 'properties' }]))
  return report(
    amend(node, {
      fields: [{ name: 'value', value: placeholder, required: false }],
      extras: undefined,
      mentions: [],
      minProperties: undefined,
      maxProperties: undefined,
      encoding: { type: 'nothing' },
    }),
    ...changes,
  )
}
