import { isBloated } from './tally.mjs'

const percent = (part, whole) => {
  if (part === 0) return '0'
  const share = (100 * part) / whole
  return `${part} (${share < 0.1 ? '<0.1' : share.toFixed(1)} %)`
}
const times = (value) => (Number.isFinite(value) ? value.toFixed(2) : '')

/** JSON text, wrappers, tags, copies. Peers have no encodings, so theirs are empty. */
export function shapeRow(row) {
  const isOurs = row.dialect !== undefined
  const ours = (cell) => (isOurs ? cell : '')
  const { text, wrapped, tags, copies } = row
  return {
    tools: `${row.set}, ${row.tools}`,
    converter: row.converter,
    'threw or refused': String(row.threw + row.refused),
    'JSON text': ours(percent(text.tools, row.tools)),
    free: ours(String(text.free)),
    recursion: ours(String(text.recursion)),
    size: ours(String(text.size)),
    avoidable: ours(String(text.avoidable)),
    'root wrapped: condition': ours(String(wrapped.condition)),
    nullable: ours(String(wrapped.nullable)),
    'union or other': ours(String(wrapped.union + wrapped.other)),
    'tagged unions': ours(String(tags.unions)),
    needless: ours(String(tags.needless)),
    'new copies': percent(copies.tools, row.tools),
    'without $ref': String(copies.withoutReferences),
  }
}

export function sizeRow(row) {
  const { bytes, words } = row
  return {
    tools: `${row.set}, ${row.tools}`,
    converter: row.converter,
    'bytes: median': times(bytes.median),
    p95: times(bytes.p95),
    max: times(bytes.max),
    'in total': times(bytes.total),
    'above 10 x and 4 kB': String(bytes.bloated),
    'words of descriptions': times(words.growth),
    'repeated sentences': String(words.repeated),
    'at branches': String(words.atBranches),
  }
}

export function targetRow({ set, dialect, target, value, isMet }) {
  const shown = Number.isInteger(value) ? String(value) : value.toFixed(4)
  return { tools: set, dialect, target, measured: shown, met: isMet ? 'yes' : 'NO' }
}

export function toMarkdown(rows) {
  const names = Object.keys(rows[0])
  const line = (cells) => `| ${cells.join(' | ')} |`
  const rule = names.map((name) => (name === 'tools' || name === 'converter' ? '---' : '---:'))
  return [line(names), line(rule), ...rows.map((row) => line(names.map((name) => row[name])))].join('\n')
}

export function print(title, rows) {
  if (rows.length === 0) return
  console.log(`\n${title}`)
  const names = Object.keys(rows[0])
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => row[name].length)))
  const line = (cells) =>
    cells
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
      .join('  ')
      .trimEnd()
  console.log(line(names))
  for (const row of rows) console.log(line(names.map((name) => row[name])))
}

/** What can be wrong with an output: how bad it is, and what to look at. */
const faults = {
  threw: ({ error }) => (error === undefined ? 0 : 1),
  'refused by an endpoint': ({ refused }) => (refused ? 1 : 0),
  'avoidable JSON text': ({ text = [] }) => text.filter(({ kind }) => kind === 'avoidable').length,
  'JSON text that no change reports': ({ unreported }) => (unreported ? 1 : 0),
  'root wrapped for a condition': ({ wrapped }) => (wrapped === 'object' ? 1 : 0),
  'needless tags': ({ needless = 0 }) => needless,
  'above 10 times its source and 4 kB': (each) => (isBloated(each) ? each.ratio : 0),
  'largest growth': ({ ratio = 0 }) => (ratio > 1.1 ? ratio : 0),
  'sentences at several branches': ({ words }) => words?.atBranches ?? 0,
  'repeated sentences': ({ words }) => words?.repeated ?? 0,
  'copies, bytes': ({ copies }) => copies?.bytes ?? 0,
}

const evidence = {
  threw: ({ error }) => error,
  'refused by an endpoint': ({ refused }) => refused,
  'avoidable JSON text': ({ text }) =>
    text
      .filter(({ kind }) => kind === 'avoidable')
      .slice(0, 3)
      .map(({ at, code }) => `${at} (${code})`)
      .join(', '),
  'above 10 times its source and 4 kB': ({ bytesIn, bytesOut }) => `${bytesIn} -> ${bytesOut} bytes`,
  'largest growth': ({ bytesIn, bytesOut }) => `${bytesIn} -> ${bytesOut} bytes`,
}

/** The worst tools of a set, by what is wrong with them. */
export function worstOf(measured, most) {
  const found = []
  for (const [fault, of] of Object.entries(faults)) {
    const ranked = measured.filter((each) => of(each) > 0).toSorted((a, b) => of(b) - of(a))
    for (const each of ranked.slice(0, most))
      found.push({ fault, of: ranked.length, id: each.id, amount: of(each), evidence: evidence[fault]?.(each) ?? '' })
  }
  return found
}

export function printWorst(worst) {
  for (const { set, converter, tools } of worst) {
    let last
    console.log(`\n${set}, ${converter}: the worst`)
    for (const { fault, of, id, amount, evidence: shown } of tools) {
      if (fault !== last) console.log(`  ${fault} (${of})`)
      last = fault
      console.log(
        `    ${Number.isInteger(amount) ? amount : amount.toFixed(2)}  ${id}${shown === '' ? '' : `  ${shown}`}`,
      )
    }
  }
}
