import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { type GenerateTextOptions, generateText, Output, streamText, tool } from '../../src/index.ts'
import type { ToolSet } from '../../src/tools/tool.ts'
import { emulate } from '../models/emulated-gemini.ts'
import { scriptedModel } from '../runtime/mock-model.ts'
import { type Way, ways } from './spec-c-played.ts'

const schema = z.object({ city: z.string(), celsius: z.number() })
const json = '{"city":"Rome","celsius":31}'
const value = { city: 'Rome', celsius: 31 }
const weather = tool({ inputSchema: z.object({ city: z.string() }), execute: () => 31 })
const call = { type: 'tool-call' as const, toolCallId: 'c1', toolName: 'weather', input: '{"city":"Rome"}' }

async function outputOf<TOOLS extends ToolSet>(way: Way, options: Omit<GenerateTextOptions<TOOLS, never>, 'output'>) {
  const all = { ...options, output: Output.object({ schema }) } as never
  const result = way === 'generateText' ? await generateText(all) : streamText(all)
  return { output: (await result.output) as unknown, steps: await result.steps }
}

/** Which requests asked for JSON, and which had tools. */
const asked = (model: ReturnType<typeof scriptedModel>) =>
  model.calls.map(({ options }) => [options.responseFormat?.type, options.tools?.length ?? 0])

/** Of these models the format is asked for when the tools are done: they take no format beside tools. */
const apart = { provider: 'google.generative-ai', modelId: 'gemini-2.5-flash' }

describe.each(ways)('output, %s', (way) => {
  test('a model that takes both is asked for it in every step, with its tools', async () => {
    const model = scriptedModel([{ content: [call] }, json])
    const { output, steps } = await outputOf(way, {
      model: model as never,
      prompt: 'Rome?',
      tools: { weather },
      maxSteps: 5,
    })
    expect([output, steps.length]).toEqual([value, 2])
    expect(asked(model)).toEqual([
      ['json', 1],
      ['json', 1],
    ])
  })

  test('a model that takes no format beside tools is asked for it in the final step only', async () => {
    const model = scriptedModel([{ content: [call] }, 'It is 31 degrees in Rome.', json], apart)
    const { output, steps } = await outputOf(way, {
      model: model as never,
      prompt: 'Rome?',
      tools: { weather },
      maxSteps: 5,
    })
    expect(output).toEqual(value)
    expect(asked(model)).toEqual([
      [undefined, 1],
      [undefined, 1],
      ['json', 0],
    ])
    expect(steps).toHaveLength(3)
  })

  test('a text that fits already saves the call', async () => {
    const model = scriptedModel([{ content: [call] }, json], apart)
    const { output } = await outputOf(way, { model: model as never, prompt: 'Rome?', tools: { weather }, maxSteps: 5 })
    expect(output).toEqual(value)
    expect(asked(model)).toEqual([
      [undefined, 1],
      [undefined, 1],
    ])
  })

  test('without tools it is asked for at once', async () => {
    const model = scriptedModel([json])
    expect((await outputOf(way, { model: model as never, prompt: 'Rome?' })).output).toEqual(value)
    expect(asked(model)).toEqual([['json', 0]])
  })

  test('a limit of steps that is hit after a call does not cost the answer', async () => {
    const model = scriptedModel([{ content: [call] }, json], apart)
    expect(
      (await outputOf(way, { model: model as never, prompt: 'Rome?', tools: { weather }, maxSteps: 1 })).output,
    ).toEqual(value)
    expect(asked(model)).toEqual([
      [undefined, 1],
      ['json', 0],
    ])
  })

  test('on Gemini before 3 the schema goes with the final request alone', async () => {
    const { model, emulator, bodies } = emulate('gemini-2.5-flash', { maxRetries: 0 })
    emulator.script([
      { reply: [{ functionCall: { id: 'c1', name: 'weather', args: { city: 'Rome' } } }] },
      { reply: 'It is 31 degrees in Rome.' },
      { reply: json },
    ])
    expect((await outputOf(way, { model, prompt: 'Rome?', tools: { weather }, maxSteps: 5 })).output).toEqual(value)
    const formats = bodies.map(({ generationConfig, tools }) => [
      (generationConfig as { responseMimeType?: string } | undefined)?.responseMimeType,
      tools !== undefined,
    ])
    expect(formats).toEqual([
      [undefined, true],
      [undefined, true],
      ['application/json', false],
    ])
  })

  test('an answer that does not fit is an error that says so', async () => {
    const model = scriptedModel(['{"city":5}'])
    const error = await outputOf(way, { model: model as never, prompt: 'Rome?' }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'output-invalid' })
    expect((error as Record<symbol, unknown>)[Symbol.for('vercel.ai.error.AI_NoObjectGeneratedError')]).toBe(true)
    // Of a stream, only the promise of `output` rejects: what was streamed is there.
    if (way === 'generateText') expect((error as { messages?: unknown[] }).messages).toHaveLength(2)
  })

  test('a call that waits for the caller leaves no output to read', async () => {
    const ask = tool({ inputSchema: z.object({ city: z.string() }) })
    const model = scriptedModel([{ content: [{ ...call, toolName: 'ask' }] }])
    const error = await outputOf(way, { model: model as never, prompt: 'Rome?', tools: { ask }, maxSteps: 3 }).catch(
      (thrown: unknown) => thrown,
    )
    // As in `ai`: a stream tries to read the text of its last step, and there is none.
    const name = way === 'generateText' ? 'AI_NoOutputGeneratedError' : 'AI_NoObjectGeneratedError'
    expect((error as Record<symbol, unknown>)[Symbol.for(`vercel.ai.error.${name}`)]).toBe(true)
    expect(model.calls).toHaveLength(1)
  })
})

test('of a stream whose answer does not fit, all but output is there, and only output rejects', async () => {
  const errors: unknown[] = []
  const onError = ({ error }: { error: unknown }) => errors.push(error)
  const model = scriptedModel(['{"city":5}'])
  const result = streamText({ model: model as never, prompt: 'Rome?', output: schema, onError })
  expect(await result.text).toBe('{"city":5}')
  await expect(result.output).rejects.toMatchObject({ code: 'output-invalid' })
  expect(errors).toEqual([])
})

test('output has the type of its schema', async () => {
  const model = scriptedModel([json])
  const { output } = await generateText({ model: model as never, prompt: 'Rome?', output: schema })
  expectTypeOf(output).toEqualTypeOf<{ city: string; celsius: number }>()
  expect(output).toEqual(value)
})

test('the final step may follow an answer in words that stays in the messages', async () => {
  const model = scriptedModel([{ content: [call] }, 'It is 31 degrees in Rome.', json], apart)
  const { messages, text } = await generateText({
    model: model as never,
    prompt: 'Rome?',
    tools: { weather },
    maxSteps: 5,
    output: schema,
  })
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'assistant'])
  expect(text).toBe(json)
})

test.each(ways)('%s: the final request ends with a question, which models want, and which is not kept', async (way) => {
  const model = scriptedModel([{ content: [call] }, 'It is 31 degrees in Rome.', json], apart)
  const all = { model: model as never, prompt: 'Rome?', tools: { weather }, maxSteps: 5, output: schema }
  const result = way === 'generateText' ? await generateText(all) : streamText(all)
  expect((await result.messages).map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'tool',
    'assistant',
    'assistant',
  ])
  expect(model.calls[2]!.options.prompt.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'tool',
    'assistant',
    'user',
  ])
})

test('the final request draws no warning from a model that does not go on from its own words', async () => {
  const { model, emulator } = emulate('gemini-3.6-flash', { maxRetries: 0 })
  emulator.script([{ reply: 'It is 31 degrees in Rome.' }, { reply: json }])
  const { warnings, output } = await generateText({ model, prompt: 'Rome?', tools: { weather }, output: schema })
  expect([output, warnings]).toEqual([value, []])
})
