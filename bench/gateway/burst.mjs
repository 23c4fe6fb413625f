import { HttpConnection, postBytes } from './http-connection.mjs'
import { requestNumber, scenarios } from './scenarios.mjs'

/**
 * So many clients, each of which asks again as soon as it is answered, for so long or until there are so many answers. Every one is
 * read. No two requests are the same: the last message of each is new.
 *
 * @returns how many were answered, and what was wrong with the others
 */
export async function runBurst({ target, scenario, concurrency, seconds, answers = Number.POSITIVE_INFINITY }) {
  const { request, complaintAbout } = scenarios[scenario]
  const bytes = postBytes(target.path, target.headers, { model: target.model, ...request })
  const until = performance.now() + seconds * 1000
  const tally = { answered: 0, complaints: [] }
  const places = placesOf(requestNumber, bytes)
  const client = async () => {
    const own = Buffer.from(bytes)
    let connection = new HttpConnection(target.port)
    while (performance.now() < until && tally.answered < answers) {
      if (!connection.isOpen) connection = new HttpConnection(target.port)
      const number = nextNumber()
      for (const place of places) own.write(number, place, 'latin1')
      const complaint = complaintAbout(await ask(connection, own))
      if (complaint === undefined) tally.answered++
      else tally.complaints.push(complaint)
    }
    connection.destroy()
  }
  await Promise.all(Array.from({ length: concurrency }, client))
  return tally
}

function placesOf(text, bytes) {
  const places = []
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) places.push(at)
  return places
}

let requests = 0

function nextNumber() {
  requests++
  return `#${String(requests % 10 ** (requestNumber.length - 1)).padStart(requestNumber.length - 1, '0')}`
}

/** One request and its whole answer, with the milliseconds to the first byte of its body and to its end. */
export function ask(connection, bytes) {
  return new Promise((resolve) => {
    const pieces = []
    const startedAt = performance.now()
    let firstAt
    connection.send(bytes, {
      onBody(piece) {
        firstAt ??= performance.now()
        pieces.push(piece)
      },
      onEnd({ status, head }) {
        const now = performance.now()
        const text = Buffer.concat(pieces).toString()
        resolve({ status, head, text, firstByte: (firstAt ?? now) - startedAt, whole: now - startedAt })
      },
      onFault: (reason) => resolve({ status: 0, text: reason }),
    })
  })
}
