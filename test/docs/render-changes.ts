import type { Change } from '../../src/schema/change.ts'

/** Changes as a Markdown table; those of several tools with the tool that each belongs to. */
export function renderChanges(changes: readonly (Change & { readonly tool?: string })[]): string {
  const isOfSeveral = new Set(changes.map(({ tool }) => tool)).size > 1
  const rows = changes.map(({ tool, effect, keyword, at, enforced, implicit, note }) => [
    ...(isOfSeveral ? [`\`${tool}\``] : []),
    effect + (implicit ? ' (implicit)' : ''),
    `\`${keyword}\``,
    at === '' ? 'the root' : `\`${at}\``,
    enforced ? 'yes' : 'no',
    note,
  ])
  return renderTable([...(isOfSeveral ? ['tool'] : []), 'effect', 'keyword', 'where', 'enforced', 'note'], rows)
}

/** A table as the formatter lays it out: columns aligned. */
export function renderTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [titles, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))
  const widths = titles.map((_, column) => Math.max(3, ...cells.map((row) => row[column]!.length)))
  const line = (row: readonly string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [line(cells[0]!), line(widths.map((width) => '-'.repeat(width))), ...cells.slice(1).map(line)].join('\n')
}
