/** What is under test: a small agent that talks to Gemini with `fetch`. Yours may use any client; it needs a base URL that can be set. */
import { setTimeout as sleep } from 'node:timers/promises'

const tools = [
  {
    functionDeclarations: [
      {
        name: 'get_weather',
        description: 'The weather of a city.',
        parameters: { type: 'OBJECT', properties: { city: { type: 'STRING' } }, required: ['city'] },
      },
    ],
  },
]

const functions = { get_weather: async ({ city }) => ({ output: `Sunny in ${city}.` }) }

/** Answers a question, calling functions as the model asks for them. */
export async function answer(question, { baseUrl, apiKey, model = 'gemini-3-flash-preview' }) {
  const contents = [{ role: 'user', parts: [{ text: question }] }]
  for (let step = 0; step < 5; step++) {
    const { candidates } = await ask(`${baseUrl}/v1beta/models/${model}:generateContent`, apiKey, { contents, tools })
    const { content, finishReason } = candidates[0]
    if (finishReason !== 'STOP') throw new Error(`The model stopped: ${finishReason}`)
    const calls = content.parts.flatMap((part) => part.functionCall ?? [])
    if (calls.length === 0) return content.parts.map(({ text = '' }) => text).join('')
    // The content goes back as it came: its signatures are part of it.
    contents.push(content, { role: 'user', parts: await Promise.all(calls.map(respond)) })
  }
  throw new Error('The model never came to an end.')
}

async function respond({ id, name, args }) {
  return { functionResponse: { id, name, response: await functions[name](args) } }
}

/** Waits and tries again where Gemini says how long. */
async function ask(url, apiKey, body) {
  for (let attempt = 1; ; attempt++) {
    const headers = { 'x-goog-api-key': apiKey, 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    const answer = await response.json()
    if (response.ok) return answer
    const { message, details = [] } = answer.error
    const delay = details.find((detail) => detail['@type'].endsWith('RetryInfo'))?.retryDelay
    if (response.status !== 429 || delay === undefined || attempt === 3) throw new Error(message)
    await sleep(Number.parseFloat(delay) * 1_000)
  }
}
