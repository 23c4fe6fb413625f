import { attackGroups } from '../security/attacks.ts'
import { promises } from '../security/promises.ts'
import { renderTable } from './render-changes.ts'
import { attackTitles, linksToTests } from './row-titles.ts'

/** Every attack, with its tests. CI runs them, and fails where one did not run. */
export function renderAttacks(): string {
  const titles = attackTitles()
  const groups = attackGroups.map(({ title, attacks }) => {
    const rows = attacks.map(({ id, attack, outcome }) => [id, attack, outcome, linksToTests(titles.get(id) ?? [])])
    return `## ${title}\n\n${renderTable(['', 'attack', 'what happens', 'test'], rows)}`
  })
  return groups.join('\n\n')
}

/** What is promised, and the rows that test it. */
export function renderPromises(): string {
  return promises.map(({ promise, rows }) => `- ${promise} (${rows.join(', ')})`).join('\n')
}
