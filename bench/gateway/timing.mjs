import { pathToFileURL } from 'node:url'
import { median } from './statistics.mjs'

const trials = 400
const answer = { candidates: [{ content: { parts: [{ text: 'Hi.' }] }, finishReason: 'STOP' }] }

/**
 * How often a client guesses right whether another client sent a list of tools, from the time that its own first request with this list
 * takes. Chance is 0.5; with 200 guesses, 0.57 and more is no chance. The gateway is in this process, and its processor time is read, so
 * that neither a network nor a busy machine hides a difference. The row of one client that looks at its own lists shows that the
 * instrument sees a cached list.
 */
export async function measureTiming(bench) {
  const { createGateway } = await import(pathToFileURL(bench.entry.replace(/cli\/main\.js$/, 'gateway/index.js')))
  const gateway = createGateway({
    apiKey: 'any',
    clientKeys: ['sk-victim', 'sk-attacker'],
    rateLimits: false,
    fetch: async () => Response.json(answer),
  })
  const guess = (attacker) => guessRate((key, tools) => send(gateway, key, tools), attacker)
  // V8 compiles what is hot first.
  await guess('sk-attacker')
  return {
    'another client': { toolfit: await guess('sk-attacker') },
    'the same client': { toolfit: await guess('sk-victim') },
  }
}

/** The share of right guesses: the limit between "sent" and "not sent" comes from the first half of the trials, the guesses from the second. */
async function guessRate(send, attacker) {
  const seen = []
  for (let trial = 0; trial < trials; trial++) {
    const isSent = Math.random() < 0.5
    const [list, other] = [createTools(), createTools()]
    await send('sk-victim', isSent ? list : other)
    seen.push({ isSent, time: await send(attacker, list) })
  }
  const [training, test] = [seen.slice(0, trials / 2), seen.slice(trials / 2)]
  const typical = (isSent) => median(training.filter((one) => one.isSent === isSent).map(({ time }) => time))
  const [sent, unsent] = [typical(true), typical(false)]
  const limit = (sent + unsent) / 2
  return test.filter(({ isSent, time }) => (time < limit === sent < unsent) === isSent).length / test.length
}

let created = 0

/** Forty tools that no request had before. */
function createTools() {
  return Array.from({ length: 40 }, () => {
    const name = `tool_${created++}`
    const properties = {
      id: { type: 'string', pattern: `^${name}[a-f]+$`, description: `The id of ${name}.` },
      limit: { type: 'integer', minimum: 1, maximum: 100 },
      filter: { anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: { type: 'number' } }] },
    }
    const parameters = { type: 'object', properties, required: ['id'] }
    return { type: 'function', function: { name, description: `Runs ${name}.`, parameters } }
  })
}

async function send(gateway, key, tools) {
  const body = JSON.stringify({
    model: 'gemini-3-flash-preview',
    messages: [{ role: 'user', content: 'Hello' }],
    tools,
  })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  const request = new Request('http://localhost/v1/chat/completions', { method: 'POST', headers, body })
  const before = process.cpuUsage()
  const response = await gateway(request)
  await response.text()
  if (response.status !== 200) throw new Error(`The gateway answered ${response.status}.`)
  const { user, system } = process.cpuUsage(before)
  return user + system
}
