import { warm, withGateways } from './bench.mjs'
import { quantile } from './statistics.mjs'

const seconds = 6

/** What a client waits while another one sends bombs of references and bodies of 25 MB, beside what it waits otherwise. */
export function measureHostile(bench) {
  return withGateways(bench, bench.names, async (gateways) => {
    await bench.behave('small')
    const rows = {
      'p99 alone': {},
      'p99 beside them': {},
      'p99 that they add': {},
      'the longest wait': {},
      attacks: {},
    }
    for (const gateway of gateways) {
      const { name, target } = gateway
      console.error(`  ${name}`)
      await warm(bench, gateway, 'small')
      const alone = await bench.run('hostile', { target, seconds, isAttacked: false })
      const beside = await bench.run('hostile', { target, seconds, isAttacked: true })
      rows['p99 alone'][name] = quantile(alone.times, 0.99)
      rows['p99 beside them'][name] = quantile(beside.times, 0.99)
      rows['p99 that they add'][name] = quantile(beside.times, 0.99) - quantile(alone.times, 0.99)
      rows['the longest wait'][name] = Math.max(...beside.times)
      rows.attacks[name] = beside.attacked
    }
    return rows
  })
}
