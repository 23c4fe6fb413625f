/** The promises, each with what was measured for it. A part that was not run, or failed, has no verdict. */
export function verdicts({ cold, cached, scaling, slowest, tools, import: imported }) {
  const rows = []
  const judge = (promise, measured, limit, unit, holds) => {
    rows.push({ promise, wanted: limit + unit, measured: `${measured.toFixed(1)}${unit}`, holds: holds ? 'yes' : 'NO' })
  }
  for (const { name, ratio, ratioWithChanges } of cold?.sets ?? []) {
    judge(`cold compile, ${name}: at most`, ratio, 8, ' x', ratio <= 8)
    // Changes are found when they are asked for: that cost is measured too.
    judge(`cold compile and its changes, ${name}: at most`, ratioWithChanges, 12, ' x', ratioWithChanges <= 12)
  }
  for (const { name, faster } of (Array.isArray(cached) ? cached : []).filter(
    ({ name }) => name === 'mcp' || name === 'own',
  )) {
    judge(`cached compile, ${name}: faster at least`, faster, 100, ' x', faster >= 100)
  }
  for (const [shape, steps] of Object.entries(scaling ?? {})) {
    const overall = Array.isArray(steps) ? perKilobyteGrowth(steps) : Number.NaN
    judge(`10 MB against 10 kB, time per kB, ${shape}: at most`, overall, 2, ' x', overall <= 2)
  }
  if (typeof slowest === 'object') {
    const [{ millis }] = slowest.slowest
    judge('slowest corpus schema: below', millis, 250, ' ms', millis < 250)
  }
  for (const { name, count, ratio } of (Array.isArray(tools) ? tools : []).filter(
    ({ name, count }) => count > 1 && name !== 'new tools',
  )) {
    judge(`${count} tools, ${name}: faster at least`, 1 / ratio, 20, ' x', ratio <= 1 / 20)
  }
  if (imported !== undefined) judge('import adds at most', imported.addedMillis, 25, ' ms', imported.addedMillis <= 25)
  return rows
}

/**
 * How much dearer a kilobyte is in the largest schema that was compiled than in one of 10 kB. Twice is the headroom for
 * caches of the processor that a large heap outgrows; a quadratic step would show as a thousand.
 */
function perKilobyteGrowth(steps) {
  const taken = steps.filter(({ ours }) => typeof ours === 'number')
  const small = taken.find(({ bytes }) => bytes === 1e4)
  const large = taken.at(-1)
  return large.ours / large.bytes / (small.ours / small.bytes)
}
