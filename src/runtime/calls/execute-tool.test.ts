import { describe, expect, test } from 'vitest'
import type { AnyTool } from '../../tools/tool.ts'
import { type Execution, executeTool } from './execute-tool.ts'

function run(tool: AnyTool, more: Partial<Execution> = {}) {
  const preliminary: unknown[] = []
  const given = executeTool({
    tool,
    toolName: 'work',
    input: 1,
    options: { toolCallId: 'a', messages: [], context: undefined, toolName: 'work', stepNumber: 0 },
    middleware: [],
    onPreliminary: (value) => void preliminary.push(value),
    timeoutMs: undefined,
    ...more,
  })
  return { given, preliminary }
}

describe('executeTool', () => {
  test('gives what the tool returns, whose `this` is the tool', async () => {
    const tool: AnyTool = {
      execute(this: unknown, input: number) {
        return [this === tool, input]
      },
    }
    expect(await run(tool).given).toEqual([true, 1])
  })

  test('every value of an iterable, promised or not, is preliminary, and the last one is the result (C8)', async () => {
    async function* values() {
      yield 1
      yield 2
      return 3
    }
    for (const execute of [values, async () => values()]) {
      const { given, preliminary } = run({ execute })
      expect([await given, preliminary]).toEqual([2, [1, 2]])
    }
  })

  test('an iterable without values gives undefined', async () => {
    const { given } = run({
      async *execute() {
        // Nothing.
      },
    })
    expect(await given).toBeUndefined()
  })

  test('an iterable that never pauses is stopped by its timeout, and told to end', async () => {
    let isReturned = false
    const { given } = run({
      timeout: 5,
      async *execute() {
        try {
          for (;;) yield 1
        } finally {
          isReturned = true
        }
      },
    })
    await expect(given).rejects.toMatchObject({ code: 'tool-timeout' })
    await undefined
    expect(isReturned).toBe(true)
  })

  test('tries again as often as it may, and only where it is worth it', async () => {
    const tryOn = async (retries: AnyTool['retries']) => {
      let tries = 0
      const execute = () => {
        tries++
        throw new Error('no')
      }
      await run({ execute, retries }).given.catch(() => undefined)
      return tries
    }
    expect(await tryOn(undefined)).toBe(1)
    expect(await tryOn(0)).toBe(1)
    expect(await tryOn({ maxRetries: 2, firstDelayMs: 1 })).toBe(3)
    expect(await tryOn({ maxRetries: 2, firstDelayMs: 1, retryIf: () => false })).toBe(1)
    // What is no number is none: it would be tried for ever.
    expect(await tryOn({ maxRetries: Number.NaN })).toBe(1)
    expect(await tryOn({} as never)).toBe(1)
  })

  test('middleware stands around the tool, the first one outermost, and may change what goes in and out', async () => {
    const { given } = run(
      { execute: (input: number) => [input] },
      {
        middleware: [
          async (_, next) => ['outer', await next(5)],
          async ({ input }, next) => [`inner got ${String(input)}`, await next()],
        ],
      },
    )
    expect(await given).toEqual(['outer', ['inner got 5', [5]]])
  })

  test('a tool within its time gets a signal, and one without a limit gets that of the run', async () => {
    const { signal } = new AbortController()
    const options = { toolCallId: 'a', messages: [], context: undefined, toolName: 'work', stepNumber: 0 }
    const execute = (_: unknown, { abortSignal }: { abortSignal?: AbortSignal }) => abortSignal
    expect(await run({ execute }, { options: { ...options, abortSignal: signal } }).given).toBe(signal)
    expect(await run({ execute }, { timeoutMs: 1_000 }).given).toBeInstanceOf(AbortSignal)
  })
})
