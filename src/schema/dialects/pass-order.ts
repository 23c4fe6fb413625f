import type { Feature } from '../feature.ts'
import { applyNegations } from '../passes/apply-negations.ts'
import { bareRefs } from '../passes/bare-refs.ts'
import { closeUnevaluated } from '../passes/close-unevaluated.ts'
import { declareConditionalFields } from '../passes/declare-conditional-fields.ts'
import { describeAnnotations } from '../passes/describe-annotations.ts'
import { describeConstraints } from '../passes/describe-constraints.ts'
import { describeFormats } from '../passes/describe-formats.ts'
import { describeLimits } from '../passes/describe-limits.ts'
import { describeOverlap } from '../passes/describe-overlap.ts'
import { describeRules } from '../passes/describe-rules.ts'
import { distributeSiblings } from '../passes/distribute-siblings.ts'
import { dropAnnotations } from '../passes/drop-annotations.ts'
import { dropUndeclaredNames } from '../passes/drop-undeclared-names.ts'
import { encodeFreeForm } from '../passes/encode-free-form.ts'
import { encodeObjects } from '../passes/encode-objects.ts'
import { encodeTuples } from '../passes/encode-tuples.ts'
import { enumerateKeys } from '../passes/enumerate-keys.ts'
import { fillItems } from '../passes/fill-items.ts'
import { keepOneExample } from '../passes/keep-one-example.ts'
import { labelEnums } from '../passes/label-enums.ts'
import { mergeIntersections } from '../passes/merge-intersections.ts'
import { nameInferredTypes } from '../passes/name-inferred-types.ts'
import { orderFields } from '../passes/order-fields.ts'
import type { Pass } from '../passes/pass.ts'
import { renameNames } from '../passes/rename-names.ts'
import { restateBounds } from '../passes/restate-bounds.ts'
import { restateCounts } from '../passes/restate-counts.ts'
import { screenPatterns } from '../passes/screen-patterns.ts'
import { splitConditions } from '../passes/split-conditions.ts'
import { splitDependencies } from '../passes/split-dependencies.ts'
import { stripUnions } from '../passes/strip-unions.ts'

/** Rewrites that keep the tool's shape. */
const simplifyInOrder: readonly Pass[] = [
  mergeIntersections,
  enumerateKeys,
  applyNegations,
  splitConditions,
  splitDependencies,
  declareConditionalFields,
]

/** Rewrites that give up or encode what a dialect cannot say. */
const lowerInOrder: readonly Pass[] = [
  describeOverlap,
  nameInferredTypes,
  dropAnnotations,
  closeUnevaluated,
  fillItems,
  labelEnums,
  stripUnions,
  screenPatterns,
  describeFormats,
  restateCounts,
  restateBounds,
  describeConstraints,
  encodeTuples,
  encodeObjects,
  describeLimits,
  dropUndeclaredNames,
  orderFields,
  renameNames,
  encodeFreeForm,
  describeRules,
  describeAnnotations,
  keepOneExample,
  distributeSiblings,
  bareRefs,
]

/** The passes of a dialect, in the one order that serves every dialect: all but those that its features make unnecessary. */
export function passesFor(supports: ReadonlySet<Feature>): { simplify: readonly Pass[]; lower: readonly Pass[] } {
  const isNeeded = ({ unless = [] }: Pass) => !unless.some((feature) => supports.has(feature))
  return { simplify: simplifyInOrder.filter(isNeeded), lower: lowerInOrder.filter(isNeeded) }
}
