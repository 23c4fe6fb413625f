/**
 * Gemini's side, in a process of its own: answers from bytes that lie ready. The parent says with a message which answers come next, and
 * hears the port. What it does for slow streams and faults is in slow-streams.mjs and faults.mjs.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { answerWithFaults } from './faults.mjs'
import { cases, hostileModel } from './hostile-cases.mjs'
import { scenarios } from './scenarios.mjs'
import { answerSlowly } from './slow-streams.mjs'

const answers = Object.fromEntries(
  Object.entries(scenarios).map(([name, { answer }]) => [name, () => answerAtOnce(answer)]),
)
const behaviours = { ...answers, slow: answerSlowly, faults: answerWithFaults, hostile: answerHostilely }

let respond = answers.small()
let open = 0
/** Bytes of answers. */
let sent = 0

const server = createServer({ keepAliveTimeout: 120_000 }, (incoming, outgoing) => {
  open++
  outgoing.once('close', () => open--)
  respond(incoming, outgoing)
})

/** A case for its own model, and something small for all others. */
function answerHostilely({ name }) {
  const bytes = Buffer.from(cases[name].answer())
  return (incoming, outgoing) => {
    if (!incoming.url.includes(hostileModel)) return answers.small()(incoming, outgoing)
    const isStream = incoming.url.includes('alt=sse')
    incoming.resume()
    incoming.once('end', () => send(outgoing, isStream ? 'text/event-stream' : 'application/json', bytes))
  }
}

/** The same bytes for everybody. The request is taken in first, as Gemini does. */
function answerAtOnce({ json, sse, array }) {
  return (incoming, outgoing) => {
    incoming.resume()
    incoming.once('end', () => {
      if (!incoming.url.includes(':streamGenerateContent')) send(outgoing, 'application/json; charset=UTF-8', json)
      else if (incoming.url.includes('alt=sse')) send(outgoing, 'text/event-stream', sse)
      else send(outgoing, 'application/json', array)
    })
  }
}

function send(outgoing, type, bytes) {
  outgoing.writeHead(bytes ? 200 : 404, { 'content-type': type, 'content-length': bytes?.length ?? 0 })
  sent += bytes?.length ?? 0
  outgoing.end(bytes)
}

const listening = once(server.listen(0, '127.0.0.1'), 'listening')

process.on('message', async ({ behave, options, id }) => {
  await listening
  if (behave !== undefined) respond = behaviours[behave](options)
  const connections = await promisify(server.getConnections.bind(server))()
  process.send({ id, open, connections, sent, port: server.address().port })
})
// Whoever started this is gone.
process.on('disconnect', () => process.exit())
