import { ask } from './burst.mjs'
import { cases } from './hostile-cases.mjs'
import { HttpConnection, postBytes } from './http-connection.mjs'

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** By name: one of the hostile requests. */
async function askOnce(target, name) {
  const connection = new HttpConnection(target.port)
  const answer = await ask(connection, postBytes(target.path, target.headers, cases[name].body()))
  connection.destroy()
  return { status: answer.status, ms: answer.whole, hasRetryAfter: /\r\nretry-after: /.test(answer.head ?? '') }
}

/** Clients that open a connection for each request, and ask again as soon as they are answered. */
export async function runReconnecting({ target, name, clients, seconds }) {
  const until = performance.now() + seconds * 1000
  const seen = []
  const client = async () => {
    while (performance.now() < until) seen.push(await askOnce(target, name))
  }
  await Promise.all(Array.from({ length: clients }, client))
  return { seen }
}

/** So many requests a second, each on a connection of its own, whether or not earlier ones were answered. */
export async function runArrivals({ target, name, perSecond, seconds }) {
  const startedAt = performance.now()
  const asked = []
  for (;;) {
    const at = (performance.now() - startedAt) / 1000
    if (at >= seconds) return { seen: await Promise.all(asked) }
    while (asked.length < at * perSecond) asked.push(askOnce(target, name))
    await pause(5)
  }
}

/** Milliseconds until ten requests in a row, one every 20 ms, are answered with 200. */
export async function runRecovery({ target, name }) {
  const startedAt = performance.now()
  for (let answered = 0; answered < 10; ) {
    const { status } = await askOnce(target, name)
    answered = status === 200 ? answered + 1 : 0
    if (performance.now() - startedAt > 60_000) break
    await pause(20)
  }
  return { ms: performance.now() - startedAt }
}
