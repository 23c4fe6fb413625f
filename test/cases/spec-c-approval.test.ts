import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ModelMessage, streamText, type ToolApproval, type ToolCallOptions, tool } from '../../src/index.ts'
import { everywhere, finish, partsOf, play, type Stage, type Way, ways } from './spec-c-played.ts'

const answer = 'Done.'
const input = { path: 'a.txt' }

function tools(runs: string[]) {
  return {
    erase: tool({
      inputSchema: z.object({ path: z.string() }),
      needsApproval: true,
      execute: ({ path }) => {
        runs.push(`erase ${path}`)
        return 'erased'
      },
    }),
    list: tool({
      inputSchema: z.object({}),
      execute: () => {
        runs.push('list')
        return ['a.txt']
      },
    }),
  }
}

/** As a store would keep them. */
const stored = (messages: readonly ModelMessage[]) => JSON.parse(JSON.stringify(messages)) as ModelMessage[]

/** A run that pauses: its messages, and the id to answer. */
async function pause(way: Way, stage: Stage, runs: string[]) {
  const { model, asked } = play(stage, [
    { text: 'I erase it.', calls: [{ name: 'list' }, { name: 'erase', input }] },
    'never said',
  ])
  const result = await finish(way, { model, prompt: 'Erase a.txt.', tools: tools(runs), maxSteps: 5 })
  const [request] = result.content.flatMap((part) => (part.type === 'tool-approval-request' ? [part] : []))
  expect(asked()).toHaveLength(1)
  return { ...result, request: request! }
}

const respond = (approvalId: string, approved: boolean, reason?: string): ModelMessage => ({
  role: 'tool',
  content: [{ type: 'tool-approval-response', approvalId, approved, ...(reason === undefined ? {} : { reason }) }],
})

describe('needsApproval', () => {
  test.each(everywhere)(
    '$way on $stage pauses before the call, and runs what needs nobody’s word',
    async ({ way, stage }) => {
      const runs: string[] = []
      const { request, steps, toolResults, messages } = await pause(way, stage, runs)
      expect(runs).toEqual(['list'])
      expect(request.toolCall).toMatchObject({ toolCallId: 'c2', toolName: 'erase', input })
      expect(steps).toHaveLength(1)
      expect(toolResults.map(({ toolName }) => toolName)).toEqual(['list'])
      expect(messages.at(-2)).toMatchObject({
        role: 'assistant',
        content: [
          { type: 'text' },
          { toolName: 'list' },
          { toolName: 'erase' },
          { type: 'tool-approval-request', toolCallId: 'c2' },
        ],
      })
      expect(messages.at(-1)).toMatchObject({ role: 'tool', content: [{ toolCallId: 'c1' }] })
    },
  )

  test.each(everywhere)(
    '$way on $stage: messages survive a store, and the run goes on where it paused',
    async ({ way, stage }) => {
      const runs: string[] = []
      const paused = await pause(way, stage, runs)
      const messages = [...stored(paused.messages), respond(paused.request.approvalId, true)]
      const { model, asked } = play(stage, [answer])
      const { text, response } = await finish(way, { model, messages, tools: tools(runs), maxSteps: 5 })
      expect(runs).toEqual(['list', 'erase a.txt'])
      expect(text).toBe(answer)
      expect(asked()).toHaveLength(1)
      expect(asked()[0]!.results).toHaveLength(2)
      expect(asked()[0]!.results[1]).toContain('erased')
      expect(response.messages).toMatchObject([
        { role: 'tool', content: [{ toolCallId: 'c2', output: { type: 'text', value: 'erased' } }] },
        { role: 'assistant' },
      ])
      // What is answered is not run again.
      const more = play(stage, [answer])
      await finish(way, {
        model: more.model,
        messages: [...messages, ...stored(response.messages), { role: 'user', content: 'Thanks.' }],
        tools: tools(runs),
      })
      expect(runs).toEqual(['list', 'erase a.txt'])
    },
  )

  test.each(everywhere)(
    '$way on $stage: a denied call never runs, and the model is told why',
    async ({ way, stage }) => {
      const runs: string[] = []
      const paused = await pause(way, stage, runs)
      const messages = [...stored(paused.messages), respond(paused.request.approvalId, false, 'It is needed.')]
      const { model, asked } = play(stage, [answer])
      const { text } = await finish(way, { model, messages, tools: tools(runs), maxSteps: 5 })
      expect(runs).toEqual(['list'])
      expect(text).toBe(answer)
      expect(asked()[0]!.results[1]).toContain('It is needed.')
    },
  )

  test.each(ways)('%s: input that was changed in the store is held to the schema once more', async (way) => {
    const runs: string[] = []
    const paused = await pause(way, 'a mock model', runs)
    const changed = JSON.parse(JSON.stringify(paused.messages).replace('"path":"a.txt"', '"path":5')) as ModelMessage[]
    const { model, asked } = play('a mock model', [answer])
    await finish(way, { model, messages: [...changed, respond(paused.request.approvalId, true)], tools: tools(runs) })
    expect(runs).toEqual(['list'])
    expect(asked()[0]!.results[1]).toContain('error-text')
  })

  test.each(ways)('%s asks a function with the input and what execute would be told', async (way) => {
    const told: unknown[] = []
    const runs: string[] = []
    const { model } = play('a mock model', [
      {
        calls: [
          { name: 'pay', input: { euros: 5 } },
          { name: 'pay', input: { euros: 500 } },
        ],
      },
    ])
    const pay = tool({
      inputSchema: z.object({ euros: z.number() }),
      needsApproval: async ({ euros }, { toolCallId, messages, experimental_context }: ToolCallOptions) => {
        told.push([toolCallId, messages.length, experimental_context])
        return euros > 100
      },
      execute: ({ euros }) => {
        runs.push(String(euros))
        return 'paid'
      },
    })
    const { content } = await finish(way, { model, prompt: 'Pay.', tools: { pay }, experimental_context: 'me' })
    expect(told).toEqual([
      ['c1', 1, 'me'],
      ['c2', 1, 'me'],
    ])
    expect(runs).toEqual(['5'])
    expect(content.filter(({ type }) => type === 'tool-approval-request')).toHaveLength(1)
  })

  test.each(ways)('%s: a function that throws is a tool-error, and the call does not run', async (way) => {
    const { model } = play('a mock model', [{ calls: [{ name: 'pay' }] }, answer])
    const runs: string[] = []
    const pay = tool({
      inputSchema: z.object({}),
      needsApproval: () => {
        throw new Error('no rule')
      },
      execute: () => void runs.push('pay'),
    })
    const { steps, text } = await finish(way, { model, prompt: 'Pay.', tools: { pay }, maxSteps: 2 })
    expect([steps[0]!.type, steps[0]!.error, text, runs]).toEqual(['tool-error', new Error('no rule'), answer, []])
  })

  test('the stream has the request after the call, and then ends', async () => {
    const { model } = play('a mock model', [{ calls: [{ name: 'erase', input }] }])
    const { fullStream } = streamText({ model, prompt: 'Erase.', tools: tools([]) })
    expect((await partsOf(fullStream)).map(({ type }) => type).slice(-4)).toEqual([
      'tool-call',
      'tool-approval-request',
      'finish-step',
      'finish',
    ])
  })
})

describe('toolApproval', () => {
  const run = async (way: Way, toolApproval: ToolApproval) => {
    const runs: string[] = []
    const { model, asked } = play('a mock model', [{ calls: [{ name: 'list' }] }, answer])
    const { list } = tools(runs)
    const { content } = await finish(way, {
      model,
      prompt: 'Go.',
      tools: { list },
      maxSteps: 2,
      toolApproval: toolApproval as never,
    })
    return { runs, types: content.map(({ type }) => type), results: asked()[1]?.results }
  }

  test.each(ways)('%s: a status by name, or a function, decides', async (way) => {
    for (const status of ['approved', 'not-applicable', undefined] as const) {
      expect((await run(way, { list: status! })).runs).toEqual(['list'])
      expect((await run(way, () => status)).runs).toEqual(['list'])
    }
    for (const approval of [{ list: 'user-approval' }, async () => 'user-approval'] as ToolApproval[]) {
      const { runs, types } = await run(way, approval)
      expect([runs, types]).toEqual([[], ['tool-call', 'tool-approval-request']])
    }
  })

  test.each(ways)('%s: a denied call is told to the model, which goes on', async (way) => {
    const { runs, types, results } = await run(way, { list: { type: 'denied', reason: 'Not today.' } })
    expect(runs).toEqual([])
    expect(types).toEqual(['tool-call', 'tool-approval-request', 'tool-approval-response', 'text'])
    expect(results![0]).toContain('Not today.')
  })
})

describe('history between steps', () => {
  test.each(everywhere)(
    '$way on $stage: what is sent stays in budget, what is returned is whole',
    async ({ way, stage }) => {
      const look = tool({ inputSchema: z.object({ n: z.number() }), execute: ({ n }) => `${n} ${'x'.repeat(4_000)}` })
      const calls = Array.from({ length: 6 }, (_, n) => ({ calls: [{ name: 'look', input: { n } }] }))
      const { model, asked } = play(stage, [...calls, answer])
      const old: ModelMessage[] = Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? { role: 'user', content: `Question ${index}. ${'y'.repeat(400)}` }
          : { role: 'assistant', content: [{ type: 'text', text: `Answer ${index}.` }] },
      )
      const messages: ModelMessage[] = [...old, { role: 'user', content: 'Now look.' }]
      const result = await finish(way, {
        model,
        messages,
        tools: { look },
        maxSteps: 7,
        history: { maxTokens: 15_000, countTokens: (message) => JSON.stringify(message).length },
      })
      expect(result.text).toBe(answer)
      for (const { said } of asked()) expect(said).toContain('Now look.')
      const sizes = asked().map(({ said, results }) => [...said, ...results].join('').length)
      for (const size of sizes) expect(size).toBeLessThan(15_000)
      expect(asked().at(-1)!.results).toHaveLength(6)
      expect(result.messages).toHaveLength(21 + 13)
      expect(result.toolResults.every(({ output }) => String(output).length > 4_000)).toBe(true)
    },
  )
})
