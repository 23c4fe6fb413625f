/** What was promised: the part that measures it, the most that it may be, and where it is in the part's rows. */
const promises = [
  ...Object.entries({ small: 0.45, tools: 0.9, stream50: 0.55, image1MB: 0.6 }).map(([scenario, most]) => [
    `of the better peer's processor time, ${scenario}`,
    most,
    'cpu',
    (rows) => largest(rows, scenario, 'ratio'),
  ]),
  ['ms that are added to the first byte of a stream, p50', 2, 'ttfb', (rows) => rows['stream50 p50'].toolfit],
  ['ms to the first answer, median', 500, 'start', (rows) => rows.median.toolfit],
  ...[
    ['MB of memory with 1,000 streams', 200, 'memory at most, MB'],
    ['of 1,000 streams are not whole', 0, 'streams that are not whole'],
    ['pieces of streams lost', 0, 'pieces lost'],
  ].map(([what, most, row]) => [what, most, 'streams', (rows) => rows[row].toolfit]),
  ['ms of a core for each MB of a hostile request', 100, 'hostile', (rows) => largest(rows, '', 'ms per MB')],
  ['ms of a core that a turn of the event loop takes', 50, 'hostile', (rows) => largest(rows, '', 'longest turn')],
  ['healthy clients refused', 0, 'overload', (rows) => largest(healthy(rows), '', 'refused, 503')],
  ['requests left without an answer in an overload', 0, 'overload', (rows) => largest(rows, '', 'no such answer')],
  ['ms of an accepted request in an overload, p99', 5_000, 'overload', (rows) => largest(rows, 'five', 'p99 accepted')],
  ['ms to recover from an overload', 5_000, 'overload', (rows) => largest(rows, 'five', 'ms to recover')],
  [
    'ms that hostile clients add to the wait of others, p99',
    50,
    'hostile-soak',
    (rows) => rows['p99 that they add'].toolfit,
  ],
  ...[
    ['wrong answers in the soak', 0, 'wrong answers'],
    ['MB by which the heap grew in the soak', 2, 'heap growth after warm-up, MB'],
    ['MB by which memory grew in the soak', 10, 'memory growth after warm-up, MB'],
    ['files left open by the soak', 0, 'files left open'],
    ['requests left open upstream by the soak', 0, 'requests left open upstream'],
  ].map(([what, most, row]) => [what, most, 'soak', (rows) => rows[row].toolfit]),
]

function healthy({ 'five times as many': _, ...rows }) {
  return rows
}

/** The largest of a column, over the rows whose title begins so. */
function largest(rows, title, column) {
  const found = Object.entries(rows).filter(([name, row]) => name.startsWith(title) && row[column] !== undefined)
  return found.length === 0 ? undefined : Math.max(...found.map(([, row]) => row[column]))
}

/** Whether what was promised holds, as far as it was measured. */
export function verdicts(results) {
  return promises
    .filter(([, , part]) => part in results)
    .map(([what, most, part, read]) => ({ what, most, value: read(results[part].rows) }))
    .filter(({ value }) => value !== undefined)
    .map((promise) => ({ ...promise, holds: promise.value <= promise.most }))
}
