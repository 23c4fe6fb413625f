/** Ours to the best of theirs. */
export function ratioOf({ toolfit, model: _, ...others }) {
  return toolfit / Math.min(...Object.values(others))
}

/** What was promised: the part that measures it, the most that it may be, and where it is in the part's rows. */
const promises = [
  ['two steps with a Zod tool, of the best ai', 1 / 3, 'calls', (rows) => ratioOf(rows['two steps, Zod'])],
  ['a delta of textStream, of the best ai', 1 / 10, 'streams', (rows) => ratioOf(rows['a delta, textStream'])],
  ['a delta of fullStream, of the best ai', 1 / 10, 'streams', (rows) => ratioOf(rows['a delta, fullStream'])],
  ['a step of 100, of a step of 20', 1.5, 'loops', (rows) => ours(rows, 'a step of 100') / ours(rows, 'a step of 20')],
  // The text itself is 11 bytes a piece, and is there twice: in the step, and for readers who come late.
  ['bytes that each further delta keeps alive', 32, 'heap', growthOf],
  // That of the first version: the whole compiler is loaded too.
  ['import, of the best ai', 0.27, 'import', (rows) => ratioOf(rows['import, best'])],
  ['kB of a bundle at the start', 20, 'bundle', (rows) => ours(rows, 'bundle, at the start')],
  ['kB of a bundle with lazy parts', 76, 'bundle', (rows) => ours(rows, 'bundle, lazy parts too')],
]

function ours(rows, title) {
  return rows[title].toolfit
}

function growthOf(rows) {
  const alive = (deltas) => ours(rows, `alive at most, ${deltas} deltas`)
  return ((alive(20_000) - alive(2_000)) * 1000) / 18_000
}

/** Whether what was promised holds, as far as it was measured. */
export function verdicts(results) {
  return promises
    .filter(([, , part]) => part in results)
    .map(([what, most, part, read]) => {
      const value = read(results[part].rows)
      return { what, value, most, holds: value <= most }
    })
}
