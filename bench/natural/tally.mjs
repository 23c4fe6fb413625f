/** One row of the tables: what a converter made of the tools of a set. */
export function tally(set, converter, measured) {
  const done = measured.filter(({ error }) => error === undefined)
  const count = (holds) => done.filter(holds).length
  const sum = (of) => done.reduce((total, each) => total + of(each), 0)
  const hasText = (kind) => (each) => each.text.some((place) => place.kind === kind)
  const isWrapped = (form) => (each) => each.wrapped === form
  return {
    set,
    converter: converter.id,
    dialect: converter.dialect,
    label: converter.label,
    tools: measured.length,
    threw: measured.length - done.length,
    refused: count(({ refused }) => refused),
    text: {
      tools: count(({ text }) => text.length > 0),
      free: count(hasText('free')),
      recursion: count(hasText('recursion')),
      size: count(hasText('size')),
      avoidable: count(hasText('avoidable')),
      unreported: count(({ unreported }) => unreported),
    },
    // An object with properties is wrapped for a condition; a union of objects may have no other form.
    wrapped: {
      condition: count(isWrapped('object')),
      nullable: count(isWrapped('nullable')),
      union: count(isWrapped('union')),
      other: count(isWrapped('other')),
    },
    tags: {
      tools: count(({ tagged }) => tagged > 0),
      unions: sum(({ tagged }) => tagged),
      needless: sum(({ needless }) => needless),
    },
    copies: {
      tools: count(({ copies }) => copies.count > 0),
      withoutReferences: count(({ copies, hasReferences }) => copies.count > 0 && !hasReferences),
      bytes: sum(({ copies }) => copies.bytes),
    },
    bytes: {
      ...quantiles(done.map(({ ratio }) => ratio)),
      total: sum(({ bytesOut }) => bytesOut) / sum(({ bytesIn }) => bytesIn),
      bloated: count(isBloated),
    },
    words: {
      growth: sum(({ words }) => words.bytesOut) / sum(({ words }) => words.bytesIn),
      repeated: sum(({ words }) => words.repeated),
      atBranches: sum(({ words }) => words.atBranches),
    },
  }
}

/** More than ten times its source, and large. */
export const isBloated = ({ ratio, bytesOut }) => ratio > 10 && bytesOut > 4000

function quantiles(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return { median: at(0.5), p95: at(0.95), max: at(1) }
}

/** What the project promises about tools of MCP servers. */
export function targets(rows) {
  return rows
    .filter(({ set, label }) => (set === 'mcp' || set === 'servers') && label === 'after')
    .flatMap((row) => [
      ...(row.dialect === 'gemini' ? nativeTargets(row) : []),
      ...(row.dialect === 'gemini-auto' ? autoTargets(row) : []),
    ])
}

const target = (row, what, value, isMet) => ({ set: row.set, dialect: row.dialect, target: what, value, isMet })

function nativeTargets(row) {
  return [
    target(row, 'no avoidable JSON text', row.text.avoidable, row.text.avoidable === 0),
    target(row, 'no root wrapped for a condition', row.wrapped.condition, row.wrapped.condition === 0),
    target(row, 'no needless tag', row.tags.needless, row.tags.needless === 0),
    target(row, '95 % of outputs at most 1.10 times their source', row.bytes.p95, row.bytes.p95 <= 1.1),
    target(row, 'none above 10 times its source and 4 kB', row.bytes.bloated, row.bytes.bloated === 0),
  ]
}

function autoTargets(row) {
  const share = row.text.tools / row.tools
  return [target(row, 'JSON text in at most 0.2 % of the tools', share, share <= 0.002)]
}
