import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import * as ai from 'ai7'
import OpenAI from 'openai'
import { type EmulatorServer, startEmulator } from 'toolfit/emulator/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { booking, expectedCalls, question, tripTools, weather } from './gateway/trip-tools.ts'

let emulator: EmulatorServer
let child: ChildProcess
let baseURL: string

beforeAll(async () => {
  emulator = await startEmulator()
  const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
  // Nothing of the one who runs the tests: a key of theirs must not be spent here.
  const env = { PATH: process.env['PATH'], GEMINI_API_KEY: 'any', GEMINI_BASE_URL: emulator.url }
  child = spawn(
    process.execPath,
    [main, 'serve', '--port', '0', '--json', '--quiet', '--model', 'gpt-5.2=gemini-3.6-flash'],
    {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
  baseURL = `${(JSON.parse(line) as { url: string }).url}/v1`
})

afterAll(async () => {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  await emulator.close()
})

test('`toolfit serve`: two clients at once run their tools to the end, and Gemini refuses nothing', async () => {
  const { tools, ran } = tripTools()
  const runner = new OpenAI({ apiKey: 'any', baseURL }).chat.completions.runTools({
    model: 'gpt-5.2',
    messages: [{ role: 'user', content: question }],
    tools: tools.map(({ name, description, parameters, run }) => ({
      type: 'function',
      function: { name, description, parameters, parse: JSON.parse, function: (input: object) => run(input) },
    })),
    stream: true,
  })
  const { text } = ai.streamText({
    model: createOpenAICompatible({ name: 'toolfit', baseURL })('gemini-3-flash-preview'),
    tools: {
      [weather.name]: ai.tool({ inputSchema: weather.input, execute: async (input) => weather.run(input) }),
      [booking.name]: ai.tool({ inputSchema: booking.input, execute: async (input) => booking.run(input) }),
    },
    stopWhen: ai.stepCountIs(5),
    prompt: question,
  })
  const done = 'Steirereck is booked for 4.'
  expect(await runner.finalContent()).toContain(done)
  expect(await text).toContain(done)
  expect(ran).toEqual(expectedCalls.flat())
  expect(emulator.emulator.requests.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
})
