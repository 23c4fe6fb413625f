import { described, narrowed, type PendingChange } from '../../change.ts'
import { amend, describe, report } from '../../ir/amend.ts'
import type { Annotation, Field, Node, ObjectNode, Rule } from '../../ir/node.ts'
import { hasExtras } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass, PassContext } from '../pass.ts'

/** The keyword that marks what the model is not to write, and who writes it. */
const writers = { readOnly: 'server', writeOnly: 'client' } as const

/**
 * Leaves out optional properties that are marked as not for this direction: `readOnly` in a request, `writeOnly` in a response. Those
 * that have to stay are described. A dialect that carries annotations carries the keyword.
 */
export const omitReadOnly: Pass = {
  name: 'omit-read-only',
  wakes: traits('oneWayField'),
  skipsRules: true,
  rewrite(node, { dialect, definitions, oneWay }) {
    if (node.kind !== 'object' || oneWay === undefined || dialect.supports.has('annotations')) return node
    const marks = new Map<Field, Annotation>()
    for (const field of node.fields) {
      const mark = field.value.annotations?.find(({ keyword, value }) => keyword === oneWay && value === true)
      if (mark !== undefined) marks.set(field, mark)
    }
    if (marks.size === 0) return node
    // Where every property is asked for, null means that one is left out: it has to be read as that.
    const omitted = dialect.supports.has('optionalProperties')
      ? omittable(node, [...marks.keys()], definitions)
      : nothing
    const fields = node.fields
      .filter((field) => !omitted.has(field))
      .map((field) => (marks.has(field) ? describeField(field, oneWay) : field))
    const changes = [...omitted].map((field) => leftOut(field.name, marks.get(field)!))
    return report(amend(node, { fields }), ...changes)
  },
}

const nothing: ReadonlySet<Field> = new Set()

/** The fields that an object can do without: none where no field, or too few, would be left, or where other names are written too. */
function omittable(
  node: ObjectNode,
  marked: readonly Field[],
  definitions: PassContext['definitions'],
): ReadonlySet<Field> {
  const isPlain = ({ name, value }: Field) => name !== '' && isSent(value, definitions, new Set())
  const found = marked.filter((field) => !field.required && isPlain(field) && !isSpokenOf(field.name, node.rules))
  const left = node.fields.length - found.length
  return takesOtherNames(node) || left < Math.max(1, node.minProperties ?? 0) ? nothing : new Set(found)
}

/**
 * Whether a value has the same shape on every wire. What was encoded once has to be decoded for ever: calls are stored as they were
 * sent, and only what is declared is decoded.
 */
function isSent(value: Node, definitions: PassContext['definitions'], entered: ReadonlySet<string>): boolean {
  if (value.inferred || value.rules !== undefined || value.encoding !== undefined) return false
  const isPart = (part: Node) => isSent(part, definitions, entered)
  switch (value.kind) {
    case 'string':
      return true
    case 'number':
    case 'boolean':
      return value.listed === undefined
    case 'enum':
      return value.values.every((each) => typeof each === 'string')
    case 'array':
      return value.prefix.length === 0 && value.items !== undefined && isPart(value.items)
    case 'object':
      if (value.fields.length === 0 || takesOtherNames(value)) return false
      return value.fields.every((field) => field.name !== '' && isPart(field.value))
    case 'union':
      // A union of plain objects was never tagged, and a union of scalars may have been JSON text.
      return value.options.every((option) => (option.kind === 'object' || option.kind === 'ref') && isPart(option))
    case 'ref': {
      // Recursion is cut on the wire of a dialect without references.
      const target = entered.has(value.target) ? undefined : definitions.get(value.target)
      return target !== undefined && isSent(target, definitions, new Set([...entered, value.target]))
    }
    default:
      return false
  }
}

/** Whether the name of a property that is left out could be written as a further one, of another type. */
function takesOtherNames(node: ObjectNode): boolean {
  if (node.patterns.length > 0 || hasExtras(node)) return true
  return node.rules?.some(({ keyword, value }) => keyword === 'unevaluatedProperties' && value !== false) === true
}

/** Whether a condition asks for a property, or may: what a reference in it leads to is not read. */
function isSpokenOf(name: string, rules: readonly Rule[] = []): boolean {
  return rules.some(({ keyword, value, owner }) => {
    const text = JSON.stringify(keyword === 'if' ? [value, owner['then'], owner['else']] : value)
    return text.includes(JSON.stringify(name)) || /"\$\w*[rR]ef":/.test(text)
  })
}

function describeField({ name, value, required }: Field, oneWay: keyof typeof writers): Field {
  const isMark = ({ keyword }: Annotation) => keyword === oneWay
  const rest = value.annotations?.filter((each) => !isMark(each))
  const changes = value.annotations?.filter(isMark).map((each) => {
    return described(each, 'constraint-described', 'Stated in the description.', { enforced: false })
  })
  const bare = amend(value, { annotations: rest?.length ? rest : undefined })
  return { name, required, value: describe(bare, `Set by the ${writers[oneWay]}.`, ...(changes ?? [])) }
}

function leftOut(name: string, mark: Annotation): PendingChange {
  const writer = writers[mark.keyword as keyof typeof writers]
  return narrowed(mark, 'field-omitted', `"${name}" is set by the ${writer}: the model is not asked for it.`)
}
