import { dropped, type PendingChange, rewritten } from '../../change.ts'
import { amend, report } from '../../ir/amend.ts'
import { countBranches, mostOptions } from '../../ir/measure.ts'
import { joinTexts } from '../../ir/merge-base.ts'
import type { Node, UnionNode } from '../../ir/node.ts'
import { keywordIn, sourcesOf } from '../../ir/node.ts'
import { traits } from '../../ir/traits.ts'
import type { Pass, PassContext } from '../pass.ts'
import { textChange, toJsonText } from './encode-free-form.ts'

/** Nothing may stand beside `anyOf`: null is taken by one branch, a default by the one that it fits, and the texts stand on the first. */
export const distributeSiblings: Pass = {
  name: 'distribute-siblings',
  wakes: traits('union'),
  unless: ['anyOfSiblings'],
  rewrite(node, context, shape) {
    if (node.kind !== 'union' || node.keyed) return node
    if (countBranches(node, mostOptions) > mostOptions && node.options.some((option) => option.kind === 'union')) {
      return toJsonText(node, shape, textChange({ at: node.origin, keyword: node.keyword }, 'size-to-json-text'))
    }
    if (isBare(node) && !node.options.some(isInner)) return node
    const options = node.options.flatMap((option) => openInner(option))
    const defaultAt =
      node.default === undefined
        ? -1
        : Math.max(
            0,
            options.findIndex((option) => takes(option, node, context)),
          )
    const nullAt = node.nullable ? branchForNull(options, node.default === null ? defaultAt : -1) : -1
    const spread = options.map((option, index) => {
      const texted = index === 0 ? withTexts(option, node) : option
      const taken = index === nullAt ? amend(texted, { nullable: true }) : texted
      return index === defaultAt ? amend(taken, { default: node.default }) : taken
    })
    const changes = [
      ...moved(node),
      ...node.options.flatMap((each) => (each.kind === 'union' ? (each.changes ?? []) : [])),
    ]
    return report(amend(amend(node, bare), { options: spread }), ...changes)
  },
}

/** What went into the branches is gone from the union. */
const bare = {
  title: undefined,
  description: undefined,
  default: undefined,
  examples: undefined,
  says: undefined,
  nullable: undefined,
}

function isBare(union: UnionNode): boolean {
  const isSilent = union.title === undefined && union.description === undefined && union.says === undefined
  return isSilent && union.default === undefined && union.examples === undefined && union.nullable === undefined
}

/** A union inside a union: its branches have taken their siblings already. */
function openInner(option: Node): readonly Node[] {
  if (!isInner(option)) return [option]
  return option.options.map((inner) => amend(inner, { sources: [...sourcesOf(option), ...sourcesOf(inner)] }))
}

function isInner(option: Node): option is UnionNode {
  return option.kind === 'union' && !option.keyed && option.encoding === undefined
}

function takes(option: Node, union: UnionNode, context: PassContext): boolean {
  if (union.default === null && option.nullable) return true
  return context.accepts(union.default, sourcesOf(option)) !== false
}

/** What is said of the union, said once: a model reads all branches. */
function withTexts(option: Node, union: UnionNode): Node {
  return amend(option, {
    title: option.title ?? union.title,
    description: joinTexts(union.description, option.description),
    says: union.says === undefined ? option.says : [...(option.says ?? []), ...union.says],
  })
}

/** The branch that is to take null: none where one takes it already, else the first that is not JSON text, which says its own types. */
function branchForNull(options: readonly Node[], wanted: number): number {
  const isText = (option: Node) => option.encoding?.type === 'json-text'
  if (wanted !== -1 && !isText(options[wanted]!)) return wanted
  return options.some((option) => option.nullable) ? -1 : options.findIndex((option) => !isText(option))
}

function moved(union: UnionNode): PendingChange[] {
  const note = 'Moved into a branch: no keyword is allowed next to anyOf.'
  const said = (['title', 'description', 'default'] as const).filter((keyword) => union[keyword] !== undefined)
  const changes = said.map((keyword) => rewritten(keywordIn(union, keyword), 'annotation-moved', note))
  if (union.examples === undefined) return changes
  const lost = 'An example of a union has no branch to stand on.'
  return [...changes, dropped(keywordIn(union, 'examples'), 'annotation-dropped', lost)]
}
