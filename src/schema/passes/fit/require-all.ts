import type { PendingChange } from '../../change.ts'
import { report } from '../../ir/amend.ts'
import type { Field, Node, ObjectNode } from '../../ir/node.ts'
import type { Forest } from '../../ir/walk.ts'
import { rewriteForest } from '../../ir/walk.ts'

/**
 * Asks for every property, for dialects that know no optional ones: null stands for a property that is not there. Runs on
 * finished wire trees, because it keeps each object as it was beside the one that is sent.
 */
export function requireAll(forest: Forest): Forest {
  return rewriteForest(forest, (node) => (node.kind === 'object' ? requireFields(node) : node))
}

function requireFields(node: ObjectNode): ObjectNode {
  const optional = node.fields.filter((field) => !field.required)
  if (optional.length === 0) return node
  const fields = node.fields.map(
    (field): Field =>
      field.required ? field : { name: field.name, required: true, value: { ...field.value, nullable: true } },
  )
  const names = new Set(optional.map((field) => field.name))
  const nulls = optional.filter(takesNull)
  const changes = [askedFor(node, optional), ...(nulls.length > 0 ? [nullLost(node, nulls)] : [])]
  return report({ ...node, fields, absent: { names, bare: node } }, ...changes)
}

/** Text holds null by itself, as "null". */
function takesNull({ value }: Field): boolean {
  if (value.encoding?.type === 'json-text') return value.nullable === true
  const mayBeNull = ({ nullable, kind }: Node) => nullable === true || kind === 'ref' || kind === 'any'
  if (value.kind === 'union') return mayBeNull(value) || value.options.some(mayBeNull)
  return mayBeNull(value)
}

function askedFor(node: ObjectNode, optional: readonly Field[]): PendingChange {
  const note = `Every property is asked for: the model writes null where it leaves out ${list(optional)}.`
  return { ...asNull(node), effect: 'encoded', enforced: true, note }
}

function nullLost(node: ObjectNode, fields: readonly Field[]): PendingChange {
  const note = `A null that the model writes for ${list(fields)} means that it is left out.`
  return { ...asNull(node), effect: 'narrowed', enforced: false, note }
}

function asNull(node: ObjectNode): Pick<PendingChange, 'at' | 'keyword' | 'code'> {
  return { at: node.origin, keyword: keywordOf(node), code: 'optional-to-null' }
}

/** An encoded object (a tuple) is none in the source. */
function keywordOf(node: ObjectNode): string {
  return node.encoding?.type === 'tuple' ? 'type' : 'properties'
}

function list(fields: readonly Field[]): string {
  const names = fields.slice(0, 5).map((field) => JSON.stringify(field.name))
  return names.join(', ') + (fields.length > 5 ? ', …' : '')
}
