import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { isRepeating, type ToolMiddleware, tool } from '../../src/index.ts'
import { everywhere, finish, type Line, play, stages, ways } from './spec-c-played.ts'

const answer = 'It is sunny.'
const empty = z.object({})
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Calls of one step, run by a tool that notes when it begins and ends. */
async function traceOf(
  calls: readonly { readonly name: string; readonly ms: number }[],
  exclusive: Readonly<Record<string, boolean | string>>,
  concurrency?: number,
): Promise<string[]> {
  const trace: string[] = []
  const make = (name: string) =>
    tool({
      inputSchema: z.object({ ms: z.number(), at: z.number() }),
      ...(exclusive[name] === undefined ? {} : { exclusive: exclusive[name] }),
      execute: async ({ ms, at }) => {
        trace.push(`+${at}`)
        await sleep(ms)
        trace.push(`-${at}`)
      },
    })
  const { model } = play('a mock model', [{ calls: calls.map(({ name, ms }, at) => ({ name, input: { ms, at } })) }])
  const tools = Object.fromEntries([...new Set(calls.map(({ name }) => name))].map((name) => [name, make(name)]))
  await finish('generateText', { model, prompt: 'Go.', tools, concurrency })
  return trace
}

/** The most calls that ran at the same time. */
function mostAtOnce(trace: readonly string[]): number {
  let [now, most] = [0, 0]
  for (const event of trace) {
    now += event.startsWith('+') ? 1 : -1
    most = Math.max(most, now)
  }
  return most
}

describe('timeout of a tool', () => {
  test.each(everywhere)('$way on $stage enforces it on a tool that ignores its signal', async ({ way, stage }) => {
    const { model, asked } = play(stage, [{ calls: [{ name: 'deaf' }, { name: 'quick' }] }, answer])
    const signals: AbortSignal[] = []
    const deaf = tool({
      inputSchema: empty,
      timeout: 30,
      execute: (_, { abortSignal }) => {
        signals.push(abortSignal!)
        return new Promise<never>(() => {})
      },
    })
    const quick = tool({ inputSchema: empty, timeout: 5_000, execute: () => 'here' })
    const { content, text } = await finish(way, { model, prompt: 'Go.', tools: { deaf, quick }, maxSteps: 2 })
    const failed = content.find(({ type }) => type === 'tool-error')
    expect(failed).toMatchObject({ toolName: 'deaf', error: { code: 'tool-timeout', evidence: { timeout: 30 } } })
    expect(content.find(({ type }) => type === 'tool-result')).toMatchObject({ toolName: 'quick', output: 'here' })
    expect(signals[0]!.aborted).toBe(true)
    expect(asked()[1]!.results[0]).toContain('30 ms')
    expect(text).toBe(answer)
  })

  test.each(ways)('%s: a late result does not count, and a late failure is no unhandled rejection', async (way) => {
    const { model } = play('a mock model', [{ calls: [{ name: 'late' }, { name: 'broken' }] }, answer])
    const late = tool({ inputSchema: empty, timeout: 10, execute: () => sleep(30).then(() => 'late') })
    const broken = tool({
      inputSchema: empty,
      timeout: 10,
      execute: () => sleep(30).then(() => Promise.reject(new Error('late'))),
    })
    const { content } = await finish(way, { model, prompt: 'Go.', tools: { late, broken }, maxSteps: 2 })
    await sleep(50)
    expect(content.filter(({ type }) => type === 'tool-error')).toHaveLength(2)
    expect(content.filter(({ type }) => type === 'tool-result')).toEqual([])
  })

  test.each(ways)('%s: it holds between the yields of a tool that streams', async (way) => {
    const { model } = play('a mock model', [{ calls: [{ name: 'slow' }] }, answer])
    const slow = tool({
      inputSchema: empty,
      timeout: 20,
      execute: async function* () {
        yield 1
        await new Promise<never>(() => {})
      },
    })
    const { steps } = await finish(way, { model, prompt: 'Go.', tools: { slow }, maxSteps: 2 })
    expect(steps[0]!.error).toMatchObject({ code: 'tool-timeout' })
  })

  test.each(ways)('%s: timeout.toolMs is for tools that have none of their own', async (way) => {
    const { model } = play('a mock model', [{ calls: [{ name: 'plain' }, { name: 'own' }] }])
    const plain = tool({ inputSchema: empty, execute: () => new Promise<never>(() => {}) })
    const own = tool({ inputSchema: empty, timeout: 5_000, execute: () => sleep(40).then(() => 'here') })
    const { content } = await finish(way, { model, prompt: 'Go.', tools: { plain, own }, timeout: { toolMs: 20 } })
    expect(content.slice(2).map((part) => [part.type, (part as { toolName: string }).toolName])).toEqual([
      ['tool-error', 'plain'],
      ['tool-result', 'own'],
    ])
  })
})

describe('retries of a tool', () => {
  test.each(everywhere)('$way on $stage tries again, and waits longer each time', async ({ way, stage }) => {
    const { model } = play(stage, [{ calls: [{ name: 'flaky' }] }])
    const timers = vi.spyOn(globalThis, 'setTimeout')
    let tries = 0
    const flaky = tool({
      inputSchema: empty,
      retries: { maxRetries: 3, firstDelayMs: 7, longestDelayMs: 19 },
      execute: () => {
        if (++tries < 4) throw new Error('flaky')
        return 'here'
      },
    })
    const { toolResults } = await finish(way, { model, prompt: 'Go.', tools: { flaky } })
    const delays = timers.mock.calls.map(([, ms]) => ms)
    timers.mockRestore()
    expect(toolResults.map(({ output }) => output)).toEqual(['here'])
    expect(delays.filter((ms) => ms === 7 || ms === 14 || ms === 19)).toEqual([7, 14, 19])
  })

  test.each(ways)('%s: the last error is the result, and retryIf may say no', async (way) => {
    const { model } = play('a mock model', [{ calls: [{ name: 'never' }, { name: 'once' }] }])
    const counts = { never: 0, once: 0 }
    const never = tool({
      inputSchema: empty,
      retries: { maxRetries: 2, firstDelayMs: 1 },
      execute: () => {
        throw new Error(`try ${++counts.never}`)
      },
    })
    const once = tool({
      inputSchema: empty,
      retries: { maxRetries: 5, firstDelayMs: 1, retryIf: (error) => (error as Error).message !== 'fatal' },
      execute: () => {
        counts.once++
        throw new Error('fatal')
      },
    })
    const { content } = await finish(way, { model, prompt: 'Go.', tools: { never, once } })
    const errors = content.flatMap((part) => (part.type === 'tool-error' ? [(part.error as Error).message] : []))
    expect(errors.toSorted()).toEqual(['fatal', 'try 3'])
    expect(counts).toEqual({ never: 3, once: 1 })
  })

  test.each(ways)('%s: each try has its own time', async (way) => {
    const { model } = play('a mock model', [{ calls: [{ name: 'slow' }] }])
    let tries = 0
    const slow = tool({
      inputSchema: empty,
      timeout: 30,
      retries: { maxRetries: 1, firstDelayMs: 1 },
      execute: () => (++tries === 1 ? new Promise<never>(() => {}) : sleep(10).then(() => 'second')),
    })
    const { toolResults } = await finish(way, { model, prompt: 'Go.', tools: { slow } })
    expect([tries, toolResults[0]!.output]).toEqual([2, 'second'])
  })

  test.each(ways)('%s: an abort ends the waiting', async (way) => {
    const controller = new AbortController()
    const { model } = play('a mock model', [{ calls: [{ name: 'flaky' }] }])
    const flaky = tool({
      inputSchema: empty,
      retries: { maxRetries: 3, firstDelayMs: 60_000 },
      execute: () => {
        setTimeout(() => controller.abort(), 5)
        throw new Error('flaky')
      },
    })
    await expect(
      finish(way, { model, prompt: 'Go.', tools: { flaky }, abortSignal: controller.signal }),
    ).rejects.toMatchObject({
      code: 'run-aborted',
    })
  })
})

describe('concurrency and exclusive', () => {
  const five = Array.from({ length: 5 }, () => ({ name: 'a', ms: 10 }))

  test('all calls of a step run at the same time by default, and no more than concurrency says else', async () => {
    expect(mostAtOnce(await traceOf(five, {}))).toBe(5)
    expect(mostAtOnce(await traceOf(five, {}, 2))).toBe(2)
    expect(await traceOf(five, {}, 1)).toEqual(['+0', '-0', '+1', '-1', '+2', '-2', '+3', '-3', '+4', '-4'])
  })

  test('nothing runs beside an exclusive tool', async () => {
    const trace = await traceOf(
      [
        { name: 'a', ms: 15 },
        { name: 'only', ms: 10 },
        { name: 'a', ms: 5 },
        { name: 'a', ms: 5 },
      ],
      { only: true },
    )
    expect(trace).toEqual(['+0', '-0', '+1', '-1', '+2', '+3', '-2', '-3'])
  })

  test('a group excludes its own, and nobody else', async () => {
    const trace = await traceOf(
      [
        { name: 'read', ms: 30 },
        { name: 'write', ms: 10 },
        { name: 'other', ms: 5 },
        { name: 'free', ms: 5 },
      ],
      { read: 'file', write: 'file', other: 'mail' },
    )
    expect(trace.slice(0, 3)).toEqual(['+0', '+2', '+3'])
    expect(trace.indexOf('+1')).toBeGreaterThan(trace.indexOf('-0'))
    expect(trace).toHaveLength(8)
  })

  test.each(ways)('%s: 100 calls of one step all come to an end, in the order of the calls (T8)', async (way) => {
    const { model } = play('a mock model', [
      { calls: Array.from({ length: 100 }, (_, at) => ({ name: 'wait', input: { at } })) },
      answer,
    ])
    const wait = tool({
      inputSchema: z.object({ at: z.number() }),
      execute: ({ at }) => sleep((at * 7) % 13).then(() => at),
    })
    const { response, toolResults } = await finish(way, {
      model,
      prompt: 'Go.',
      tools: { wait },
      maxSteps: 2,
      concurrency: 7,
    })
    expect(toolResults).toHaveLength(100)
    const sent = (response.messages[1]!.content as { output: { value: number } }[]).map(({ output }) => output.value)
    expect(sent).toEqual(Array.from({ length: 100 }, (_, at) => at))
  })
})

describe('isRepeating', () => {
  const call = (city: string): Line => ({ calls: [{ name: 'look', input: { city, unit: 'c' } }] })
  const turned = (city: string): Line => ({ calls: [{ name: 'look', input: { unit: 'c', city } }] })
  const look = tool({ inputSchema: z.object({ city: z.string(), unit: z.string() }), execute: () => 'sun' })
  const run = async (stage: (typeof stages)[number], lines: readonly Line[], times?: number) => {
    const { model } = play(stage, [...lines, answer])
    const stopWhen = isRepeating(times === undefined ? {} : { times })
    return (await finish('generateText', { model, prompt: 'Go.', tools: { look }, stopWhen })).steps.length
  }

  test.each(stages)('on %s it ends a loop that makes the same call with the same input (T4)', async (stage) => {
    expect(await run(stage, [call('a'), call('b'), turned('b'), call('b'), call('b')])).toBe(4)
    expect(await run(stage, [call('a'), turned('a'), call('a')], 2)).toBe(2)
    expect(await run(stage, [call('a'), call('b'), call('a'), call('b')])).toBe(5)
  })
})

describe('toolMiddleware', () => {
  const double = tool({ inputSchema: z.object({ n: z.number() }), execute: ({ n }) => 2 * n })

  test.each(everywhere)(
    '$way on $stage: it stands around every call, the first one outermost',
    async ({ way, stage }) => {
      const trace: string[] = []
      const note =
        (name: string): ToolMiddleware =>
        async ({ toolName, input }, next) => {
          trace.push(`${name} ${toolName} ${JSON.stringify(input)}`)
          const output = await next()
          trace.push(`${name} ${String(output)}`)
          return output
        }
      const { model } = play(stage, [{ calls: [{ name: 'double', input: { n: 4 } }] }])
      const { toolResults } = await finish(way, {
        model,
        prompt: 'Go.',
        tools: { double },
        toolMiddleware: [note('a'), note('b')],
      })
      expect(toolResults[0]!.output).toBe(8)
      expect(trace).toEqual(['a double {"n":4}', 'b double {"n":4}', 'b 8', 'a 8'])
    },
  )

  test.each(ways)('%s: it may answer by itself, change input and output, or fail', async (way) => {
    const run = async (toolMiddleware: ToolMiddleware) => {
      const { model } = play('a mock model', [{ calls: [{ name: 'double', input: { n: 4 } }] }])
      return (await finish(way, { model, prompt: 'Go.', tools: { double }, toolMiddleware })).steps[0]!
    }
    expect((await run(() => 'cached')).result).toBe('cached')
    expect((await run((_, next) => next({ n: 5 }))).result).toBe(10)
    expect((await run(async (_, next) => Number(await next()) + 1)).result).toBe(9)
    const failed = await run(() => {
      throw new Error('not allowed')
    })
    expect([failed.type, failed.error]).toEqual(['tool-error', new Error('not allowed')])
  })

  test.each(ways)('%s: what a tool streams goes through it', async (way) => {
    const { model } = play('a mock model', [{ calls: [{ name: 'count' }] }])
    const count = tool({
      inputSchema: empty,
      execute: async function* () {
        yield 1
        yield 2
      },
    })
    const { toolResults } = await finish(way, {
      model,
      prompt: 'Go.',
      tools: { count },
      toolMiddleware: (_, next) => next(),
    })
    expect(toolResults.map(({ output }) => output)).toEqual([2])
  })
})
