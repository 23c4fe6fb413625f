import { ratioOf } from './verdicts.mjs'

/** Prints what was measured, for people. */
export function printReport(results, promises) {
  console.log(`Node ${process.version}`)
  const names = ['toolfit', 'ai5', 'ai6', 'ai7', 'model']
  const line = (title, cells) => console.log(title.padEnd(30) + cells.map((cell) => cell.padStart(10)).join(''))
  line('', [...names.slice(0, 4), 'ratio', 'model', ''])
  for (const { unit, rows } of Object.values(results)) {
    for (const [title, row] of Object.entries(rows)) {
      const [model, ...cells] = [...names].reverse().map((name) => show(row[name]))
      line(title, [...cells.reverse(), ratioOf(row).toFixed(3), model, unit])
    }
  }
  console.log()
  for (const { what, value, most, holds } of promises) {
    console.log(`${holds ? 'holds' : 'FAILS'}: ${show(value)} ${what} (at most ${show(most)})`)
  }
}

function show(value) {
  if (value === undefined) return ''
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)
}
