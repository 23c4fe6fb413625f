import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  hasToolCall,
  type ModelMessage,
  type PrepareStepInput,
  type StopInput,
  stepCountIs,
  tool,
} from '../../src/index.ts'
import { everywhere, failure, finish, type Line, play, stages, toldError, ways } from './spec-c-played.ts'
import { anthropicChoice, openaiChoice } from './spec-c-wire.ts'

const again: Line = { calls: [{ name: 'look' }] }
const answer = 'It is sunny.'

/** A tool that counts how often it runs. */
function counter(value: unknown = 'sun') {
  const runs: unknown[] = []
  const made = tool({
    inputSchema: z.object({ city: z.string().optional() }),
    execute: (input) => {
      runs.push(input)
      return value
    },
  })
  return { runs, look: made }
}

describe('maxSteps and stopWhen (C4)', () => {
  test.each(everywhere)(
    '$way on $stage: one step by default, whose tools are still run (C4)',
    async ({ way, stage }) => {
      const { look, runs } = counter()
      const { model, asked } = play(stage, [again, again])
      const { steps, toolResults, finishReason } = await finish(way, { model, prompt: 'Go.', tools: { look } })
      expect([steps.length, asked().length, runs.length]).toEqual([1, 1, 1])
      expect(toolResults.map(({ output }) => output)).toEqual(['sun'])
      expect(finishReason).toBe('tool-calls')
    },
  )

  test.each(everywhere)(
    '$way on $stage: maxSteps is the most, and no more than the model wants (C4)',
    async ({ way, stage }) => {
      const { look } = counter()
      const long = play(stage, [again, again, again, again])
      expect(
        (await finish(way, { model: long.model, prompt: 'Go.', tools: { look }, maxSteps: 3 })).steps,
      ).toHaveLength(3)
      const short = play(stage, [again, answer])
      const { steps, text } = await finish(way, { model: short.model, prompt: 'Go.', tools: { look }, maxSteps: 9 })
      expect([steps.length, text]).toEqual([2, answer])
    },
  )

  test.each(everywhere)('$way on $stage: stopWhen alone is the only limit (C4)', async ({ way, stage }) => {
    const { look } = counter()
    const { model, asked } = play(stage, [...Array<Line>(24).fill(again), answer])
    const { steps, text } = await finish(way, { model, prompt: 'Go.', tools: { look }, stopWhen: () => false })
    expect([steps.length, asked().length, text]).toEqual([25, 25, answer])
  })

  test.each(everywhere)('$way on $stage: of both, whichever comes first (C4, T4)', async ({ way, stage }) => {
    const { look } = counter()
    const run = async (maxSteps: number, count: number) => {
      const { model } = play(stage, Array<Line>(6).fill(again))
      return (await finish(way, { model, prompt: 'Go.', tools: { look }, maxSteps, stopWhen: stepCountIs(count) }))
        .steps.length
    }
    expect([await run(2, 5), await run(5, 2)]).toEqual([2, 2])
  })

  test.each(everywhere)('$way on $stage: of a list one is enough, sync or async (C4)', async ({ way, stage }) => {
    const { look } = counter()
    const { model } = play(stage, [again, { calls: [{ name: 'submit' }] }, again])
    const submit = tool({ inputSchema: z.object({}), execute: () => 'ok' })
    const { steps } = await finish(way, {
      model,
      prompt: 'Go.',
      tools: { look, submit },
      stopWhen: [stepCountIs(9), async () => false, hasToolCall('submit')],
    })
    expect(steps).toHaveLength(2)
    const other = play(stage, [again, again, again])
    const stopWhen = async ({ steps: all }: { steps: readonly unknown[] }) => all.length === 2
    expect((await finish(way, { model: other.model, prompt: 'Go.', tools: { look }, stopWhen })).steps).toHaveLength(2)
  })

  test.each(everywhere)(
    '$way on $stage: ({ steps }) and (step) both find what they look for (C4)',
    async ({ way, stage }) => {
      const { look } = counter({ celsius: 31 })
      const seen: StopInput[] = []
      const { model } = play(stage, [
        { text: 'I look.', calls: [{ name: 'look', input: { city: 'Rome' } }] },
        again,
        answer,
      ])
      const { steps } = await finish(way, {
        model,
        prompt: 'Go.',
        tools: { look },
        stopWhen: (step) => {
          seen.push(step)
          return false
        },
      })
      expect(seen).toHaveLength(2)
      const [first, second] = seen as [StopInput, StopInput]
      expect(first.text).toBe('I look.')
      expect(first.type).toBe('tool-result')
      expect([first.toolName, first.args, first.result]).toEqual(['look', { city: 'Rome' }, { celsius: 31 }])
      expect(first.toolCalls).toEqual(steps[0]!.toolCalls)
      expect(first.toolResults).toEqual(steps[0]!.toolResults)
      expect([first.finishReason, first.usage]).toEqual([steps[0]!.finishReason, steps[0]!.usage])
      expect(first.step).toBe(steps[0])
      expect(second.step).toBe(steps[1])
      expect(second.steps.slice(0, 2)).toEqual([steps[0], steps[1]])
    },
  )

  test.each(ways)('%s refuses a maxSteps that cannot be meant (C4)', async (way) => {
    const { model } = play('a mock model', [answer])
    for (const maxSteps of [0, -1, 1.5, Number.NaN]) {
      expect(await failure(way, { model, prompt: 'Go.', maxSteps })).toMatchObject({ code: 'option-invalid' })
    }
  })
})

describe('prepareStep (C5)', () => {
  test.each(everywhere)('$way on $stage tells it where the run stands (C5)', async ({ way, stage }) => {
    const { look } = counter()
    const { model } = play(stage, [again, answer])
    const told: PrepareStepInput[] = []
    const lengths: number[] = []
    await finish(way, {
      model,
      prompt: 'Go.',
      tools: { look },
      maxSteps: 2,
      prepareStep: (input) => {
        told.push(input)
        lengths.push(input.steps.length)
        return undefined
      },
    })
    expect(told.map(({ stepNumber }) => stepNumber)).toEqual([0, 1])
    expect(lengths).toEqual([0, 1])
    expect(told.map((input) => input.model)).toEqual([model, model])
    expect(told.map(({ messages }) => messages.map(({ role }) => role))).toEqual([
      ['user'],
      ['user', 'assistant', 'tool'],
    ])
  })

  test.each(everywhere)(
    '$way on $stage: a step may have settings, tools and a choice of its own (C5)',
    async ({ way, stage }) => {
      const { look } = counter()
      const other = tool({ inputSchema: z.object({}), execute: () => 1 })
      const { model, asked } = play(stage, [again, again, answer])
      await finish(way, {
        model,
        prompt: 'Go.',
        tools: { look, other },
        maxSteps: 3,
        maxOutputTokens: 250,
        prepareStep: async ({ stepNumber }) =>
          stepNumber === 1
            ? { toolChoice: { type: 'tool', toolName: 'look' }, activeTools: ['look'], maxOutputTokens: 500 }
            : undefined,
      })
      expect(asked().map(({ toolNames, choice, maxOutputTokens }) => ({ toolNames, choice, maxOutputTokens }))).toEqual(
        [
          { toolNames: ['look', 'other'], choice: 'auto', maxOutputTokens: 250 },
          { toolNames: ['look'], choice: 'look', maxOutputTokens: 500 },
          { toolNames: ['look', 'other'], choice: 'auto', maxOutputTokens: 250 },
        ],
      )
    },
  )

  test.each(everywhere)('$way on $stage: a step may have a model of its own (C5)', async ({ way, stage }) => {
    const { look } = counter()
    const first = play(stage, [again, answer])
    const second = play(stage, [{ calls: [{ name: 'look', id: 'from-the-other' }] }])
    const { text, toolCalls } = await finish(way, {
      model: first.model,
      prompt: 'Go.',
      tools: { look },
      maxSteps: 3,
      prepareStep: ({ stepNumber }) => (stepNumber === 1 ? { model: second.model } : {}),
    })
    expect([first.asked().length, second.asked().length]).toEqual([2, 1])
    expect(second.asked()[0]!.results).toHaveLength(1)
    expect(toolCalls.map(({ toolCallId }) => toolCallId)).toEqual(['c1', 'from-the-other'])
    expect(text).toBe(answer)
  })

  test.each(everywhere)('$way on $stage: messages and system carry forward (C5)', async ({ way, stage }) => {
    const { look } = counter()
    const { model, asked } = play(stage, [again, again, answer])
    const shorter: ModelMessage[] = [{ role: 'user', content: 'In short: go.' }]
    const { messages } = await finish(way, {
      model,
      system: 'Be long.',
      prompt: 'Go.',
      tools: { look },
      maxSteps: 3,
      prepareStep: ({ stepNumber }) => (stepNumber === 1 ? { messages: shorter, system: 'Be short.' } : undefined),
    })
    expect(asked().map(({ system }) => system)).toEqual(['Be long.', 'Be short.', 'Be short.'])
    expect(asked().map(({ said }) => said)).toEqual([['Go.'], ['In short: go.'], ['In short: go.']])
    expect(asked().map(({ results }) => results.length)).toEqual([0, 0, 1])
    // What the run returns is whole all the same.
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool', 'assistant'])
  })

  test.each(ways)('%s ends with what prepareStep throws, and keeps the messages (C5)', async (way) => {
    const { look } = counter()
    const { model } = play('a mock model', [again, answer])
    const error = await failure(way, {
      model,
      prompt: 'Go.',
      tools: { look },
      maxSteps: 3,
      prepareStep: ({ stepNumber }) => {
        if (stepNumber === 1) throw new Error('no idea')
        return undefined
      },
    })
    expect(error.message).toBe('no idea')
    expect((error as { messages?: ModelMessage[] }).messages!.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
    ])
  })
})

describe('toolChoice (C6)', () => {
  const choices = [
    [undefined, 'auto'],
    ['auto', 'auto'],
    ['none', 'none'],
    ['required', 'required'],
    [{ type: 'tool', toolName: 'look' }, 'look'],
  ] as const

  test.each(stages.flatMap((stage) => choices.map(([toolChoice, expected]) => ({ stage, toolChoice, expected }))))(
    '$toolChoice reaches $stage as $expected (C6)',
    async ({ stage, toolChoice, expected }) => {
      const { look } = counter()
      const { model, asked } = play(stage, [expected === 'none' ? answer : again])
      await finish('generateText', { model, prompt: 'Go.', tools: { look }, toolChoice })
      expect(asked()[0]!.choice).toBe(expected)
      expect(asked()[0]!.toolNames).toEqual(['look'])
    },
  )

  test.each([
    ['auto', 'auto', { type: 'auto' }],
    ['required', 'required', { type: 'any' }],
    ['none', 'none', { type: 'none' }],
    [
      { type: 'tool', toolName: 'look' },
      { type: 'function', function: { name: 'look' } },
      { type: 'tool', name: 'look' },
    ],
  ] as const)('%o is said in the words of OpenAI and of Anthropic (C6)', async (toolChoice, openai, anthropic) => {
    const { look } = counter()
    expect(await openaiChoice({ look }, toolChoice)).toEqual(openai)
    expect(await anthropicChoice({ look }, toolChoice)).toMatchObject(anthropic)
  })

  test.each(everywhere)('$way on $stage: a call made under none is never executed (C6)', async ({ way, stage }) => {
    const { look, runs } = counter()
    const { model } = play(stage, [{ text: 'Well.', calls: [{ name: 'look' }] }, answer])
    const options = { model, prompt: 'Go.', tools: { look }, toolChoice: 'none', maxSteps: 2 } as const
    expect(await toldError(way, options)).toMatchObject({
      code: 'tool-choice-violated',
      message: 'Model response contained a tool call even though tool choice was none.',
    })
    expect(runs).toEqual([])
  })

  test.each(everywhere)(
    '$way on $stage: required without a call is an error that says so (C6)',
    async ({ way, stage }) => {
      const { look } = counter()
      const { model } = play(stage, ['I would rather not.'])
      const error = await toldError(way, { model, prompt: 'Go.', tools: { look }, toolChoice: 'required' })
      expect(error).toMatchObject({ name: 'AI_ToolChoiceViolationError', code: 'tool-choice-violated' })
      expect(error.message).toContain('tool choice was required')
      if (way === 'streamText') return
      expect((error as { messages?: ModelMessage[] }).messages!.at(-1)).toMatchObject({
        role: 'assistant',
        content: [{ type: 'text', text: 'I would rather not.' }],
      })
    },
  )

  test.each(everywhere)(
    '$way on $stage: another tool than the named one is an error too (C6)',
    async ({ way, stage }) => {
      const { look } = counter()
      const { look: other, runs } = counter()
      const { model } = play(stage, [{ calls: [{ name: 'other' }] }])
      const toolChoice = { type: 'tool', toolName: 'look' } as const
      const error = await toldError(way, { model, prompt: 'Go.', tools: { look, other }, toolChoice })
      expect(error).toMatchObject({ code: 'tool-choice-violated' })
      expect(error.message).toContain("'look'")
      expect(runs).toEqual([])
    },
  )
})
