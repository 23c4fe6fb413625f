/** Prints what was measured, for people: a table for each part, and what was promised. */
export function printReport(results, promises) {
  for (const [part, { unit, rows }] of Object.entries(results)) {
    const columns = [...new Set(Object.values(rows).flatMap((row) => Object.keys(row)))]
    const width = Math.max(...Object.keys(rows).map((title) => title.length), part.length + unit.length + 2) + 2
    const line = (title, cells) => console.log(title.padEnd(width) + cells.map((cell) => cell.padStart(12)).join(''))
    line(`${part}, ${unit}`, columns)
    for (const [title, row] of Object.entries(rows)) {
      line(
        title,
        columns.map((column) => show(row[column])),
      )
    }
    console.log()
  }
  for (const { what, value, most, holds } of promises) {
    console.log(`${holds ? 'holds' : 'FAILS'}: ${show(value)} ${what} (at most ${show(most)})`)
  }
}

function show(value) {
  if (typeof value !== 'number') return value ?? ''
  const size = Math.abs(value)
  return value.toFixed(Number.isInteger(value) ? 0 : size < 10 ? 3 : size < 100 ? 2 : 0)
}
