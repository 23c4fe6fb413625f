/** What one server came to. */
export interface McpRow {
  readonly server: string
  readonly version: string
  readonly tools: number
  /** Refused by AI Studio as native `parameters`, unconverted. */
  readonly refusedAsTheyAre: number
  /** The same, with `$schema` and `additionalProperties` taken out. */
  readonly refusedStripped: number
  /** Tools that the endpoints accept, by dialect. */
  readonly accepted: ReadonlyMap<string, number>
}

/** The measurement as a table in Markdown, its columns aligned, with a line of sums. */
export function renderMcpTable(rows: readonly McpRow[], dialects: readonly string[]): string {
  const sum = (of: (row: McpRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  const acceptedBy = (row: McpRow, dialect: string) => row.accepted.get(dialect) ?? 0
  const head = ['server', 'version', 'tools', 'refused as they are', 'refused stripped', ...dialects.map(code)]
  const body = rows.map((row) => [
    code(row.server),
    row.version,
    row.tools,
    row.refusedAsTheyAre,
    row.refusedStripped,
    ...dialects.map((dialect) => acceptedBy(row, dialect)),
  ])
  const total = [
    `${rows.length} servers`,
    '',
    sum(({ tools }) => tools),
    sum(({ refusedAsTheyAre }) => refusedAsTheyAre),
    sum(({ refusedStripped }) => refusedStripped),
    ...dialects.map((dialect) => sum((row) => acceptedBy(row, dialect))),
  ]
  return writeTable([head, ...body, total].map((cells) => cells.map(String)))
}

const code = (text: string) => `\`${text}\``

/** The first two columns are words, the others numbers. */
function writeTable(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  const isNumber = (column: number) => column > 1
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (isNumber(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))).join(' | ')} |`
  const rule = widths.map((width, column) => (isNumber(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
  return [row(lines[0]!), row(rule), ...lines.slice(1).map(row)].join('\n')
}
