import { ask } from './burst.mjs'
import { HttpConnection, postBytes } from './http-connection.mjs'
import { scenarios } from './scenarios.mjs'

/** Definitions of which each names the next one twice: two to the power of `levels` leaves, out of two kilobytes. */
function bomb(levels) {
  const definitions = Array.from({ length: levels }, (_, level) => {
    const next = level === levels - 1 ? { type: 'string' } : { $ref: `#/$defs/d${level + 1}` }
    return [`d${level}`, { type: 'object', properties: { a: next, b: next } }]
  })
  const parameters = {
    type: 'object',
    properties: { root: { $ref: '#/$defs/d0' } },
    $defs: Object.fromEntries(definitions),
  }
  return {
    messages: [{ role: 'user', content: 'Hi' }],
    tools: [{ type: 'function', function: { name: 'bomb', parameters } }],
  }
}

/** What hostile clients send, one after the other. */
const attacks = [bomb(18), { messages: [{ role: 'user', content: ' '.repeat(25_000_000) }] }]

/**
 * A client that asks once every few milliseconds, alone or beside one that sends bombs and bodies of 25 MB.
 *
 * @returns the milliseconds of its answers, and how many of the attacks were answered
 */
export async function runHostile({ target, seconds, isAttacked }) {
  const until = performance.now() + seconds * 1000
  const { request, complaintAbout } = scenarios.small
  const bytes = postBytes(target.path, target.headers, { model: target.model, ...request })
  const times = []
  const polite = async () => {
    const connection = new HttpConnection(target.port)
    while (performance.now() < until) {
      const answer = await ask(connection, bytes)
      const complaint = complaintAbout(answer)
      if (complaint) throw new Error(`${target.name}: ${complaint}`)
      times.push(answer.whole)
      await pause(5)
    }
    connection.destroy()
  }
  let attacked = 0
  const hostile = async () => {
    const bodies = attacks.map((body) => postBytes(target.path, target.headers, { model: target.model, ...body }))
    while (performance.now() < until) {
      const connection = new HttpConnection(target.port)
      // Whatever the answer is: refused, answered, or the connection closed.
      await Promise.race([ask(connection, bodies[attacked % bodies.length]), pause(seconds * 1000)])
      connection.destroy()
      attacked++
      await pause(100)
    }
  }
  await Promise.all([polite(), ...(isAttacked ? [hostile()] : [])])
  return { times, attacked }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
