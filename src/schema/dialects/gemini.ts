import type { Feature } from '../feature.ts'
import { applyNegations } from '../passes/apply-negations.ts'
import { confessInferredTypes } from '../passes/confess-inferred-types.ts'
import { describeConstraints } from '../passes/describe-constraints.ts'
import { describeFormats } from '../passes/describe-formats.ts'
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
import { renameEmptyNames } from '../passes/rename-empty-names.ts'
import { restateBounds } from '../passes/restate-bounds.ts'
import { restateCounts } from '../passes/restate-counts.ts'
import { screenPatterns } from '../passes/screen-patterns.ts'
import { splitConditions } from '../passes/split-conditions.ts'
import { splitDependencies } from '../passes/split-dependencies.ts'
import { stripUnions } from '../passes/strip-unions.ts'
import type { Dialect } from './dialect.ts'
import { emitGemini } from './emit-gemini.ts'
import { writePlainGemini } from './write-plain-gemini.ts'

/**
 * Gemini's native `Schema` message: `parameters` and `responseSchema`. The strict intersection of what AI Studio, Vertex AI
 * and Cloud Code take, so that one output works on every endpoint and age of model.
 */
export const gemini: Dialect = {
  id: 'gemini',
  supports: new Set<Feature>(['anyOf']),
  // Thirty nested `properties` parse, thirty-one do not; a branch or an item costs no more than a property.
  limits: { depth: 30, nodes: 10_000, unroll: 3, branches: 64 },
  formats: {
    // `enum` is a format too, but only beside an enum.
    string: new Set(['date-time']),
    number: new Set(['float', 'double']),
    integer: new Set(['int32', 'int64']),
  },
  simplify: [mergeIntersections, enumerateKeys, applyNegations, splitConditions, splitDependencies],
  lower: [
    describeOverlap,
    confessInferredTypes,
    dropAnnotations,
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
    dropUndeclaredNames,
    renameEmptyNames,
    encodeFreeForm,
    describeRules,
    keepOneExample,
    distributeSiblings,
  ],
  emit: emitGemini,
  writePlain: writePlainGemini,
}
