import type { Change } from '../../src/schema/change.ts'

/** Changes as a Markdown table. */
export function renderChanges(changes: readonly Change[]): string {
  const rows = changes.map(({ effect, keyword, at, enforced, implicit, note }) => [
    effect + (implicit ? ' (implicit)' : ''),
    `\`${keyword}\``,
    at === '' ? 'the root' : `\`${at}\``,
    enforced ? 'yes' : 'no',
    note,
  ])
  return renderTable(['effect', 'keyword', 'where', 'enforced', 'note'], rows)
}

export function renderTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n')
}
