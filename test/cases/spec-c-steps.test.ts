import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { tool } from '../../src/index.ts'
import { anthropic } from '../../src/models/anthropic/anthropic.ts'
import { gemini } from '../../src/models/gemini/gemini.ts'
import { openai } from '../../src/models/openai/openai.ts'
import { everywhere, failure, finish, play, stages, ways } from './spec-c-played.ts'

const answer = 'It is sunny.'
const input = { city: 'Rome' }

const tools = {
  weather: tool({ inputSchema: z.object({ city: z.string() }), execute: ({ city }) => ({ city, celsius: 31 }) }),
  broken: tool({
    inputSchema: z.object({ city: z.string() }),
    execute: (): string => {
      throw new Error('no sensor')
    },
  }),
  ask: tool({ inputSchema: z.object({ question: z.string() }) }),
}

describe('activeTools (C7)', () => {
  test.each(everywhere)('$way on $stage: undefined is all (C7)', async ({ way, stage }) => {
    const { model, asked } = play(stage, [answer])
    await finish(way, { model, prompt: 'Go.', tools, activeTools: undefined })
    expect(asked()[0]!.toolNames).toEqual(['weather', 'broken', 'ask'])
  })

  test.each(everywhere)('$way on $stage: [] is none, and no tools are sent (C7)', async ({ way, stage }) => {
    const { model, asked } = play(stage, [answer])
    await finish(way, { model, prompt: 'Go.', tools, activeTools: [] })
    expect(asked()[0]!.toolNames).toBeUndefined()
  })

  test.each(everywhere)('$way on $stage: else the named ones (C7)', async ({ way, stage }) => {
    const { model, asked } = play(stage, [answer])
    await finish(way, { model, prompt: 'Go.', tools, activeTools: ['ask', 'weather'] })
    expect(asked()[0]!.toolNames).toEqual(['weather', 'ask'])
  })

  test.each(everywhere)(
    '$way on $stage: a call of an inactive tool is one of an unknown tool (C7)',
    async ({ way, stage }) => {
      const { model, asked } = play(stage, [{ calls: [{ name: 'weather', input }] }, answer])
      const { steps, toolCalls } = await finish(way, { model, prompt: 'Go.', tools, activeTools: ['ask'], maxSteps: 2 })
      expect(toolCalls[0]).toMatchObject({
        toolName: 'weather',
        dynamic: true,
        invalid: true,
        error: { code: 'tool-unknown' },
      })
      expect(steps[0]!.toolResults).toEqual([])
      expect(asked()[1]!.results[0]).toContain('Available tools: ask.')
      const last = play(stage, [{ calls: [{ name: 'weather', input }] }])
      const error = await failure(way, { model: last.model, prompt: 'Go.', tools, activeTools: ['ask'] })
      expect(error).toMatchObject({ code: 'tool-unknown', evidence: { toolName: 'weather', available: ['ask'] } })
    },
  )

  test.each(everywhere)('$way on $stage: prepareStep may swap the set (C7)', async ({ way, stage }) => {
    const { model, asked } = play(stage, [{ calls: [{ name: 'weather', input }] }, answer])
    await finish(way, {
      model,
      prompt: 'Go.',
      tools,
      maxSteps: 2,
      activeTools: ['weather'],
      prepareStep: ({ stepNumber }) => (stepNumber === 0 ? undefined : { activeTools: ['ask'] }),
    })
    expect(asked().map(({ toolNames }) => toolNames)).toEqual([['weather'], ['ask']])
  })

  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`tool_${index}`, tools.weather]))

  test('more tools than Gemini takes draw a warning that names activeTools (C7)', async () => {
    const warnings = async (count: number, activeTools?: string[]) => {
      const content = { role: 'model', parts: [{ text: answer }] }
      const fetch = async () => Response.json({ candidates: [{ content, finishReason: 'STOP', index: 0 }] })
      const model = gemini('gemini-3.6-flash', { apiKey: 'k', fetch })
      return JSON.stringify(
        (await finish('generateText', { model, prompt: 'Go.', tools: many(count), activeTools })).warnings,
      )
    }
    expect(await warnings(512)).toBe('[]')
    expect(await warnings(513, ['tool_512'])).toBe('[]')
    expect(await warnings(513)).toContain('activeTools')
  })

  test.each(ways)('%s says it too where Gemini refuses them (C7)', async (way) => {
    const { model } = play('gemini() on the emulator', [answer])
    const error = await failure(way, { model, prompt: 'Go.', tools: many(513) })
    expect(JSON.stringify([error.message, error])).toContain('activeTools')
  })

  test('more tools than OpenAI takes draw a warning that names activeTools (C7)', async () => {
    const warnings = async (count: number) => {
      const fetch = async () =>
        Response.json({ choices: [{ message: { role: 'assistant', content: answer }, finish_reason: 'stop' }] })
      const model = openai('gpt-5.2', { apiKey: 'k', fetch })
      return JSON.stringify((await finish('generateText', { model, prompt: 'Go.', tools: many(count) })).warnings)
    }
    expect(await warnings(128)).not.toContain('activeTools')
    expect(await warnings(129)).toContain('activeTools')
  })
})

describe('an error of execute is a tool-error part, never an exception (C10)', () => {
  test.each(everywhere)('$way on $stage: the model is told, and may recover (C10)', async ({ way, stage }) => {
    const { model, asked } = play(stage, [
      { calls: [{ name: 'broken', input }] },
      { calls: [{ name: 'weather', input }] },
      answer,
    ])
    const { steps, content, text, toolResults } = await finish(way, { model, prompt: 'Go.', tools, maxSteps: 3 })
    const [error] = content.flatMap((part) => (part.type === 'tool-error' ? [part] : []))
    expect(error).toMatchObject({ toolCallId: 'c1', toolName: 'broken', input, error: new Error('no sensor') })
    expect(steps[0]!.toolResults).toEqual([])
    expect(asked()[1]!.results[0]).toContain('no sensor')
    expect(toolResults.map(({ toolName }) => toolName)).toEqual(['weather'])
    expect(text).toBe(answer)
  })

  test.each(everywhere)(
    '$way on $stage: also in the last step, and beside tools that work (C10)',
    async ({ way, stage }) => {
      const { model } = play(stage, [
        {
          calls: [
            { name: 'broken', input },
            { name: 'weather', input },
          ],
        },
      ])
      const { steps, response } = await finish(way, { model, prompt: 'Go.', tools })
      expect(steps[0]!.content.map(({ type }) => type)).toEqual(['tool-call', 'tool-call', 'tool-error', 'tool-result'])
      expect(response.messages[1]).toMatchObject({
        role: 'tool',
        content: [
          { toolCallId: 'c1', output: { type: 'error-text', value: 'Error: no sensor' } },
          { toolCallId: 'c2', output: { type: 'json', value: { city: 'Rome', celsius: 31 } } },
        ],
      })
    },
  )

  test.each(ways)('%s takes whatever is thrown, at once or later (C10)', async (way) => {
    const thrown: unknown[] = [
      undefined,
      null,
      'text',
      5,
      { code: 1 },
      new TypeError('typed'),
      Object.freeze(new Error('icy')),
    ]
    for (const value of thrown) {
      for (const execute of [
        () => {
          throw value
        },
        () => Promise.reject(value),
      ]) {
        const { model } = play('a mock model', [{ calls: [{ name: 'bad' }] }, answer])
        const bad = tool({ inputSchema: z.object({}), execute })
        const { steps, text } = await finish(way, { model, prompt: 'Go.', tools: { bad }, maxSteps: 2 })
        expect([steps[0]!.type, steps[0]!.error, text]).toEqual(['tool-error', value, answer])
      }
    }
  })
})

describe('what a run gives (C12)', () => {
  const lines = [
    { text: 'I look.', calls: [{ name: 'weather', input }] },
    {
      calls: [
        { name: 'broken', input },
        { name: 'weather', input },
      ],
    },
    answer,
  ]

  test.each(everywhere)(
    '$way on $stage: text, steps, calls and results of all steps, usage, messages (C12)',
    async ({ way, stage }) => {
      const { model } = play(stage, lines)
      const result = await finish(way, { model, prompt: 'Go.', tools, maxSteps: 5 })
      expect(result.text).toBe(answer)
      expect(result.finishReason).toBe('stop')
      expect(result.steps).toHaveLength(3)
      expect(result.toolCalls.map(({ toolName }) => toolName)).toEqual(['weather', 'broken', 'weather'])
      expect(result.toolResults.map(({ toolName }) => toolName)).toEqual(['weather', 'weather'])
      const sum = (key: 'inputTokens' | 'outputTokens' | 'totalTokens') =>
        result.steps.reduce((total, { usage }) => total + usage[key]!, 0)
      expect(result.usage).toMatchObject({
        inputTokens: sum('inputTokens'),
        outputTokens: sum('outputTokens'),
        totalTokens: sum('totalTokens'),
      })
      expect(result.usage.totalTokens).toBeGreaterThan(0)
      expect(result.response.messages.map(({ role }) => role)).toEqual([
        'assistant',
        'tool',
        'assistant',
        'tool',
        'assistant',
      ])
      expect(result.steps.flatMap(({ response }) => response.messages)).toEqual(result.response.messages)
      expect(result.warnings).toEqual([])
    },
  )

  test.each(everywhere)('$way on $stage: a step says how it ended, and of which call (C12)', async ({ way, stage }) => {
    const { model } = play(stage, [...lines.slice(0, 2), { calls: [{ name: 'ask', input: { question: 'Which?' } }] }])
    const { steps } = await finish(way, { model, prompt: 'Go.', tools, maxSteps: 5 })
    const seen = steps.map(({ type, toolName, args, result, error }) => ({ type, toolName, args, result, error }))
    expect(seen).toEqual([
      {
        type: 'tool-result',
        toolName: 'weather',
        args: input,
        result: { city: 'Rome', celsius: 31 },
        error: undefined,
      },
      { type: 'tool-error', toolName: 'broken', args: input, result: undefined, error: new Error('no sensor') },
      { type: 'tool-call', toolName: 'ask', args: { question: 'Which?' }, result: undefined, error: undefined },
    ])
    expect(steps.map((step) => [step.input, step.output])).toEqual(seen.map(({ args, result }) => [args, result]))
    for (const step of steps) {
      const listed = Object.keys(step)
      expect(['toolName', 'args', 'input', 'result', 'output', 'error'].filter((key) => listed.includes(key))).toEqual(
        [],
      )
    }
  })

  test.each(stages)('on %s the two loops of the document run over steps (C12)', async (stage) => {
    const { model } = play(stage, lines)
    const { steps } = await finish('generateText', { model, prompt: 'Go.', tools, maxSteps: 5 })
    const printed: unknown[] = []
    steps.forEach((step) => {
      if (step.type === 'tool-call') printed.push([step.toolName, step.args])
      else if (step.type === 'tool-result') printed.push(step.result)
      else if (step.type === 'text') printed.push(step.text)
    })
    expect(printed).toEqual([{ city: 'Rome', celsius: 31 }, answer])
    const errors = steps.filter((step) => step.type === 'tool-error')
    expect(errors.map(({ error }) => error)).toEqual([new Error('no sensor')])
  })

  test.each(everywhere)('$way on $stage: parts is the flat sequence (C12)', async ({ way, stage }) => {
    const { model } = play(stage, lines)
    const { parts } = await finish(way, { model, prompt: 'Go.', tools, maxSteps: 5 })
    expect(parts.map((part) => [part.type, part.type === 'text' ? part.text : part.toolName])).toEqual([
      ['text', 'I look.'],
      ['tool-call', 'weather'],
      ['tool-result', 'weather'],
      ['tool-call', 'broken'],
      ['tool-call', 'weather'],
      ['tool-error', 'broken'],
      ['tool-result', 'weather'],
      ['text', answer],
    ])
  })

  test.each(everywhere)(
    '$way on $stage: args and result are aliases that nothing lists (C12)',
    async ({ way, stage }) => {
      const { model } = play(stage, [{ calls: [{ name: 'weather', input }] }])
      const { toolCalls, toolResults } = await finish(way, { model, prompt: 'Go.', tools: { weather: tools.weather } })
      const [call, result] = [toolCalls[0]!, toolResults[0]!]
      expect([call.args, result.args, result.result]).toEqual([call.input, result.input, result.output])
      expect(Object.keys(call)).not.toContain('args')
      expect(Object.keys(result).filter((key) => key === 'args' || key === 'result')).toEqual([])
      if (result.dynamic !== true) expectTypeOf(result.result).toEqualTypeOf<{ city: string; celsius: number }>()
      if (call.dynamic !== true) expectTypeOf(call.args).toEqualTypeOf<{ city: string }>()
    },
  )

  test.each(ways)('%s passes on the warnings of all steps (C12)', async (way) => {
    const model = anthropic('claude-sonnet-4-5', {
      apiKey: 'k',
      fetch: async (_, { body }) => {
        const isStream = (JSON.parse(String(body)) as { stream?: boolean }).stream === true
        return isStream ? streamed(answer) : Response.json(whole(answer))
      },
    })
    const { warnings, text } = await finish(way, { model, prompt: 'Go.', seed: 5 })
    expect(text).toBe(answer)
    expect(warnings).toMatchObject([{ type: 'unsupported', feature: 'seed' }])
  })
})

function whole(text: string): object {
  const usage = { input_tokens: 1, output_tokens: 1 }
  return {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'c',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    usage,
  }
}

function streamed(text: string): Response {
  const usage = { input_tokens: 1, output_tokens: 1 }
  const events = [
    { type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', model: 'c', content: [], usage } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
    { type: 'message_stop' },
  ]
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}
