import type { PatternMatcher } from '../../core/pattern/pattern-matcher.ts'
import { holderOf } from '../document/holder-of.ts'
import { report } from './amend.ts'
import { createObject } from './create-node.ts'
import { bothOf } from './intersect-arrays.ts'
import { draftOf, finish, tighter } from './intersect-scalars.ts'
import type { Field, Node, NodeBase, ObjectNode, PatternField } from './node.ts'
import { isImpossible, originOf } from './node.ts'
import { namesNotMatched } from './pattern-changes.ts'
import { contradictsItself } from './traits.ts'

type Both = (a: Node, b: Node) => Node

/** Two object types as one: fields by name, required names together, what is said about other names combined. */
export function intersectObjects(
  base: NodeBase,
  left: ObjectNode,
  right: ObjectNode,
  both: Both,
  patterns: PatternMatcher,
): ObjectNode {
  const draft = draftOf(base)
  const fields = mergeFields(left, right, both, patterns)
  const declared = new Set(fields.map((field) => field.name))
  const elsewhere = [...left.requiredElsewhere, ...right.requiredElsewhere]
  const others = mergeOthers(left, right, both)
  if (others.unmerged.length > 0) {
    // Two lists of patterns cannot be said as one; the second list stays a rule.
    const value = Object.fromEntries(others.unmerged.map((each) => [each.pattern, true]))
    draft.rules.push({ at: right.origin, keyword: 'patternProperties', value, owner: {}, nodes: new Map() })
  }
  if (left.ordering === undefined && right.ordering !== undefined) {
    draft.origins['propertyOrdering'] = originOf(right, 'propertyOrdering')
  }
  const minProperties = tighter(draft, 'minProperties', left, right, Math.max)
  const maxProperties = tighter(draft, 'maxProperties', left, right, Math.min)
  const result = createObject(
    { ...base, ...finish(draft) },
    {
      fields,
      requiredOrder: [...left.requiredOrder, ...right.requiredOrder],
      requiredElsewhere: elsewhere.filter((each) => !declared.has(each.name)),
      mentions: [...left.mentions, ...right.mentions],
      patterns: others.patterns,
      extras: others.extras,
      minProperties,
      maxProperties,
      ordering: left.ordering ?? right.ordering,
    },
  )
  const holder = left.patterns.length > 0 ? left : right
  const isCut = patterns.isUsedUp && holder.patterns.length > 0
  return isCut ? report(result, namesNotMatched(originOf(holder, 'patternProperties'))) : result
}

function mergeFields(left: ObjectNode, right: ObjectNode, both: Both, patterns: PatternMatcher): Field[] {
  const rights = new Map(right.fields.map((field) => [field.name, field]))
  const [leftRequires, rightRequires] = [elsewhereOf(left), elsewhereOf(right)]
  const fields: Field[] = left.fields.map((field) => {
    const twin = rights.get(field.name)
    rights.delete(field.name)
    const required = field.required || (twin?.required ?? rightRequires.has(field.name))
    const value = bothOf(field.value, twin?.value ?? saidAbout(right, field.name, both, patterns), both)
    return { name: field.name, value: twin === undefined ? value! : blame(value!, field.value, twin.value), required }
  })
  for (const field of rights.values()) {
    const value = bothOf(field.value, saidAbout(left, field.name, both, patterns), both)
    fields.push({ ...field, value: value!, required: field.required || leftRequires.has(field.name) })
  }
  return fields
}

/** Reports at the second place that no value satisfies both declarations of a property; that of the first is reported where it is left out. */
function blame(value: Node, first: Node, second: Node): Node {
  const isPossible = (node: Node) => !isImpossible(node) && !contradictsItself(node)
  if (isPossible(value) || !isPossible(first) || !isPossible(second)) return value
  const holder = holderOf(second.origin)
  if (holder?.keyword !== 'properties') return value
  const note = `No value satisfies ${second.origin} and ${first.origin}: the property is left out.`
  return report(value, { ...holder, code: 'impossible-part-removed', effect: 'rewritten', enforced: true, note })
}

const noNames: ReadonlySet<string> = new Set()

/** Names that are required, and not declared. */
function elsewhereOf({ requiredElsewhere }: ObjectNode): ReadonlySet<string> {
  return requiredElsewhere.length === 0 ? noNames : new Set(requiredElsewhere.map(({ name }) => name))
}

/** What an object type says about a property that it does not declare: nothing where a pattern that is not run might match. */
function saidAbout(node: ObjectNode, name: string, both: Both, patterns: PatternMatcher): Node | undefined {
  if (node.patterns.length === 0) return node.extras
  if (patterns.isUsedUp) return undefined
  const sources = node.patterns.map((each) => each.pattern)
  const { matching, isCertain } = patterns.matchName(sources, name)
  if (matching.length === 0) return isCertain ? node.extras : undefined
  return matching.map((index) => node.patterns[index]!.value).reduce(both)
}

function mergeOthers(left: ObjectNode, right: ObjectNode, both: Both) {
  const extras = bothOf(left.extras, right.extras, both)
  const none: readonly PatternField[] = []
  if (left.patterns.length === 0 && right.patterns.length === 0) return { patterns: none, extras, unmerged: none }
  const [one, other] = left.patterns.length > 0 ? [left, right] : [right, left]
  if (other.patterns.length > 0) return { patterns: one.patterns, extras: one.extras, unmerged: other.patterns }
  if (other.extras === undefined) return { patterns: one.patterns, extras: one.extras, unmerged: none }
  if (isImpossible(other.extras)) return { patterns: none, extras: other.extras, unmerged: none }
  const patterns = one.patterns.map((each) => ({ ...each, value: both(each.value, other.extras!) }))
  return { patterns, extras, unmerged: none }
}
