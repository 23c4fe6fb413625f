import { withGateways } from './bench.mjs'
import { cpuMillis, memoryOf } from './processes.mjs'

const slow = { count: 1_000, pieceCount: 50, intervalMs: 100, rampMs: 2_000 }

/** A thousand slow streams at once, through one gateway after the other. */
export async function measureStreams(bench) {
  const rows = {}
  const put = (title, name, value) => {
    rows[title] = { ...rows[title], [name]: value }
  }
  for (const name of bench.names) {
    console.error(`  ${name}`)
    await withGateways(bench, [name], async ([{ pid, target }]) => {
      put('memory before, MB', name, memoryOf(pid, 'VmRSS'))
      await bench.behave('slow', slow)
      const before = cpuMillis(pid)
      const { complaints, pieces, p50, p99, most } = await bench.run('slow', { target, ...slow })
      put('memory at most, MB', name, memoryOf(pid, 'VmHWM'))
      put('streams that are not whole', name, complaints.length)
      put('pieces lost', name, slow.count * slow.pieceCount - pieces)
      put('delay of a piece p50, ms', name, p50)
      put('delay of a piece p99, ms', name, p99)
      put('delay of a piece at most, ms', name, most)
      put('processor time of a piece, µs', name, ((cpuMillis(pid) - before) * 1000) / pieces)
      if (complaints.length > 0) console.error(`  ${name}: ${complaints[0]}`)
    })
  }
  return rows
}
