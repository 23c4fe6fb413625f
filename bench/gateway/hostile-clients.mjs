import { constants, setPriority } from 'node:os'
import { ask } from './burst.mjs'
import { cases } from './hostile-cases.mjs'
import { HttpConnection, postBytes } from './http-connection.mjs'
import { scenarios } from './scenarios.mjs'

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** An attack that is not answered within this time is given up. */
const patienceMs = 30_000

/** Good clients, each of which asks once every few milliseconds, until they are told to stop. */
export async function runPolite({ target, clients, seconds }) {
  const state = { isOver: false, times: [] }
  stopPolite = () => {
    state.isOver = true
  }
  const timer = seconds === undefined ? undefined : setTimeout(stopPolite, seconds * 1000)
  await Promise.all(Array.from({ length: clients }, () => askPolitely(target, state)))
  clearTimeout(timer)
  return { times: state.times }
}

let stopPolite = () => undefined

export async function endPolite() {
  stopPolite()
}

/** Sends one case. In a process of its own, which gives way to the good clients: making a case takes longer than refusing it. */
export async function runAttack({ target, name }) {
  setPriority(constants.priority.PRIORITY_LOW)
  return attack(target, name)
}

/** Hostile clients that send one case after the other, for some seconds. */
export async function runAttacks({ target, clients, seconds }) {
  setPriority(constants.priority.PRIORITY_LOW)
  const until = performance.now() + seconds * 1000
  const names = Object.keys(cases)
  const attacks = []
  const client = async (_, index) => {
    for (let at = index; performance.now() < until; at += clients) {
      attacks.push(await attack(target, names[at % names.length]))
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return { attacks: attacks.length, unanswered: attacks.filter(({ status }) => status === 0).length }
}

async function askPolitely(target, state) {
  const { request, complaintAbout } = scenarios.small
  const bytes = postBytes(target.path, target.headers, { model: target.model, ...request })
  let connection = new HttpConnection(target.port)
  while (!state.isOver) {
    if (!connection.isOpen) connection = new HttpConnection(target.port)
    const answer = await ask(connection, bytes)
    const complaint = complaintAbout(answer)
    if (complaint) throw new Error(`${target.name}: ${complaint}`)
    state.times.push(answer.whole)
    await pause(5)
  }
  connection.destroy()
}

/** Whatever the answer is: refused, answered, or the connection closed. */
async function attack(target, name) {
  const { body, headers = {} } = cases[name]
  const bytes = postBytes(target.path, { ...target.headers, ...headers }, body())
  const connection = new HttpConnection(target.port)
  const late = pause(patienceMs).then(() => ({ status: 0, text: '' }))
  const { status, text } = await Promise.race([ask(connection, bytes), late])
  connection.destroy()
  return { status, megabytes: bytes.length / 1e6, answered: text.length / 1e3 }
}
