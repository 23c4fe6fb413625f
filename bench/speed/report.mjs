import { verdicts } from './verdicts.mjs'

const number = (value, digits = 1) => (typeof value === 'number' ? value.toFixed(digits) : (value ?? ''))

/** Prints what was measured, for people. */
export function printReport(results) {
  console.log(`Node ${results.node}, against ${results.peer}`)
  if (typeof results.cold === 'object') {
    print('Cold compile, per schema', [...results.cold.sets, ...results.cold.own].flatMap(coldRows))
  }
  if (Array.isArray(results.cached)) print('The same schema again', results.cached.map(cachedRow))
  if (results.scaling !== undefined) print('Growth for ten times the size (10 is linear)', scalingRows(results.scaling))
  if (typeof results.slowest === 'object') {
    const { compiled, refused, slowest } = results.slowest
    print(`The slowest of ${compiled} corpus schemas (${refused} refused)`, slowest.map(slowestRow))
  }
  if (Array.isArray(results.tools)) print('A tool set, per request', results.tools.map(toolsRow))
  if (results.import !== undefined) print('Import', [importRow(results.import)])
  for (const [part, result] of Object.entries(results)) {
    if (part !== 'node' && part !== 'peer' && typeof result === 'string') console.log(`\n${part} ${result}`)
  }
  print('What was promised', verdicts(results))
}

function print(title, rows) {
  console.log(`\n${title}`)
  const names = Object.keys(rows[0] ?? {})
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => row[name].length)))
  const line = (cells) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('  ')
  console.log(line(names))
  for (const row of rows) console.log(line(names.map((name) => row[name])))
}

/** Two rows for a set: the schema alone, and the schema with its changes. */
function coldRows({ name, compared, of, peerMicros, oursMicros, changesMicros, ratio, ratioWithChanges }) {
  const row = (what, micros, times) => ({
    schemas: `${name}: ${what}`,
    'both take': `${compared}/${of}`,
    'peer, µs': number(peerMicros),
    'ours, µs': number(micros),
    ratio: number(times, 2),
  })
  return [row('schema', oursMicros, ratio), row('schema and changes', changesMicros, ratioWithChanges)]
}

function cachedRow({ name, peerNanos, oursNanos, faster }) {
  return {
    schemas: name,
    'peer, ns': number(peerNanos, 0),
    'ours, ns': number(oursNanos, 0),
    'times faster': number(faster, 0),
  }
}

function scalingRows(scaling) {
  return Object.entries(scaling).flatMap(([shape, steps]) =>
    typeof steps === 'string' ? [scalingRow(`${shape}: ${steps}`, {})] : steps.map((step) => scalingRow(shape, step)),
  )
}

function scalingRow(shape, { bytes, ours, peer, growth, peerGrowth }) {
  const perKilobyte = (millis) => (typeof millis === 'number' ? number((1e6 * millis) / bytes) : number(millis))
  return {
    shape,
    size: bytes === undefined ? '' : bytes < 1e6 ? `${bytes / 1e3} kB` : `${bytes / 1e6} MB`,
    'ours, ms': number(ours, 2),
    'ours, µs/kB': perKilobyte(ours),
    growth: number(growth),
    'peer, µs/kB': perKilobyte(peer),
    "peer's growth": number(peerGrowth),
  }
}

function slowestRow({ id, kilobytes, millis }) {
  return { schema: id, kB: number(kilobytes), ms: number(millis) }
}

function toolsRow({ name, count, peerMicros, oursMicros, ratio }) {
  return {
    set: `${count}: ${name}`,
    'peer, µs': number(peerMicros, 2),
    'ours, µs': number(oursMicros, 2),
    ratio: number(ratio, 3),
  }
}

function importRow({ emptyMillis, importingMillis, addedMillis }) {
  return {
    process: 'node',
    'empty, ms': number(emptyMillis),
    'importing, ms': number(importingMillis),
    'added, ms': number(addedMillis),
  }
}
