import { orderMark } from './faults.mjs'
import { HttpConnection, postBytes } from './http-connection.mjs'
import { readEvents } from './read-answer.mjs'
import { scenarios } from './scenarios.mjs'

/** Quotas are counted by model, and a gateway lets a key rest that is out of one. The others must not rest with it. */
const busyModel = 'gemini-2.5-flash'

/** Orders in parts of a thousand, the request that carries each, and what has to come of it. */
const mix = [
  { order: 'small', share: 400, scenario: 'small', expect: 'answer' },
  { order: 'stream50', share: 300, scenario: 'stream50', expect: 'answer' },
  { order: 'tools', share: 155, scenario: 'tools', expect: 'answer' },
  { order: 'image1MB', share: 5, scenario: 'image1MB', expect: 'answer' },
  // Clients that leave: while they wait, and in the middle of a stream that goes on.
  { order: 'stall', share: 20, scenario: 'small', expect: 'abort' },
  { order: 'stallStream', share: 30, scenario: 'stream50', expect: 'abort' },
  { order: 'broken-once', share: 20, scenario: 'small', expect: 'answer' },
  { order: 'reset-once', share: 20, scenario: 'small', expect: 'answer' },
  { order: 'busy', share: 10, scenario: 'small', model: busyModel, expect: 'error', status: 429 },
  { order: 'broken', share: 10, scenario: 'small', expect: 'error', status: 502 },
  { order: 'reset', share: 8, scenario: 'small', expect: 'error', status: 502 },
  { order: 'stall', share: 4, scenario: 'small', expect: 'error', status: 504 },
  { order: 'cut', share: 13, scenario: 'stream50', expect: 'broken stream' },
  { order: 'stallStream', share: 5, scenario: 'stream50', expect: 'broken stream' },
].flatMap(({ share, ...entry }) => Array.from({ length: share }, () => entry))

/** More than that wait at once only if the gateway no longer gets half of the time that it had: then fewer are asked. */
const mostAtOnce = 300

/**
 * Asks at an even pace for so long, whatever becomes of the requests before; without a pace, 16 clients ask as fast as they are answered.
 *
 * @returns what was asked, what was wrong, and how often the pace could not be kept
 */
export async function runFaults({ target, perSecond, seconds, onlyAnswers = false, firstNumber = 0 }) {
  const entries = onlyAnswers ? mix.filter(({ order, expect }) => expect === 'answer' && !order.includes('-')) : mix
  const tally = { asked: 0, heldBack: 0, complaints: [] }
  const free = []
  const askNext = async () => {
    // Coprime to the mix: each order comes as often as it should, and well shuffled.
    const number = firstNumber + tally.asked++
    const entry = entries[(number * 617) % entries.length]
    const connection = takeConnection(free, target.port)
    const complaint = await askFor(connection, target, entry, number)
    if (connection.isOpen) free.push(connection)
    if (complaint !== undefined) tally.complaints.push(`${entry.order}: ${complaint}`)
  }
  const until = performance.now() + seconds * 1000
  if (perSecond === undefined) await askInTurn(16, until, askNext)
  else await askAtPace(perSecond, until, askNext, tally)
  for (const connection of free) connection.destroy()
  return tally
}

async function askInTurn(clients, until, askNext) {
  const client = async () => {
    while (performance.now() < until) await askNext()
  }
  await Promise.all(Array.from({ length: clients }, client))
}

async function askAtPace(perSecond, until, askNext, tally) {
  const waiting = new Set()
  const startedAt = performance.now()
  for (let due = 0; performance.now() < until; due++) {
    const early = startedAt + (due * 1000) / perSecond - performance.now()
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early))
    if (waiting.size >= mostAtOnce) {
      tally.heldBack++
      continue
    }
    const asked = askNext().finally(() => waiting.delete(asked))
    waiting.add(asked)
    // What lies behind is asked for in a row; answers get their turn all the same.
    if (due % 16 === 0) await new Promise(setImmediate)
  }
  await Promise.all(waiting)
}

function takeConnection(free, port) {
  while (free.length > 0) {
    const connection = free.pop()
    if (connection.isOpen) return connection
  }
  return new HttpConnection(port)
}

/** Undefined: what had to come of it came. */
function askFor(connection, target, entry, number) {
  const { order, scenario, expect, model = target.model } = entry
  const bytes = requestBytes(target, scenario, model, orderMark(order, number))
  return new Promise((resolve) => {
    const pieces = []
    let timer
    const settle = (complaint) => {
      clearTimeout(timer)
      resolve(complaint)
    }
    const leave = () => {
      connection.destroy()
      settle(undefined)
    }
    if (expect === 'abort' && order === 'stall') timer = setTimeout(leave, number % 50)
    connection.send(bytes, {
      onBody(piece) {
        pieces.push(piece)
        if (expect === 'abort') leave()
      },
      onEnd: ({ status }) => settle(judge(entry, { status, text: Buffer.concat(pieces).toString() })),
      onFault: (reason) => settle(expect === 'abort' ? undefined : reason),
    })
  })
}

const bodies = new Map()

/** The order stands in the last message. The rest of the body is made once. */
function requestBytes({ path, headers }, scenario, model, mark) {
  const key = `${scenario} ${model}`
  if (!bodies.has(key)) bodies.set(key, bodyOf(scenario, model))
  const [before, after] = bodies.get(key)
  return postBytes(path, headers, before + mark + after)
}

function bodyOf(scenario, model) {
  const { messages, ...rest } = scenarios[scenario].request
  const last = messages.at(-1)
  const content =
    typeof last.content === 'string' ? `${last.content} HERE` : [{ type: 'text', text: 'HERE' }, ...last.content]
  return JSON.stringify({ model, ...rest, messages: [...messages.slice(0, -1), { ...last, content }] }).split('HERE')
}

function judge({ expect, scenario, status }, answer) {
  if (expect === 'answer') return scenarios[scenario].complaintAbout(answer)
  if (expect === 'error') {
    const isError = answer.status === status && typeof messageOf(answer.text) === 'string'
    return isError ? undefined : `not ${status} but ${answer.status}: ${answer.text.slice(0, 200)}`
  }
  const { content, finishReason, error } = readEvents(answer.text)
  const isTold = answer.status === 200 && content !== '' && finishReason === undefined && error !== undefined
  return isTold ? undefined : `the break is not told: ${answer.status} ${answer.text.slice(-300)}`
}

function messageOf(text) {
  try {
    return JSON.parse(text).error?.message
  } catch {
    // The caller complains.
    return undefined
  }
}
