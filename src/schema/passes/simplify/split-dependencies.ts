import { isPlainObject } from '../../../core/json.ts'
import type { Schema } from '../../document/schema.ts'
import { amend, report } from '../../ir/amend.ts'
import { createObject, createUnion } from '../../ir/create-node.ts'
import { intersect } from '../../ir/intersect.ts'
import { countNodes } from '../../ir/measure.ts'
import type { Node, ObjectNode, PendingChange, Rule, UnionNode } from '../../ir/node.ts'
import { isImpossible, sourcesOf } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass, PassContext } from '../pass.ts'

/**
 * Turns "when property a is there, then …" into two branches: one without the property, one with it and with what it asks for.
 * Exact, because an object on the wire holds declared properties only.
 */
export const splitDependencies: Pass = {
  name: 'split-dependencies',
  wakes: traits('rules'),
  unless: ['dependencies'],
  rewrite(node, context) {
    if (node.kind !== 'object' || node.rules === undefined) return node
    if (context.dialect.supports.has('dependencies') || !context.dialect.supports.has('anyOf')) return node
    const rule = node.rules.find((each) => keywords.has(each.keyword))
    const trigger = rule === undefined ? undefined : readTrigger(node, rule)
    if (rule === undefined || trigger === undefined) return node
    if (countNodes(node, context.limits.nodes) * 2 > context.limits.nodes) return node
    const rest = node.rules.filter((each) => each !== rule)
    const bare: ObjectNode = amend(node, { rules: rest.length > 0 ? rest : undefined })
    const note = trigger.isCertain
      ? 'The property is always there.'
      : 'Said as two branches: with the property and without.'
    const change: PendingChange = {
      at: rule.at,
      keyword: rule.keyword,
      code: 'dependency-split',
      effect: 'rewritten',
      enforced: true,
      note,
    }
    const result = split(bare, trigger, context)
    return result === undefined ? node : report(result, change)
  },
}

const keywords = new Set(['dependentRequired', 'dependentSchemas', 'dependencies'])

interface Trigger {
  readonly name: string
  /** The property is required, so what it asks for always holds. */
  readonly isCertain: boolean
  readonly required: readonly string[]
  readonly schema: Node | undefined
  readonly keyword: UnionNode['keyword']
  /** Where the keyword stands. */
  readonly at: string
}

/** The one trigger of a rule, where its consequences can be said. Several triggers would double the branches each. */
function readTrigger(node: ObjectNode, rule: Rule): Trigger | undefined {
  const entries = isPlainObject(rule.value) ? Object.entries(rule.value) : []
  if (entries.length !== 1) return undefined
  const [name, value] = entries[0]!
  const field = node.fields.find((each) => each.name === name)
  if (field === undefined) return undefined
  const required = Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
  const declared = new Set(node.fields.map((each) => each.name))
  if (!required.every((each) => declared.has(each))) return undefined
  const keyword = rule.keyword as UnionNode['keyword']
  return { name, isCertain: field.required, required, schema: rule.nodes.get(name), keyword, at: rule.at }
}

function split(node: ObjectNode, trigger: Trigger, context: PassContext): Node | undefined {
  if (trigger.isCertain) return ask(node, trigger, context)
  const present: Schema = { required: [trigger.name] }
  const bare = (guard: Schema, fields: ObjectNode['fields']): ObjectNode => {
    const { origin, origins, rules, inferred } = node
    return createObject(
      { origin, origins, rules, inferred, sources: [...sourcesOf(node), guard] },
      amend(node, { fields }),
    )
  }
  const others = node.fields.filter((field) => field.name !== trigger.name)
  if (!excludes(node, others, context)) return undefined
  const asked = ask(bare(present, node.fields), trigger, context)
  if (asked === undefined) return undefined
  const options = [asked, bare({ not: present }, others)]
  const { keyword, at } = trigger
  const origins = { ...node.origins, [keyword]: at }
  return createUnion(amend(node, { rules: undefined, inferred: undefined, origins }), { keyword, options })
}

/** Whether an object with these fields has no room for a property that is none of them. */
function excludes(node: ObjectNode, fields: ObjectNode['fields'], { dialect }: PassContext): boolean {
  if (node.patterns.length > 0) return false
  if (node.extras !== undefined) return isImpossible(node.extras)
  // Without any field it is open to all.
  return fields.length > 0 && !dialect.supports.has('openObjects')
}

/**
 * The object with what the property asks for. A dependency binds objects only, so null stays where it was allowed, and so do other
 * types where the type was only inferred. Undefined where that cannot be said.
 */
function ask(node: ObjectNode, trigger: Trigger, context: PassContext): Node | undefined {
  const names = new Set([trigger.name, ...trigger.required])
  const fields = node.fields.map((field) => (names.has(field.name) ? { ...field, required: true } : field))
  const asked = amend(node, { fields })
  if (trigger.schema === undefined) return asked
  const { nullable, inferred } = node
  const both = intersect(amend(asked, { nullable: undefined, inferred: undefined }), trigger.schema, context)
  if (both.kind === 'object') return amend(both, { nullable, inferred })
  return inferred ? undefined : amend(both, { nullable })
}
