/**
 * The clients, in a process of their own. The parent sends jobs and hears results; kinds of jobs are functions of the files below.
 */
import { runBurst } from './burst.mjs'
import { endPolite, runAttack, runAttacks, runPolite } from './hostile-clients.mjs'
import { runInTurn, runOnce } from './in-turn.mjs'
import { runArrivals, runReconnecting, runRecovery } from './overload-clients.mjs'
import { runSlowStreams } from './slow-stream-clients.mjs'
import { runFaults } from './soak-clients.mjs'

const kinds = {
  burst: runBurst,
  inTurn: runInTurn,
  once: runOnce,
  slow: runSlowStreams,
  polite: runPolite,
  endPolite,
  attack: runAttack,
  attacks: runAttacks,
  faults: runFaults,
  reconnecting: runReconnecting,
  arrivals: runArrivals,
  recovery: runRecovery,
}

process.on('message', async ({ id, kind, ...job }) => {
  try {
    process.send({ id, result: await kinds[kind](job) })
  } catch (error) {
    process.send({ id, fault: error.stack })
  }
})
// Whoever started this is gone.
process.on('disconnect', () => process.exit())
