import { ask } from './burst.mjs'
import { HttpConnection, postBytes } from './http-connection.mjs'
import { scenarios } from './scenarios.mjs'

/**
 * One request at a time, to each target in turn, so that all of them have the same neighbours on the machine.
 *
 * @returns for each target the milliseconds to the first byte and to the end of each answer
 */
export async function runInTurn({ targets, scenario, rounds, warmUp }) {
  const { request, complaintAbout } = scenarios[scenario]
  const sides = targets.map((target) => ({
    target,
    connection: new HttpConnection(target.port),
    bytes: postBytes(target.path, target.headers, { model: target.model, ...request }),
    firstByte: [],
    whole: [],
  }))
  for (let round = -warmUp; round < rounds; round++) {
    for (let turn = 0; turn < sides.length; turn++) {
      // Another one begins each time.
      const side = sides[(round + warmUp + turn) % sides.length]
      if (!side.connection.isOpen) side.connection = new HttpConnection(side.target.port)
      const answer = await ask(side.connection, side.bytes)
      const complaint = side.target.isDirect ? answer.status !== 200 && 'no answer' : complaintAbout(answer)
      if (complaint) throw new Error(`${side.target.name}, ${scenario}: ${complaint}`)
      if (round < 0) continue
      side.firstByte.push(answer.firstByte)
      side.whole.push(answer.whole)
    }
  }
  for (const { connection } of sides) connection.destroy()
  return Object.fromEntries(sides.map(({ target, firstByte, whole }) => [target.name, { firstByte, whole }]))
}

/** Asks until there is an answer: a gateway that starts is not there at first. */
export async function runOnce({ target, scenario, timeoutMs }) {
  const { request, complaintAbout } = scenarios[scenario]
  const bytes = postBytes(target.path, target.headers, { model: target.model, ...request })
  const until = performance.now() + timeoutMs
  let complaint
  while (performance.now() < until) {
    const connection = new HttpConnection(target.port)
    complaint = complaintAbout(await ask(connection, bytes))
    connection.destroy()
    if (complaint === undefined) return { at: process.hrtime.bigint().toString() }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  throw new Error(`${target.name} does not answer: ${complaint}`)
}
