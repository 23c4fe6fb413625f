import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkHistory } from '../../src/history/index.ts'
import { type ModelMessage, runStateOf, streamText, tool } from '../../src/index.ts'
import { gemini } from '../../src/models/gemini/gemini.ts'
import type { TextStreamPart } from '../../src/runtime/result/stream-part.ts'
import { type ScriptStep, scriptedModel } from '../runtime/mock-model.ts'
import { everywhere, failure, finish, partsOf, play, stages, ways } from './spec-c-played.ts'

const answer = 'It is sunny.'
const input = { city: 'Rome' }
const weather = tool({ inputSchema: z.object({ city: z.string() }), execute: ({ city }) => `sun in ${city}` })
const lines = [{ text: 'I look.', calls: [{ name: 'weather', input }] }, answer]

const typesOf = (parts: readonly TextStreamPart[]) =>
  parts.map(({ type }) => type).filter((type, index, all) => type !== 'text-delta' || all[index - 1] !== type)

describe('streamText (C13)', () => {
  test.each(stages)('on %s it returns at once, and awaiting or destructuring it works (C13)', async (stage) => {
    const { model, asked } = play(stage, lines)
    const options = { model, prompt: 'Go.', tools: { weather }, maxSteps: 2 }
    const result = streamText(options)
    expect(result).not.toHaveProperty('then')
    expect(asked()).toHaveLength(0)
    expect(await result.text).toBe(answer)
    const { textStream, steps } = await streamText({ ...options, model: play(stage, lines).model })
    let text = ''
    for await (const piece of textStream) text += piece
    expect(text).toBe(`I look.${answer}`)
    expect(await steps).toHaveLength(2)
  })

  test.each(stages)('on %s fullStream has the AI SDK’s order of parts (C13)', async (stage) => {
    const { model } = play(stage, lines)
    const { fullStream } = streamText({ model, prompt: 'Go.', tools: { weather }, maxSteps: 2 })
    expect(typesOf(await partsOf(fullStream))).toEqual([
      'start',
      'start-step',
      'text-start',
      'text-delta',
      'text-end',
      'tool-input-start',
      'tool-input-delta',
      'tool-input-end',
      'tool-call',
      'tool-result',
      'finish-step',
      'start-step',
      'text-start',
      'text-delta',
      'text-end',
      'finish-step',
      'finish',
    ])
  })

  test.each(stages)(
    'on %s results come in the order of completion, and go to the model in that of the calls (C13)',
    async (stage) => {
      const { model } = play(stage, [
        {
          calls: [
            { name: 'wait', input: { ms: 60 } },
            { name: 'wait', input: { ms: 5 } },
          ],
        },
        answer,
      ])
      const wait = tool({
        inputSchema: z.object({ ms: z.number() }),
        execute: ({ ms }) => new Promise<number>((resolve) => setTimeout(() => resolve(ms), ms)),
      })
      const result = streamText({ model, prompt: 'Go.', tools: { wait }, maxSteps: 2 })
      const outputs = (await partsOf(result.fullStream)).flatMap((part) =>
        part.type === 'tool-result' ? [part.output] : [],
      )
      expect(outputs).toEqual([5, 60])
      expect((await result.response).messages[1]).toMatchObject({
        content: [{ toolCallId: 'c1' }, { toolCallId: 'c2' }],
      })
    },
  )

  test.each(stages)('on %s every field of C12 is promised, and awaiting one drains the stream (C13)', async (stage) => {
    const { model } = play(stage, lines)
    const result = streamText({ model, prompt: 'Go.', tools: { weather }, maxSteps: 2 })
    const promised = await result.usage
    const whole = await finish('generateText', {
      model: play(stage, lines).model,
      prompt: 'Go.',
      tools: { weather },
      maxSteps: 2,
    })
    expect(promised.totalTokens).toBe(whole.usage.totalTokens)
    expect(await result.text).toBe(whole.text)
    expect(await result.toolCalls).toEqual(whole.toolCalls)
    expect(await result.toolResults).toEqual(whole.toolResults)
    expect(await result.parts).toEqual(whole.parts)
    expect(await result.finishReason).toBe(whole.finishReason)
    expect((await result.response).messages).toEqual(whole.response.messages)
    expect(await result.warnings).toEqual(whole.warnings)
    expect((await result.steps).map(({ type }) => type)).toEqual(whole.steps.map(({ type }) => type))
  })

  test('every reader sees everything, also one that comes late (C13)', async () => {
    const { model } = play('a mock model', lines)
    const result = streamText({ model, prompt: 'Go.', tools: { weather }, maxSteps: 2 })
    const read = async () => {
      let text = ''
      for await (const piece of result.textStream) text += piece
      return text
    }
    expect(await Promise.all([read(), read()])).toEqual([`I look.${answer}`, `I look.${answer}`])
    expect(await read()).toBe(`I look.${answer}`)
  })

  test('errors come as parts, promises reject, and ignoring one is no unhandled rejection (C13)', async () => {
    const unhandled: unknown[] = []
    const listen = (error: unknown) => unhandled.push(error)
    process.on('unhandledRejection', listen)
    const model = scriptedModel([
      { content: [{ type: 'text', text: 'Hi' }], fault: { type: 'break', error: new Error('cut'), after: 2 } },
    ])
    const result = streamText({ model: model as never, prompt: 'Go.' })
    void result.text
    const { usage } = result
    void usage
    const parts = await partsOf(result.fullStream)
    expect(parts.at(-1)).toMatchObject({ type: 'error', error: { message: 'cut' } })
    await expect(result.steps).rejects.toThrow('cut')
    await new Promise((resolve) => setTimeout(resolve, 20))
    process.off('unhandledRejection', listen)
    expect(unhandled).toEqual([])
  })

  test('the text stream of a run that fails ends, and the failure is in onError and in the promises (C13)', async () => {
    const errors: unknown[] = []
    const model = scriptedModel([{ fault: { type: 'throw', error: new Error('refused') } }])
    const result = streamText({
      model: model as never,
      prompt: 'Go.',
      maxRetries: 0,
      onError: ({ error }) => errors.push(error),
    })
    const pieces: string[] = []
    for await (const piece of result.textStream) pieces.push(piece)
    expect(pieces).toEqual([])
    expect(errors).toMatchObject([{ message: 'refused' }])
    await expect(result.text).rejects.toThrow('refused')
  })

  test.each(['v2', 'v3', 'v4'] as const)('models of specification %s run alike (C13)', async (version) => {
    const call = { type: 'tool-call' as const, toolCallId: 'c1', toolName: 'weather', input: '{"city":"Rome"}' }
    const script: (ScriptStep | string)[] = [{ content: [call] }, answer]
    for (const way of ways) {
      const model = scriptedModel(script, { version })
      const { text, toolResults, usage } = await finish(way, {
        model: model as never,
        prompt: 'Go.',
        tools: { weather },
        maxSteps: 2,
      })
      expect([text, toolResults[0]!.output, usage.totalTokens]).toEqual([answer, 'sun in Rome', 26])
    }
  })
})

describe('abortSignal (C15)', () => {
  /** Valid for every provider: each call has its answer. */
  function expectValid(messages: readonly ModelMessage[]): void {
    for (const profile of ['gemini', 'openai-chat', 'anthropic'] as const)
      expect(checkHistory(messages, profile)).toEqual([])
  }

  test.each(everywhere)(
    '$way on $stage reaches every tool, and leaves valid messages behind (C15, T5)',
    async ({ way, stage }) => {
      const controller = new AbortController()
      const seen: boolean[] = []
      const hang = tool({
        inputSchema: z.object({}),
        execute: (_, { abortSignal }) =>
          new Promise<never>((_resolve, reject) => {
            abortSignal!.addEventListener('abort', () => {
              seen.push(abortSignal!.aborted)
              reject(abortSignal!.reason)
            })
            if (seen.push(false) === 2) controller.abort(new Error('enough'))
          }),
      })
      const { model } = play(stage, [{ text: 'I try.', calls: [{ name: 'hang' }, { name: 'hang' }] }, answer])
      const error = await failure(way, {
        model,
        prompt: 'Go.',
        tools: { hang },
        maxSteps: 3,
        abortSignal: controller.signal,
      })
      expect(seen).toEqual([false, false, true, true])
      expect(error).toMatchObject({ code: 'run-aborted', message: 'enough' })
      const { messages, steps } = runStateOf(error)!
      expect(steps).toEqual([])
      expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
      expectValid(messages)
    },
  )

  test.each(everywhere)(
    '$way on $stage: a run that was aborted can go on from its messages (C15)',
    async ({ way, stage }) => {
      const controller = new AbortController()
      const stubborn = tool({
        inputSchema: z.object({}),
        execute: () => {
          controller.abort()
          // It does not listen: the run does not wait for it.
          return new Promise<never>(() => {})
        },
      })
      const first = play(stage, [{ calls: [{ name: 'stubborn' }] }])
      const error = await failure(way, {
        model: first.model,
        prompt: 'Go.',
        tools: { stubborn },
        abortSignal: controller.signal,
      })
      expect(error.name).toBe('AbortError')
      const { messages } = runStateOf(error)!
      const second = play(stage, [answer])
      const { text } = await finish(way, {
        model: second.model,
        messages: [...messages, { role: 'user', content: 'Go on.' }],
        tools: { stubborn },
      })
      expect(text).toBe(answer)
    },
  )

  test.each(ways)('%s reaches the model call (C15)', async (way) => {
    const controller = new AbortController()
    const model = scriptedModel([
      { content: [{ type: 'text', text: ['Half ', 'a text'] }], fault: { type: 'hang', after: 2 } },
    ])
    setTimeout(() => controller.abort(), 20)
    const error = await failure(way, { model: model as never, prompt: 'Go.', abortSignal: controller.signal })
    expect(model.calls[0]!.options.abortSignal!.aborted).toBe(true)
    expect(error).toMatchObject({ name: 'AbortError', code: 'run-aborted' })
    expectValid([...runStateOf(error)!.messages, { role: 'user', content: 'Go on.' }])
    if (way === 'streamText') expect(JSON.stringify(runStateOf(error)!.messages)).toContain('Half ')
  })

  test.each(ways)('%s reaches fetch through gemini() (C15)', async (way) => {
    const controller = new AbortController()
    const signals: (AbortSignal | null | undefined)[] = []
    const model = gemini('gemini-3.6-flash', {
      apiKey: 'k',
      fetch: (_, { signal }) => {
        signals.push(signal)
        return new Promise((_resolve, reject) => {
          signal!.addEventListener('abort', () => reject(signal!.reason))
          controller.abort(new Error('enough'))
        })
      },
    })
    const error = await failure(way, { model, prompt: 'Go.', abortSignal: controller.signal })
    expect(error).toMatchObject({ code: 'run-aborted', message: 'enough' })
    expect(signals.map((signal) => signal!.aborted)).toEqual([true])
    expectValid(runStateOf(error)!.messages)
  })

  test.each(everywhere)(
    '$way on $stage: a signal that was aborted before asks nobody (C15)',
    async ({ way, stage }) => {
      const { model, asked } = play(stage, [answer])
      const error = await failure(way, { model, prompt: 'Go.', abortSignal: AbortSignal.abort(new Error('before')) })
      expect(error).toMatchObject({ code: 'run-aborted', message: 'before' })
      expect(asked()).toEqual([])
    },
  )

  test.each(stages)(
    'on %s streamText says abort, tells onAbort, and neither onFinish nor onError (C15)',
    async (stage) => {
      const controller = new AbortController()
      const told: string[] = []
      const stop = tool({
        inputSchema: z.object({}),
        execute: () => {
          controller.abort(new Error('enough'))
          return 1
        },
      })
      const { model } = play(stage, [{ calls: [{ name: 'stop' }] }, answer])
      const result = streamText({
        model,
        prompt: 'Go.',
        tools: { stop },
        maxSteps: 2,
        abortSignal: controller.signal,
        onAbort: ({ messages }) => {
          told.push('abort')
          expectValid(messages)
        },
        onFinish: () => told.push('finish'),
        onError: () => told.push('error'),
      })
      expect((await partsOf(result.fullStream)).at(-1)).toEqual({ type: 'abort', reason: 'Error: enough' })
      expect(told).toEqual(['abort'])
      await expect(result.text).rejects.toMatchObject({ code: 'run-aborted' })
    },
  )
})
