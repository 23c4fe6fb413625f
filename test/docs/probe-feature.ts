import type { Change, Effect } from '../../src/schema/change.ts'
import { compileSchema } from '../../src/schema/compile.ts'
import type { DialectId } from '../../src/schema/dialects/index.ts'
import { dialects } from '../../src/schema/dialects/index.ts'
import type { Feature } from '../../src/schema/feature.ts'
import { featureProbes } from './feature-probes.ts'

/** The worst first: one word has to speak for all that happened. */
const effects: readonly Effect[] = ['dropped', 'narrowed', 'described', 'encoded', 'rewritten']

/** What becomes of the smallest use of a feature; undefined where it travels as it is. */
export function probeFeature(feature: Feature, to: DialectId): Effect | undefined {
  const changes = changesOf(feature, to)
  return effects.find((effect) => changes.some((change) => change.effect === effect))
}

/** A dialect that has the feature keeps it; one that lacks it may have nothing to do all the same. */
export function effectOf(feature: Feature, to: DialectId): Effect | undefined {
  return dialects[to].supports.has(feature) ? undefined : probeFeature(feature, to)
}

function changesOf(feature: Feature, to: DialectId): Change[] {
  const { source, keywords } = featureProbes[feature]
  const tool = { type: 'object', properties: { p: source }, required: ['p'], additionalProperties: false }
  const { changes } = compileSchema(tool, { to, root: 'object' })
  // What is implicit is reported at the root, wherever it is.
  const isAsked = ({ at, implicit }: Change) => at.startsWith('/properties/p') || implicit === true
  return changes.filter((change) => isAsked(change) && keywords.includes(change.keyword))
}
