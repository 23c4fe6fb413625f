import { amend, report } from '../../ir/amend.ts'
import { createBase, createNever, createObject } from '../../ir/create-node.ts'
import type { Node, PendingChange } from '../../ir/node.ts'
import { lostAnnotations } from '../describe/drop-annotations.ts'
import { nameType } from '../lower/name-inferred-types.ts'

/**
 * The root of a tool's parameters that says nothing about them is an object without any: a tool that takes no arguments.
 * One that speaks of objects only is an object, whatever else it leaves open.
 */
export function shapeRoot(root: Node): Node {
  const saysNothing =
    root.kind === 'any' && root.rules === undefined && root.cut === undefined && root.encoding === undefined
  const isBareObject =
    root.kind === 'object' &&
    root.fields.length === 0 &&
    root.patterns.length === 0 &&
    root.extras === undefined &&
    root.requiredElsewhere.length === 0
  if (!saysNothing && !isBareObject) return root.kind === 'object' && root.inferred ? nameType(root) : root
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

/** Reports JSON Schema's open default: once, where any object relies on it. */
export function openDefault(): PendingChange {
  const note =
    'JSON Schema allows properties that nothing is said about. The model is not asked for them; `check` accepts them.'
  return {
    at: '',
    keyword: 'additionalProperties',
    code: 'open-object-closed',
    effect: 'narrowed',
    enforced: false,
    implicit: true,
    note,
  }
}
