import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import {
  jsonSchema,
  type ModelMessage,
  type RepairToolCallInput,
  streamText,
  ToolfitError,
  tool,
} from '../../src/index.ts'
import { scriptedModel } from '../runtime/mock-model.ts'
import { everywhere, failure, finish, partsOf, play, stages, ways } from './spec-c-played.ts'

const answer = 'It is sunny.'
const input = { city: 'Rome' }
const empty = z.object({})

/** A mock that calls `weather` with this text, and then answers. */
function saying(...texts: readonly string[]) {
  const calls = texts.map((text, index) => ({
    content: [{ type: 'tool-call' as const, toolCallId: `c${index + 1}`, toolName: 'weather', input: text }],
  }))
  return scriptedModel([...calls, answer])
}

const marker = (name: string) => Symbol.for(`vercel.ai.error.${name}`)

describe('execute may stream (C8)', () => {
  async function* yields() {
    yield { status: 'loading' }
    yield { status: 'done', celsius: 31 }
    return { status: 'ignored' }
  }
  const forms = {
    'an AsyncIterable': () => yields(),
    'a promise of one': async () => yields(),
  }

  test.each(stages.flatMap((stage) => Object.entries(forms).map(([form, execute]) => ({ stage, form, execute }))))(
    '$form on $stage: each yield is preliminary, then the last one comes once more (C8)',
    async ({ stage, execute }) => {
      const { model, asked } = play(stage, [{ calls: [{ name: 'slow' }] }, answer])
      const slow = tool({ inputSchema: empty, execute: execute as () => AsyncIterable<object> })
      const result = streamText({ model, prompt: 'Go.', tools: { slow }, maxSteps: 2 })
      const results = (await partsOf(result.fullStream)).filter(({ type }) => type === 'tool-result')
      expect(
        results.map((part) => [(part as { preliminary?: boolean }).preliminary, (part as { output: unknown }).output]),
      ).toEqual([
        [true, { status: 'loading' }],
        [true, { status: 'done', celsius: 31 }],
        [undefined, { status: 'done', celsius: 31 }],
      ])
      expect((await result.toolResults).map(({ output }) => output)).toEqual([{ status: 'done', celsius: 31 }])
      expect(asked()[1]!.results).toHaveLength(1)
      expect(asked()[1]!.results[0]).toContain('31')
      expect(asked()[1]!.results[0]).not.toContain('loading')
    },
  )

  test.each(everywhere)('$way on $stage: only the final result is one (C8)', async ({ way, stage }) => {
    const { model } = play(stage, [{ calls: [{ name: 'slow' }] }, answer])
    const slow = tool({ inputSchema: empty, execute: () => yields() })
    const { toolResults, steps } = await finish(way, { model, prompt: 'Go.', tools: { slow }, maxSteps: 2 })
    expect(toolResults.map(({ output, preliminary }) => [output, preliminary])).toEqual([
      [{ status: 'done', celsius: 31 }, undefined],
    ])
    expect(steps[0]!.content.map(({ type }) => type)).toEqual(['tool-call', 'tool-result'])
  })

  test.each(ways)('%s: no yield at all is no result, and an error on the way is a tool-error (C8)', async (way) => {
    const { model } = play('a mock model', [{ calls: [{ name: 'none' }, { name: 'cut' }] }])
    const none = tool({ inputSchema: empty, execute: async function* (): AsyncGenerator<number> {} })
    const cut = tool({
      inputSchema: empty,
      execute: async function* () {
        yield 1
        throw new Error('cut')
      },
    })
    const { content, response } = await finish(way, { model, prompt: 'Go.', tools: { none, cut } })
    expect(content.slice(2)).toMatchObject([
      { type: 'tool-result', toolName: 'none', output: undefined },
      { type: 'tool-error', toolName: 'cut', error: new Error('cut') },
    ])
    expect(response.messages[1]).toMatchObject({
      content: [{ output: { type: 'json', value: null } }, { output: { type: 'error-text' } }],
    })
  })
})

describe('input that does not fit (C11)', () => {
  const weather = tool({ inputSchema: z.object({ city: z.string() }), execute: ({ city }) => `sun in ${city}` })

  test.each(ways)('%s first repairs what rules can repair: broken JSON text (C11)', async (way) => {
    for (const text of ['{"city":"Rome"', "{'city': 'Rome'}", '```json\n{"city":"Rome"}\n```', '{"city":"Rome",}']) {
      let asked = 0
      const { toolResults } = await finish(way, {
        model: saying(text) as never,
        prompt: 'Go.',
        tools: { weather },
        repairToolCall: () => {
          asked++
          return null
        },
      })
      expect([text, toolResults.map(({ output }) => output), asked]).toEqual([text, ['sun in Rome'], 0])
    }
  })

  test('the emulator’s encodings are decoded before the schema is asked (C11)', async () => {
    const { model } = play('gemini() on the emulator', [
      { calls: [{ name: 'label', input: { labels: [{ key: 'a', value: 1 }] } }] },
    ])
    const label = tool({
      inputSchema: z.object({ labels: z.record(z.string(), z.number()) }),
      execute: ({ labels }) => labels,
    })
    const { toolResults } = await finish('generateText', { model, prompt: 'Go.', tools: { label } })
    expect(toolResults[0]!.output).toEqual({ a: 1 })
  })

  describe.each(['repairToolCall', 'experimental_repairToolCall'] as const)('then %s', (name) => {
    test.each(everywhere)(
      '$way on $stage asks it with the call, and takes what it gives (C11)',
      async ({ way, stage }) => {
        const told: RepairToolCallInput[] = []
        const { model } = play(stage, [{ calls: [{ name: 'weather', input: { town: 'Rome' } }] }, answer])
        const { toolResults, toolCalls, text } = await finish(way, {
          model,
          system: 'Be short.',
          prompt: 'Go.',
          tools: { weather },
          maxSteps: 2,
          [name]: async (asked: RepairToolCallInput) => {
            told.push(asked)
            return { ...asked.toolCall, input: '{"city":"Rome"}' }
          },
        })
        expect(toolResults.map(({ output }) => output)).toEqual(['sun in Rome'])
        expect(toolCalls[0]).toMatchObject({ toolName: 'weather', input })
        expect(toolCalls[0]!.dynamic).toBeUndefined()
        expect(text).toBe(answer)
        const [asked] = told
        expect(told).toHaveLength(1)
        expect(asked).toMatchObject({ system: 'Be short.', messages: [{ role: 'user', content: 'Go.' }] })
        expect(JSON.parse(asked!.toolCall.input)).toEqual({ town: 'Rome' })
        expect(asked!.tools['weather']).toBe(weather)
        expect(ToolfitError.isInstance(asked!.error) && asked!.error.code).toBe('tool-input-invalid')
        expect(await asked!.inputSchema({ toolName: 'weather' })).toMatchObject({
          type: 'object',
          properties: { city: { type: 'string' } },
        })
      },
    )
  })

  test.each(everywhere)('$way on $stage: a repair may give an unknown tool its name (C11)', async ({ way, stage }) => {
    const { model } = play(stage, [{ calls: [{ name: 'Weather', input }] }])
    const { toolResults } = await finish(way, {
      model,
      prompt: 'Go.',
      tools: { weather },
      repairToolCall: ({ toolCall, error }) =>
        error.code === 'tool-unknown' ? { ...toolCall, toolName: toolCall.toolName.toLowerCase() } : null,
    })
    expect(toolResults.map(({ output }) => output)).toEqual(['sun in Rome'])
  })

  test.each(everywhere)(
    '$way on $stage tells the model while a step is left, and it does better (C11, T2)',
    async ({ way, stage }) => {
      const { model, asked } = play(stage, [
        { calls: [{ name: 'weather', input: { town: 'Rome' } }] },
        { calls: [{ name: 'weather', input }] },
        answer,
      ])
      const { steps, messages, text } = await finish(way, { model, prompt: 'Go.', tools: { weather }, maxSteps: 3 })
      expect(steps.map(({ type }) => type)).toEqual(['tool-error', 'tool-result', 'text'])
      expect(steps[0]!.toolCalls[0]).toMatchObject({
        invalid: true,
        dynamic: true,
        error: { code: 'tool-input-invalid' },
      })
      expect(asked()[1]!.results[0]).toContain('city')
      expect(text).toBe(answer)
      // Repair attempts stay in the messages.
      expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool', 'assistant'])
      expect(JSON.stringify(messages[1])).toContain('{"town":"Rome"}')
    },
  )

  test.each(everywhere)('$way on $stage throws where no step is left (C11)', async ({ way, stage }) => {
    for (const maxSteps of [undefined, 1]) {
      const { model } = play(stage, [{ calls: [{ name: 'weather', input: { town: 'Rome' } }] }])
      const error = await failure(way, { model, prompt: 'Go.', tools: { weather }, maxSteps })
      expect(error).toMatchObject({ name: 'AI_InvalidToolInputError', code: 'tool-input-invalid', toolName: 'weather' })
      expect((error as unknown as Record<symbol, unknown>)[marker('AI_InvalidToolInputError')]).toBe(true)
      expect((error as { messages?: ModelMessage[] }).messages).toMatchObject([
        { role: 'user' },
        { role: 'assistant' },
        { role: 'tool', content: [{ toolCallId: 'c1', output: { type: 'error-text' } }] },
      ])
    }
  })

  test.each(everywhere)('$way on $stage: an unknown tool is tool-unknown (C11, T1)', async ({ way, stage }) => {
    const { model } = play(stage, [{ calls: [{ name: 'constructor', input }] }])
    const error = await failure(way, { model, prompt: 'Go.', tools: { weather } })
    expect(error).toMatchObject({ code: 'tool-unknown', toolName: 'constructor', availableTools: ['weather'] })
    expect((error as unknown as Record<symbol, unknown>)[marker('AI_NoSuchToolError')]).toBe(true)
  })

  test.each(everywhere)('$way on $stage: invalidToolInput forces one or the other (C11)', async ({ way, stage }) => {
    const bad = { calls: [{ name: 'weather', input: { town: 'Rome' } }] }
    const first = play(stage, [bad, answer])
    const thrown = await failure(way, {
      model: first.model,
      prompt: 'Go.',
      tools: { weather },
      maxSteps: 5,
      invalidToolInput: 'throw',
    })
    expect(thrown).toMatchObject({ code: 'tool-input-invalid' })
    expect(first.asked()).toHaveLength(1)
    const second = play(stage, [bad])
    const { steps } = await finish(way, {
      model: second.model,
      prompt: 'Go.',
      tools: { weather },
      invalidToolInput: 'report',
    })
    expect(steps.map(({ type }) => type)).toEqual(['tool-error'])
  })

  test.each(stages)('on %s streamText gives an error part, then rejected promises (C11)', async (stage) => {
    const { model } = play(stage, [{ calls: [{ name: 'weather', input: { town: 'Rome' } }] }])
    const result = streamText({ model, prompt: 'Go.', tools: { weather } })
    const parts = await partsOf(result.fullStream)
    expect(parts.at(-1)).toMatchObject({ type: 'error', error: { code: 'tool-input-invalid' } })
    await expect(result.text).rejects.toMatchObject({ code: 'tool-input-invalid' })
    await expect(result.steps).rejects.toMatchObject({ code: 'tool-input-invalid' })
  })

  test.each(ways)('%s: a repair that fails, or that does not help, is told like the call itself (C11)', async (way) => {
    const broken = await finish(way, {
      model: saying('{"town":1}') as never,
      prompt: 'Go.',
      tools: { weather },
      maxSteps: 2,
      repairToolCall: () => {
        throw new Error('no idea')
      },
    })
    expect(broken.steps[0]!.error).toContain('no idea')
    expect(broken.text).toBe(answer)
    const useless = await finish(way, {
      model: saying('{"town":1}') as never,
      prompt: 'Go.',
      tools: { weather },
      maxSteps: 2,
      repairToolCall: ({ toolCall }) => toolCall,
    })
    expect(useless.steps[0]!.type).toBe('tool-error')
  })

  test.each(ways)('%s: text that is no JSON at all goes back to the model as an object (C11)', async (way) => {
    const { messages, toolCalls } = await finish(way, {
      model: saying('weather please') as never,
      prompt: 'Go.',
      tools: { weather },
      maxSteps: 2,
    })
    expect(toolCalls[0]!.input).toBe('weather please')
    expect(messages[1]).toMatchObject({ content: [{ type: 'tool-call', input: {} }] })
  })
})

describe('outputSchema and experimental_context (C16)', () => {
  const schemas = {
    Zod: z.object({ celsius: z.number() }),
    'JSON Schema': jsonSchema<{ celsius: number }>({
      type: 'object',
      properties: { celsius: { type: 'number' } },
      required: ['celsius'],
    }),
  }

  test.each(
    everywhere.flatMap((place) =>
      Object.entries(schemas).map(([form, outputSchema]) => ({ ...place, form, outputSchema })),
    ),
  )(
    '$way on $stage: output that does not fit the $form is a tool-error (C16)',
    async ({ way, stage, outputSchema }) => {
      const { model, asked } = play(stage, [{ calls: [{ name: 'bad' }, { name: 'good' }] }, answer])
      const bad = tool({ inputSchema: empty, outputSchema, execute: () => ({ celsius: 'warm' }) as never })
      const good = tool({ inputSchema: empty, outputSchema, execute: () => ({ celsius: 31 }) })
      const { content, text } = await finish(way, { model, prompt: 'Go.', tools: { bad, good }, maxSteps: 2 })
      expect(content.slice(2, 4)).toMatchObject([
        { type: 'tool-error', toolName: 'bad', error: { code: 'tool-output-invalid' } },
        { type: 'tool-result', toolName: 'good', output: { celsius: 31 } },
      ])
      expect(asked()[1]!.results[0]).toContain('outputSchema')
      expect(text).toBe(answer)
    },
  )

  test('preliminary yields are not checked (C16)', async () => {
    const { model } = play('a mock model', [{ calls: [{ name: 'slow' }] }])
    const slow = tool({
      inputSchema: empty,
      outputSchema: schemas.Zod,
      execute: async function* () {
        yield { status: 'loading' } as never
        yield { celsius: 31 }
      },
    })
    const parts = await partsOf(streamText({ model, prompt: 'Go.', tools: { slow } }).fullStream)
    expect(parts.filter(({ type }) => type === 'tool-result')).toHaveLength(3)
    expect(parts.some(({ type }) => type === 'tool-error')).toBe(false)
  })

  test('without execute it types the result (C16)', async () => {
    const { model } = play('a mock model', ['Hi.'])
    const ask = tool({ inputSchema: empty, outputSchema: schemas.Zod })
    const { toolResults } = await finish('generateText', { model, prompt: 'Go.', tools: { ask } })
    for (const result of toolResults)
      if (result.dynamic !== true) expectTypeOf(result.output).toEqualTypeOf<{ celsius: number }>()
    expect(toolResults).toEqual([])
  })

  test.each(everywhere)(
    '$way on $stage: the context is the same object, and nobody else sees it (C16)',
    async ({ way, stage }) => {
      const context = { apiKey: 'secret-4711' }
      const seen: unknown[] = []
      const recorded: unknown[] = []
      const { model, asked } = play(stage, [{ calls: [{ name: 'look' }] }, answer])
      const look = tool({ inputSchema: empty, execute: (_, options) => void seen.push(options.experimental_context) })
      const { messages, steps } = await finish(way, {
        model,
        prompt: 'Go.',
        tools: { look },
        maxSteps: 2,
        experimental_context: context,
        telemetry: {
          isEnabled: true,
          recordInputs: true,
          recordOutputs: true,
          tracer: recordingTracer(recorded) as never,
        },
      })
      expect(seen[0]).toBe(context)
      expect(recorded.length).toBeGreaterThan(0)
      expect(JSON.stringify([asked(), messages, steps, recorded])).not.toContain('secret-4711')
    },
  )
})

/** Keeps all that is said to it about spans. */
function recordingTracer(recorded: unknown[]): object {
  const span: Record<string, unknown> = {
    spanContext: () => ({ traceId: '0'.repeat(32), spanId: '0'.repeat(16), traceFlags: 1 }),
    isRecording: () => true,
  }
  for (const name of [
    'setAttribute',
    'setAttributes',
    'addEvent',
    'addLink',
    'addLinks',
    'setStatus',
    'updateName',
    'end',
    'recordException',
  ]) {
    span[name] = (...args: unknown[]) => {
      recorded.push([name, ...args])
      return span
    }
  }
  return {
    startSpan: (...args: unknown[]) => {
      recorded.push(['startSpan', args[0], args[1]])
      return span
    },
  }
}
