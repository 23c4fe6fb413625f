import type { DialectId } from '../../src/schema/dialects/index.ts'
import { dialects } from '../../src/schema/dialects/index.ts'
import type { Feature } from '../../src/schema/feature.ts'
import { featureGroups, featureProbes } from './feature-probes.ts'
import { effectOf } from './probe-feature.ts'
import { renderTable } from './render-changes.ts'

export const dialectIds = Object.keys(dialects) as DialectId[]

const columns = dialectIds.map((id) => `\`${id}\``)

/** Every feature by dialect: a tick from the dialects' own tables, or what happens to the smallest use of it. */
export function renderDialects(): string {
  const sections = Object.entries(featureGroups).map(([title, group]) => {
    const rows = (Object.keys(group) as Feature[]).map((feature) => [
      ...cells(feature),
      dialectIds.every((id) => effectOf(feature, id) === undefined) ? '' : featureProbes[feature].otherwise,
    ])
    return `### ${title}\n\n${renderTable(['', ...columns, 'where there is no form for it'], rows)}`
  })
  return sections.join('\n\n')
}

function cells(feature: Feature): string[] {
  return [featureProbes[feature].says, ...dialectIds.map((id) => effectOf(feature, id) ?? '✓')]
}
