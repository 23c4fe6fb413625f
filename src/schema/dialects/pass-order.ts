import type { Feature } from '../feature.ts'
import { describeAnnotations, keepOneExample } from '../passes/describe/describe-annotations.ts'
import { describeConstraints } from '../passes/describe/describe-constraints.ts'
import { describeFormats } from '../passes/describe/describe-formats.ts'
import { describeLimits } from '../passes/describe/describe-limits.ts'
import { describeOverlap } from '../passes/describe/describe-overlap.ts'
import { describeRules } from '../passes/describe/describe-rules.ts'
import { dropAnnotations } from '../passes/describe/drop-annotations.ts'
import { bareRefs } from '../passes/lower/bare-refs.ts'
import { closeUnevaluated } from '../passes/lower/close-unevaluated.ts'
import { distributeSiblings } from '../passes/lower/distribute-siblings.ts'
import { encodeFreeForm } from '../passes/lower/encode-free-form.ts'
import { declareRequiredNames, encodeObjects, offerNothingLast } from '../passes/lower/encode-objects.ts'
import { encodeTuples } from '../passes/lower/encode-tuples.ts'
import { fillItems } from '../passes/lower/fill-items.ts'
import { labelEnums, typeEnums } from '../passes/lower/label-enums.ts'
import { nameInferredTypes } from '../passes/lower/name-inferred-types.ts'
import { dropUndeclaredNames, orderFields } from '../passes/lower/order-fields.ts'
import { renameNames } from '../passes/lower/rename-names.ts'
import { dropSafeBounds, restateBounds, restateCounts } from '../passes/lower/restate-bounds.ts'
import { screenPatterns } from '../passes/lower/screen-patterns.ts'
import { stripUnions } from '../passes/lower/strip-unions.ts'
import { alike, isNeeded, type Pass } from '../passes/pass.ts'
import { applyCertainConditions } from '../passes/simplify/apply-certain-conditions.ts'
import { applyNegations } from '../passes/simplify/apply-negations.ts'
import { branchConditions } from '../passes/simplify/branch-conditions.ts'
import { declareConditionalFields } from '../passes/simplify/declare-conditional-fields.ts'
import { enumerateKeys } from '../passes/simplify/enumerate-keys.ts'
import { mergeIntersections } from '../passes/simplify/merge-intersections.ts'

/** Rewrites that keep the tool's shape. */
const simplifyInOrder = alike([
  mergeIntersections,
  enumerateKeys,
  applyNegations,
  applyCertainConditions,
  branchConditions,
  declareConditionalFields,
])

/** Rewrites that give up or encode what a dialect cannot say. */
const lowerInOrder = alike([
  describeOverlap,
  nameInferredTypes,
  dropAnnotations,
  closeUnevaluated,
  fillItems,
  typeEnums,
  labelEnums,
  stripUnions,
  screenPatterns,
  describeFormats,
  restateCounts,
  restateBounds,
  dropSafeBounds,
  describeConstraints,
  encodeTuples,
  declareRequiredNames,
  encodeObjects,
  describeLimits,
  dropUndeclaredNames,
  orderFields,
  renameNames,
  encodeFreeForm,
  describeRules,
  describeAnnotations,
  keepOneExample,
  offerNothingLast,
  distributeSiblings,
  bareRefs,
])

/** The passes of a dialect, in the one order that serves every dialect: all but those that its features make unnecessary. */
export function passesFor(supports: ReadonlySet<Feature>): { simplify: readonly Pass[]; lower: readonly Pass[] } {
  const neededOf = (passes: readonly Pass[]) => passes.filter((pass) => isNeeded(pass, supports))
  return { simplify: neededOf(simplifyInOrder), lower: neededOf(lowerInOrder) }
}
