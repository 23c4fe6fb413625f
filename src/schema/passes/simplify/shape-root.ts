import { narrowed, type PendingChange } from '../../change.ts'
import { amend, report } from '../../ir/amend.ts'
import { createBase, createNever, createObject } from '../../ir/create-node.ts'
import { isAnything, type Node, ownSchema } from '../../ir/node.ts'
import { lostAnnotations } from '../describe/drop-annotations.ts'
import { nameType } from '../lower/name-inferred-types.ts'

/**
 * The root of a tool's parameters that says nothing about them is an object without any: a tool that takes no arguments.
 * One that speaks of objects only is an object, whatever else it leaves open.
 */
export function shapeRoot(root: Node): Node {
  const saysNothing = isAnything(root) && root.encoding === undefined
  const isBareObject =
    root.kind === 'object' &&
    root.fields.length === 0 &&
    root.patterns.length === 0 &&
    root.extras === undefined &&
    root.requiredElsewhere.length === 0 &&
    // Some ask for properties, whichever those are: the arguments are any object then.
    root.rules === undefined &&
    (root.minProperties ?? 0) === 0
  if (!saysNothing && !isBareObject) return withoutNull(root.kind === 'object' && root.inferred ? nameType(root) : root)
  const nothing = createNever(createBase(root.origin, [false]))
  const typed = root.inferred ? nameType(root) : root
  const around = amend(typed, { default: undefined, examples: undefined, nullable: undefined })
  const closed = createObject(around, root.kind === 'object' ? amend(root, { extras: nothing }) : { extras: nothing })
  const lost = lostAnnotations(
    amend(root, { title: undefined, description: undefined, annotations: undefined }),
    'A tool without parameters has none.',
  )
  return report(closed, ...lost, openDefault())
}

/** The arguments of a call are never null, so a root that may be null is sent as the object that it is otherwise. */
function withoutNull(root: Node): Node {
  if (root.kind !== 'object' || root.nullable !== true || root.fields.length === 0) return root
  const note = 'The arguments of a tool are an object: the model cannot write null in their place.'
  const keyword = keywordForNull(root)
  const change = narrowed({ at: root.origin, keyword }, 'null-root-closed', note)
  return report(amend(root, { nullable: undefined }), change)
}

/** Where the source says that the root may be null. */
function keywordForNull(root: Node): string {
  const keywords = Object.keys(ownSchema(root) ?? {})
  return ['nullable', 'anyOf', 'oneOf', 'enum', 'type'].find((keyword) => keywords.includes(keyword)) ?? 'type'
}

/** Reports JSON Schema's open default: once, where any object relies on it. */
export function openDefault(): PendingChange {
  const note =
    'JSON Schema allows properties that a schema does not mention. The model is not asked for them; `check` accepts them.'
  return narrowed({ at: '', keyword: 'additionalProperties' }, 'open-object-closed', note, { implicit: true })
}
