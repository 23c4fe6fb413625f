import { wrapBase } from '../../ir/merge-base.ts'
import { isImpossible } from '../../ir/node.ts'
import type { Traits } from '../../ir/traits.ts'
import { survey, traits } from '../../ir/traits.ts'
import type { Forest } from '../../ir/walk.ts'
import { treesOf } from '../../ir/walk.ts'
import { freeDefinitions } from '../inline/free-definitions.ts'
import { inlineRefs } from '../inline/inline-refs.ts'
import { keepableRefs } from '../inline/keepable-refs.ts'
import { openRequiredLoops } from '../inline/open-required-loops.ts'
import { alike, isNeeded, type Pass, type PassContext } from '../pass.ts'
import { runPasses } from '../run-passes.ts'
import type { Steps } from '../steps.ts'
import { flattenUnions } from './flatten-unions.ts'
import { mergeScalars } from './merge-scalars.ts'
import { omitReadOnly } from './omit-read-only.ts'
import { pruneImpossible } from './prune-impossible.ts'

/**
 * What the other passes leave behind: null as a branch, unions in unions, scalars in unions, parts that no value satisfies. Which
 * properties can be left out is known when all that speaks of an object is merged.
 */
const tidy = alike([flattenUnions, mergeScalars, pruneImpossible, omitReadOnly])

/** Inlines references, or keeps them where the dialect can, and says everything in the simplest way that keeps the tool's shape. */
export function* simplify(source: Forest, passes: readonly Pass[], context: PassContext): Steps<Forest> {
  const mark = context.dialect.supports.has('annotations') ? undefined : context.oneWay
  const read = openRequiredLoops(freeDefinitions(source, context.dialect), context.dialect)
  const last = tidy.filter((pass) => isNeeded(pass, context.dialect.supports))
  const excluded = new Set<string>()
  for (;;) {
    const keeps = keepableRefs(read, context.dialect, excluded)
    const inlined = read.definitions.size === 0 ? read : inlineRefs(read, context.limits, keeps, mark)
    yield
    // What a reference leads to may say something of the node around it.
    const found = survey(treesOf(inlined), inlined !== read)
    // Schemas that are merged bring conditions together further down, where the walk has been before; alternatives become such.
    const isMixed = (found & traits('all')) !== 0
    const early = isMixed ? passes.filter(({ isLast }) => isLast !== true) : passes
    const first = isWoken(passes, found) ? runPasses(inlined, early, context, true) : inlined
    yield
    const hasRules = isMixed && (survey(treesOf(first), true) & traits('rules')) !== 0
    const merged = hasRules ? runPasses(first, passes.filter(isAboutRules), context, true) : first
    yield
    const isTidied = isWoken(last, merged === inlined ? found : survey(treesOf(merged), true))
    const tidied = isTidied ? runPasses(merged, last, context, true) : merged
    const before = excluded.size
    // What refers to something impossible is impossible too, or does without it: it has to be seen where it is used.
    for (const [target, tree] of tidied.definitions) if (isImpossible(tree)) excluded.add(target)
    if (excluded.size === before) return followRoot(tidied)
  }
}

function isAboutRules({ wakes }: Pass): boolean {
  return (wakes & traits('rules')) !== 0
}

function isWoken(passes: readonly Pass[], found: Traits): boolean {
  return passes.some((pass) => (pass.wakes & found) !== 0)
}

/** A root that is nothing but a reference stands for what it leads to: a document cannot be a reference into itself. */
function followRoot(forest: Forest): Forest {
  let { root } = forest
  while (root.kind === 'ref') root = wrapBase(root, forest.definitions.get(root.target)!)
  return { root, definitions: forest.definitions }
}
