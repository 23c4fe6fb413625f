import { describe, expect, test } from 'vitest'
import { createEmulator } from '../../src/emulator/app.ts'
import { faultTable } from '../../src/emulator/faults/fault-call.ts'
import { isLoopFinished, jsonSchema, tool } from '../../src/index.ts'
import { gemini } from '../../src/models/gemini/gemini.ts'
import { forbidUnhandledRejections, kinds, runToEnd } from './run-both.ts'

forbidUnhandledRejections()

const weather = tool({
  description: 'The weather in a city.',
  inputSchema: jsonSchema<{ city: string }>({
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
  }),
  execute: () => ({ celsius: 31 }),
})

/** Faults whose usual form takes its time. */
const quick: Readonly<Record<string, string>> = { '429': '429;retry=0', slow: 'slow;ms=1' }

/** A model whose request of this number goes wrong, and each one after it. */
function faulty(fault: string, from: number) {
  const emulator = createEmulator()
  let count = 0
  emulator.script([
    { reply: [{ functionCall: { name: 'weather', args: { city: 'Rome' } } }] },
    { reply: 'It is sunny in Rome, and 31 degrees. '.repeat(8) },
  ])
  return gemini('gemini-3-flash-preview', {
    apiKey: 'key',
    retryPolicy: { firstDelayMs: 1 },
    headerTimeoutMs: 50,
    idleTimeoutMs: 50,
    maxRetries: 1,
    fetch: (url, init) => {
      const headers = new Headers(init.headers)
      if (count++ >= from) headers.set('x-toolfit-fault', quick[fault] ?? fault)
      return emulator(new Request(url, { ...init, headers }))
    },
  })
}

describe.each(kinds)('%s on Gemini, when the provider goes wrong', (kind) => {
  test.each(faultTable.map(({ name }) => name))('with %s in the first step, or in the second', async (fault) => {
    for (const from of [0, 1]) {
      const ending = await runToEnd(kind, {
        model: faulty(fault, from),
        prompt: 'How is the weather in Rome?',
        tools: { weather },
        stopWhen: isLoopFinished(),
        // The model itself has tried again.
        maxRetries: 0,
        timeout: 5_000,
      })
      // The step before the fault is complete, whatever became of the one with it.
      expect(ending.steps.length).toBeGreaterThanOrEqual(from)
      if (from === 1) expect(ending.steps[0]!.toolResults).toMatchObject([{ output: { celsius: 31 } }])
    }
  })
})
