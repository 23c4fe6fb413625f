/** Copy this: `npm install --save-dev toolfit vitest`. No key, no network; the same answers every time. */
import { startEmulator } from 'toolfit/emulator/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { answer } from './weather-agent.js'

let server
beforeAll(async () => {
  server = await startEmulator()
})
afterEach(() => server.emulator.reset())
afterAll(() => server.close())

const ask = (question) => answer(question, { baseUrl: server.url, apiKey: 'any' })

test('the agent calls the function and answers with what it returned', async () => {
  expect(await ask('How is the weather in Graz?')).toContain('Sunny in Graz.')
  // Two requests, and Gemini would have taken both of them.
  expect(server.emulator.requests.map(({ status }) => status)).toEqual([200, 200])
})

test('the agent sends the result of the call back', async () => {
  const script = server.emulator.script([
    { expect: /Oslo/, reply: [{ functionCall: { name: 'get_weather', args: { city: 'Oslo' } } }] },
    { expect: /Sunny in Oslo/, reply: 'Take sunglasses.' },
  ])
  expect(await ask('What shall I pack for Oslo?')).toBe('Take sunglasses.')
  script.assertDone()
})

test('the agent waits for its quota, and tries again', async () => {
  server.emulator.script([{ reply: { fault: '429;retry=0' } }, { reply: 'Here I am.' }])
  expect(await ask('Hello?')).toBe('Here I am.')
})

test.each([
  ['malformed-function-call', 'The model stopped: MALFORMED_FUNCTION_CALL'],
  ['blocked-answer', 'The model stopped: SAFETY'],
  ['503', 'The model is overloaded. Please try again later.'],
])('the agent does not hide a failure: %s', async (fault, message) => {
  server.emulator.script([{ reply: { fault } }])
  await expect(ask('Hello?')).rejects.toThrow(message)
})
