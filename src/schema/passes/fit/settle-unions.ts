import { encoded, type PendingChange } from '../../change.ts'
import { amend, report } from '../../ir/amend.ts'
import { createObject, createUnion } from '../../ir/create-node.ts'
import { findOverlap } from '../../ir/disjoint.ts'
import { findEncodings, holdsNode, isEncoded } from '../../ir/find-encoding.ts'
import type { Field, Node, ObjectNode, UnionNode } from '../../ir/node.ts'
import { ownSchema } from '../../ir/node.ts'
import type { Forest } from '../../ir/walk.ts'
import { everyChild, rewriteForest } from '../../ir/walk.ts'
import { arePairwiseDisjoint, saidAsAnyOf, saysOverlap, widen } from '../describe/describe-overlap.ts'
import { textChange, toJsonText } from '../lower/encode-free-form.ts'
import { nameType } from '../lower/name-inferred-types.ts'
import { anyOfSources } from '../simplify/join-enums.ts'
import type { Shapes } from './cut-depth.ts'
import { Likeness, type LikenessContext } from './likeness.ts'

/**
 * Finds unions of which a wire value could be read in two ways, and makes them plain: branches that are text become one JSON text, the whole
 * union where that is not enough, and else every branch stands in a property that names it. Runs on the wire trees, children first.
 */
export function settleUnions(forest: Forest, shapes: Shapes, hasNatives: boolean): Forest {
  const { definitions } = forest
  const context: LikenessContext = { definitions, hasNatives, isEncoded: findEncodings(definitions) }
  return rewriteForest(forest, (inner, node) =>
    inner.kind === 'union' ? settle(inner, shapeOf(node, shapes, inner), context) : inner,
  )
}

/**
 * Whether a tree without references has a union of which an option is encoded, which can be read in two ways, or takes more than the source
 * does.
 */
export function needsSettling(root: Node): boolean {
  let encoded = 0
  let widened = 0
  const isSettled = (node: Node): boolean => {
    if (isEncoded(node)) encoded++
    if (isWidened(node)) widened++
    const encodedBefore = encoded
    const widenedBefore = widened
    if (!everyChild(node, isSettled)) return false
    if (node.kind !== 'union' || !isUnsettled(node)) return true
    return encoded === encodedBefore && (node.keyword !== 'oneOf' || widened === widenedBefore)
  }
  return !isSettled(root)
}

function isUnsettled(node: UnionNode): boolean {
  return !node.keyed && node.encoding === undefined
}

/** What a union and its branches were in the tool's shape. */
interface UnionShape {
  readonly whole: Node
  readonly options: readonly Node[]
}

function shapeOf(node: Node, shapes: Shapes, inner: UnionNode): UnionShape {
  const options = node.kind === 'union' ? node.options : []
  return {
    whole: shapes.get(node) ?? inner,
    options: inner.options.map((each, at) => shapes.get(options[at]!) ?? each),
  }
}

function settle(node: UnionNode, shape: UnionShape, context: LikenessContext): Node {
  if (!isUnsettled(node)) return node
  const { definitions } = context
  const clash = findClash(node.options, context)
  if (clash === undefined) return tellOverlap(node, shape.whole, context)
  // A Date and a string are both text inside JSON text: only a name tells them apart.
  const holdsNative = node.options.some((option) => holdsNode(option, definitions, isNative))
  if (!clash.some(isTextual) || holdsNative) return tagOptions(node)
  return joinTexts(node, shape, context) ?? toText(node, shape.whole)
}

/** The union with all branches that are text as one JSON text; undefined where nothing else is left, or that does not tell them apart. */
function joinTexts(node: UnionNode, shape: UnionShape, context: LikenessContext): Node | undefined {
  const texts = node.options.filter(isTextual)
  const others = node.options.filter((option) => !isTextual(option))
  // That only one branch may fit is said of the branches as they were.
  if (others.length === 0 || (node.keyword === 'oneOf' && !saysOverlap(node))) return undefined
  const [first] = texts
  const around = { origin: first!.origin, sources: anyOfSources(texts), description: firstDescription(texts) }
  // Another branch takes null.
  const shapes = shape.options
    .filter((_, index) => isTextual(node.options[index]!))
    .map((each) => (each.nullable ? amend(each, { nullable: undefined }) : each))
  const changes = texts.flatMap(textChanges)
  const union = createUnion(around, { keyword: 'anyOf', options: shapes })
  const free = shapes.find((each) => each.kind === 'any' && each.shape === undefined)
  const joined = toJsonText({ ...union, says: saysOf(texts) }, free ?? union, ...changes)
  const takesNull = texts.some((option) => option.nullable) ? others[0] : undefined
  const options = node.options.flatMap((option) => {
    if (isTextual(option)) return option === first ? [joined] : []
    return [option === takesNull ? amend(option, { nullable: true }) : option]
  })
  return findClash(options, context) === undefined ? amend(node, { options }) : undefined
}

/** What is said of texts beside what their JSON is. */
function saysOf(texts: readonly Node[]): readonly string[] | undefined {
  const says = texts.filter((text) => !isJsonText(text)).flatMap((text) => text.says ?? [])
  return says.length > 0 ? says : undefined
}

function isJsonText(node: Node): boolean {
  return node.encoding?.type === 'json-text'
}

/** What a text reports. One that was no JSON text has another encoding now than it had. */
function textChanges(text: Node): readonly PendingChange[] {
  const { changes = [] } = text
  return isJsonText(text) ? changes : [...changes.filter(({ effect }) => effect !== 'encoded'), joinedText(text)]
}

function joinedText(text: Node): PendingChange {
  const keywords = Object.keys(ownSchema(text) ?? {})
  const keyword = ['type', 'enum', 'const', '$ref'].find((each) => keywords.includes(each)) ?? keywords[0] ?? 'type'
  return textChange({ at: text.origin, keyword }, 'union-to-json-text')
}

/**
 * A `oneOf` that stays one, but whose branches are others on the wire: a value that fitted two of them may fit one there, and where words
 * say what a branch asks for, a value that fitted one may fit two.
 */
function tellOverlap(node: UnionNode, shape: Node, context: LikenessContext): Node {
  if (node.keyword !== 'oneOf') return node
  const { definitions } = context
  const reading = { objects: 'written', definitions } as const
  const isWide =
    node.options.some((option) => holdsNode(option, definitions, isWidened)) &&
    !arePairwiseDisjoint(node.options, reading)
  if (!isWide && !node.options.some(context.isEncoded)) return node
  const options = shape.kind === 'union' ? shape.options : node.options
  const isDisjoint = arePairwiseDisjoint(options, reading)
  const told = isDisjoint || saysOverlap(node) ? node : widen(node, node.origin)
  if (!isWide) return told
  return amend(isDisjoint ? report(told, saidAsAnyOf(node.origin)) : told, { keyword: 'anyOf' })
}

/** Two options that share wire values but turn them back differently. */
function findClash(options: readonly Node[], context: LikenessContext): [Node, Node] | undefined {
  const encoded = options.map(context.isEncoded)
  if (!encoded.includes(true)) return undefined
  const { definitions } = context
  const likeness = new Likeness(context)
  return findOverlap(
    options,
    { objects: 'wire', definitions },
    (left, right) => encoded[left]! || encoded[right]!,
    (left, right) => likeness.areAlike(left, right),
  )
}

/** Whether a constraint that `check` holds is only said in words at a node. */
function isWidened({ changes }: Node): boolean {
  return changes?.some(({ effect, enforced }) => effect === 'described' && enforced) === true
}

function isNative({ encoding }: Node): boolean {
  return encoding?.type === 'native'
}

function isTextual(node: Node): boolean {
  return node.kind === 'string' || node.kind === 'enum'
}

function toText(node: UnionNode, shape: Node): Node {
  const described = amend(node, { description: node.description ?? firstDescription(node.options), changes: undefined })
  return toJsonText(
    described,
    shape,
    ...(node.changes ?? []),
    textChange({ at: node.origin, keyword: node.keyword }, 'union-to-json-text'),
  )
}

function firstDescription(options: readonly Node[]): string | undefined {
  return options.find((option) => option.description !== undefined)?.description
}

function tagOptions(node: UnionNode): Node {
  const names = node.options.map((_, index) => `option_${index + 1}`)
  const nullable = node.nullable || node.options.some((option) => option.nullable) ? true : undefined
  const options = node.options.map((each, index): ObjectNode => {
    // A value of a type that no branch speaks of has no tag.
    const option = each.inferred ? nameType(each) : each
    const fields: Field[] = [{ name: names[index]!, value: amend(option, { nullable: undefined }), required: true }]
    return createObject({ origin: option.origin, sources: option.sources, nullable }, { fields })
  })
  const note = `The branches look alike on the wire: each is sent in a property of its own (${names.join(', ')}).`
  const change = encoded({ at: node.origin, keyword: node.keyword }, 'union-tagged', note)
  return report(amend(node, { options, nullable, encoding: { type: 'tag', names } }), change)
}
