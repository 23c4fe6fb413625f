import { allCorpora, caseRow, corpusRow, rowsOf, speedRow, toText } from './table.mjs'

const titles = { native: 'Native schemas (`parameters`)', json: 'JSON Schema (`parametersJsonSchema`)' }

/** Prints what was measured, for people. */
export function printReport(results, details) {
  const { counts, corpora, node, rows } = results
  console.log(`Node ${node}; ${counts.cases} cases, ${counts.valid} valid and ${counts.invalid} invalid instances`)
  for (const path of ['native', 'json']) {
    const chosen = rowsOf(results, path)
    if (chosen.length === 0) continue
    print(
      titles[path],
      chosen.map((row) => caseRow(row)),
    )
    if (path === 'native')
      print(
        `${titles[path]}, every doubt in the converter's favour`,
        chosen.map((row) => caseRow(row, 'kind')),
      )
    const timed = chosen.filter(({ speed }) => speed !== undefined)
    if (timed.length > 0) print('Conversions, side by side', timed.map(speedRow))
    if (corpora.length === 0) continue
    const all = allCorpora(corpora)
    print(
      `${all.sample} schemas of ${corpora.length} corpora`,
      chosen.map((row) => corpusRow(all, row)),
    )
  }
  const wanted = rows.find(({ id }) => id === details)
  if (wanted === undefined) return
  console.log(`\nWhat ${details} gets wrong`)
  for (const failure of wanted.failures) console.log(`${failure.what.padEnd(13)}  ${failure.case}  ${failure.evidence}`)
}

function print(title, rows) {
  console.log(`\n${title}`)
  console.log(toText(rows))
}
