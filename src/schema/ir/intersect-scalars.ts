import { type Change, rewritten } from '../change.ts'
import { createNumber, createString } from './create-node.ts'
import type { NodeBase, NumberNode, Rule, StringNode } from './node.ts'
import { keywordIn, originOf } from './node.ts'

export type Draft = { changes: Change[]; origins: Record<string, string>; rules: Rule[] }

/** Two string types as one. */
export function intersectStrings(base: NodeBase, left: StringNode, right: StringNode): StringNode {
  const draft = draftOf(base)
  const own = {
    minLength: tighter(draft, 'minLength', left, right, Math.max),
    maxLength: tighter(draft, 'maxLength', left, right, Math.min),
    pattern: firstOf(draft, 'pattern', left, right),
    format: firstOf(draft, 'format', left, right),
  }
  return createString({ ...base, ...finish(draft) }, own)
}

/** Two number types as one. */
export function intersectNumbers(base: NodeBase, left: NumberNode, right: NumberNode): NumberNode {
  const draft = draftOf(base)
  const own = {
    integer: left.integer || right.integer,
    minimum: tighter(draft, 'minimum', left, right, Math.max),
    maximum: tighter(draft, 'maximum', left, right, Math.min),
    exclusiveMinimum: tighter(draft, 'exclusiveMinimum', left, right, Math.max),
    exclusiveMaximum: tighter(draft, 'exclusiveMaximum', left, right, Math.min),
    multipleOf: firstOf(draft, 'multipleOf', left, right),
    format: firstOf(draft, 'format', left, right),
  }
  return createNumber({ ...base, ...finish(draft) }, own)
}

/** The tighter of two bounds; the other is said by it. Shared with arrays and objects. */
export function tighter<K extends string>(
  draft: Draft,
  keyword: K,
  left: NodeBase & { readonly [key in K]?: number | undefined },
  right: NodeBase & { readonly [key in K]?: number | undefined },
  choose: (a: number, b: number) => number,
): number | undefined {
  const a = left[keyword] as number | undefined
  const b = right[keyword] as number | undefined
  if (b === undefined) return a
  if (a === undefined) {
    draft.origins[keyword] = originOf(right, keyword)
    return b
  }
  const chosen = choose(a, b)
  if (a !== b) {
    const loser = chosen === a ? right : left
    if (chosen === b) draft.origins[keyword] = originOf(right, keyword)
    const note = `The tighter ${keyword} of ${chosen} next to it says this too.`
    draft.changes.push(rewritten(keywordIn(loser, keyword), 'bound-restated', note))
  }
  return chosen
}

/** The first of two values that cannot be merged; the second becomes a rule. */
function firstOf<K extends 'pattern' | 'format' | 'multipleOf', N extends NodeBase & { readonly [key in K]?: unknown }>(
  draft: Draft,
  keyword: K,
  left: N,
  right: N,
): N[K] | undefined {
  const a = left[keyword]
  const b = right[keyword]
  if (b === undefined || a === b) return a
  const at = originOf(right, keyword)
  if (a === undefined) {
    draft.origins[keyword] = at
    return b
  }
  draft.rules.push({ at, keyword, value: b as string | number, owner: {}, nodes: new Map() })
  return a
}

/** Collects the changes, rules and origins of a merge. */
export function draftOf(base: NodeBase): Draft {
  return { changes: [...(base.changes ?? [])], origins: { ...base.origins }, rules: [...(base.rules ?? [])] }
}

/** What a merge collected, as fields of a node. */
export function finish(draft: Draft): Pick<NodeBase, 'changes' | 'origins' | 'rules'> {
  const { changes, origins, rules } = draft
  return {
    origins,
    changes: changes.length > 0 ? changes : undefined,
    rules: rules.length > 0 ? rules : undefined,
  }
}
