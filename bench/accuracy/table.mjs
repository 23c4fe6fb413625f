/** The tables, once for a terminal and for documents: rows of named cells. */

const percent = (part, whole) => (whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`)
const ofAll = (part, whole) => `${part} of ${whole}`

export function labelOf({ name, version, with: detail, isOurs }) {
  if (isOurs) return `**Toolfit** ${detail}`
  return `\`${name}\` ${version}${detail === undefined ? '' : ` ${detail.startsWith('@') ? `with \`${detail.replace(' ', '` ')}` : detail}`}`
}

/** Ours first, then the others by how many cases they carry soundly. */
export function rowsOf(results, path) {
  const rows = results.rows.filter((row) => row.path === path)
  return rows.toSorted((a, b) => Number(b.isOurs) - Number(a.isOurs) || b.strict.sound - a.strict.sound)
}

export function caseRow(row, mode = 'strict') {
  const tally = row[mode]
  return {
    converter: labelOf(row),
    accepted: percent(tally.accepted, tally.cases),
    sound: percent(tally.sound, tally.cases),
    tight: percent(tally.rejected, tally.instances),
    'silently lost: constraints': ofAll(tally.lostConstraints, tally.constraints),
    'silently lost: notes': ofAll(tally.lostNotes, tally.notes),
    'let through in silence': ofAll(tally.lostInstances, tally.judged),
    threw: String(tally.threw),
  }
}

/** Ratios above 1: ours converts more a second. */
export function speedRow(row) {
  const { cases, tools } = row.speed
  const ratioOf = ({ ratio }) => (ratio < 0.01 ? ratio.toFixed(4) : ratio.toFixed(2))
  return {
    converter: labelOf(row),
    'a second, theirs': String(cases.first.peerPerSecond),
    'a second, ours': String(cases.first.oursPerSecond),
    'ours to theirs, on the cases': ratioOf(cases.first),
    ...(tools && { 'on MCP tools': ratioOf(tools.first) }),
    'the same tools again': ratioOf(cases.again),
  }
}

export function corpusRow(corpus, row) {
  const tally = corpus.rows.find(({ id }) => id === row.id)
  return {
    converter: labelOf(row),
    accepted: percent(tally.accepted, tally.records),
    sound: tally.withValid === 0 ? 'no instances' : percent(tally.sound, tally.withValid),
    tight: tally.invalid === 0 ? 'no instances' : percent(tally.stopped, tally.invalid),
    'keywords silently lost': ofAll(tally.lost, tally.keywords),
    threw: String(tally.threw),
  }
}

/** All corpora as one: every count added up. */
export function allCorpora(corpora) {
  const rows = corpora[0].rows.map(({ id }) => {
    const total = { id }
    for (const corpus of corpora) {
      for (const [name, count] of Object.entries(corpus.rows.find((row) => row.id === id))) {
        if (typeof count === 'number') total[name] = (total[name] ?? 0) + count
      }
    }
    return total
  })
  return { name: 'all', rows, sample: corpora.reduce((total, { sample }) => total + sample, 0) }
}

export function toMarkdown(rows) {
  const names = Object.keys(rows[0])
  const line = (cells) => `| ${cells.join(' | ')} |`
  const rule = names.map((_, column) => (column === 0 ? '---' : '--:'))
  return [line(names), line(rule), ...rows.map((row) => line(names.map((name) => row[name])))].join('\n')
}

export function toText(rows) {
  const names = Object.keys(rows[0])
  const plain = (cell) => cell.replaceAll(/[*`]/g, '')
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => plain(row[name]).length)))
  const line = (cells) =>
    cells
      .map((cell, column) => (column === 0 ? plain(cell).padEnd(widths[0]) : plain(cell).padStart(widths[column])))
      .join('  ')
  return [line(names), ...rows.map((row) => line(names.map((name) => row[name])))].join('\n')
}

/** Fewer columns, for the README. */
export function readmeRow(row, path) {
  const { strict } = row
  return {
    [path === 'native' ? 'to `parameters`' : 'to `parametersJsonSchema`']: labelOf(row),
    accepted: percent(strict.accepted, strict.cases),
    sound: percent(strict.sound, strict.cases),
    tight: percent(strict.rejected, strict.instances),
    'silently lost': ofAll(strict.lostConstraints + strict.lostNotes, strict.constraints + strict.notes),
    threw: String(strict.threw),
  }
}

/** Accepted and sound: a feature a row, a converter a column. */
export function groupMatrix(rows) {
  return Object.keys(rows[0].groups).map((group) => ({
    feature: group,
    ...Object.fromEntries(rows.map((row) => [shortName(row), ratio(row.groups[group].right, row.groups[group].cases)])),
  }))
}

/** Accepted: a corpus a row, a converter a column. */
export function corpusMatrix(rows, corpora) {
  return corpora.map((corpus) => ({
    corpus: `${corpus.name}, ${corpus.sample} of ${corpus.of}`,
    ...Object.fromEntries(
      rows.map((row) => {
        const tally = corpus.rows.find(({ id }) => id === row.id)
        return [shortName(row), ratio(tally.accepted, tally.records)]
      }),
    ),
  }))
}

const ratio = (part, whole) => (part === whole ? `**${part}**/${whole}` : `${part}/${whole}`)

function shortName({ id }) {
  return id.replace(/^toolfit-/, 'Toolfit ')
}
