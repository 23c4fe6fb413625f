import { warm, withGateways } from './bench.mjs'
import { quantile } from './statistics.mjs'

const healthyClients = [64, 256]
const seconds = 8

/** Takes a third of a millisecond of a core. */
const small = 'an ordinary request'

/** Takes some ten: one process of clients can ask for five times what the gateway can do. Its tools are new each time. */
const large = '10 tools x 70 unions'

/**
 * Five times what the gateway can do, by default, each request on a connection of its own. Before it, clients that open a connection for
 * each small request, and wait for their answers: none of them may be refused.
 */
export function measureOverload(bench) {
  return withGateways(bench, ['toolfit'], async ([gateway]) => {
    const { target } = gateway
    await bench.behave('small')
    await warm(bench, gateway, 'small')
    const rows = {}
    for (const clients of healthyClients) {
      const { seen } = await bench.run('reconnecting', { target, name: small, clients, seconds })
      rows[`${clients} clients that reconnect`] = rowOf(seen)
    }
    const { seen: alone } = await bench.run('reconnecting', { target, name: large, clients: 2, seconds })
    rows['2 clients, larger requests'] = rowOf(alone)
    const perSecond = (5 * alone.length) / seconds
    const { seen } = await bench.run('arrivals', { target, name: large, perSecond, seconds })
    const { ms } = await bench.run('recovery', { target, name: large })
    rows['five times as many'] = { ...rowOf(seen), 'ms to recover': ms }
    return rows
  })
}

function rowOf(seen) {
  const accepted = seen.filter(({ status }) => status === 200)
  const refused = seen.filter(({ status, hasRetryAfter }) => status === 503 && hasRetryAfter)
  return {
    asked: seen.length,
    accepted: accepted.length,
    'refused, 503': refused.length,
    'no such answer': seen.length - accepted.length - refused.length,
    'p50 accepted': quantile(
      accepted.map(({ ms }) => ms),
      0.5,
    ),
    'p99 accepted': quantile(
      accepted.map(({ ms }) => ms),
      0.99,
    ),
  }
}
