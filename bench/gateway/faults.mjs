import { eventsOf, replyOf, scenarios } from './scenarios.mjs'

/** Where a request says how it is to be answered: `[[cut 17]]`. The number tells its tries from those of others. */
export const orderMark = (order, number) => `[[${order} ${number}]]`

const orderPattern = /\[\[([\w-]+) (\d+)\]\]/

/** Calls have ids of a bounded set: a gateway may remember each that it has seen, and what is measured is whether it grows for ever. */
const callIds = 200
let calls = 0

/** Gemini's side of the soak: each request orders its answer, or its fault. */
export function answerWithFaults() {
  const failedOnce = new Set()
  return (incoming, outgoing) => {
    const pieces = []
    incoming.on('data', (piece) => pieces.push(piece))
    // A client that leaves may take the request with it.
    incoming.on('error', () => undefined)
    incoming.once('end', () => {
      const [, order, number] = orderPattern.exec(Buffer.concat(pieces).latin1Slice()) ?? []
      if (order === undefined) return fail(outgoing, 404, 'No order in this request.')
      const [kind, isOnce] = order.split('-once')
      const isHealed = isOnce !== undefined && failedOnce.delete(number)
      if (isOnce !== undefined && !isHealed) failedOnce.add(number)
      return answers[isHealed ? 'small' : kind](outgoing)
    })
  }
}

const answers = {
  small: (outgoing) => send(outgoing, scenarios.small.answer.json),
  image1MB: (outgoing) => send(outgoing, scenarios.image1MB.answer.json),
  tools: (outgoing) => send(outgoing, toolAnswer()),
  stream50: (outgoing) => stream(outgoing).end(scenarios.stream50.answer.sse),
  busy: (outgoing) => fail(outgoing, 429, 'Too many requests.', 'RESOURCE_EXHAUSTED'),
  broken: (outgoing) => fail(outgoing, 500, 'An internal error has occurred.', 'INTERNAL'),
  reset: (outgoing) => outgoing.socket.resetAndDestroy(),
  cut: (outgoing) => stream(outgoing).write(opening(), () => outgoing.socket.destroy()),
  // Neither ever answers to the end. The gateway has to give up on them.
  stall: () => undefined,
  stallStream: (outgoing) => stream(outgoing).write(opening()),
}

function send(outgoing, bytes) {
  outgoing.writeHead(200, { 'content-type': 'application/json; charset=UTF-8', 'content-length': bytes.length })
  outgoing.end(bytes)
}

function stream(outgoing) {
  return outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
}

/** The first of many pieces. */
function opening() {
  return eventsOf([replyOf({ text: 'Piece 0 of the answer, a few words long. ' })])
}

function toolAnswer() {
  const reply = JSON.parse(scenarios.tools.answer.json)
  reply.candidates[0].content.parts[0].functionCall.id = `bench-call-${calls++ % callIds}`
  return Buffer.from(JSON.stringify(reply))
}

function fail(outgoing, code, message, status) {
  const bytes = Buffer.from(JSON.stringify({ error: { code, message, status } }))
  outgoing.writeHead(code, { 'content-type': 'application/json', 'content-length': bytes.length })
  outgoing.end(bytes)
}
