import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Script, scriptedModel } from '../../../test/runtime/mock-model.ts'
import { tool } from '../../tools/tool.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import type { StreamTextTransform } from '../run/options.ts'
import { streamText } from '../stream-text.ts'

const mapParts =
  (map: (part: TextStreamPart, stop: () => void) => TextStreamPart | undefined): StreamTextTransform =>
  ({ stopStream }) =>
    new TransformStream({
      transform(part, controller) {
        const mapped = map(part, stopStream)
        if (mapped !== undefined) controller.enqueue(mapped)
      },
    })

const shout = mapParts((part) => (part.type === 'text-delta' ? { ...part, text: part.text.toUpperCase() } : part))

function run(script: Script, experimental_transform: StreamTextTransform | StreamTextTransform[], more: object = {}) {
  const model = scriptedModel(script)
  const tools = { look: tool({ inputSchema: z.object({}), execute: () => 'warm' }) }
  const result = streamText({
    model: model as never,
    prompt: 'Hi',
    maxSteps: 2,
    maxRetries: 0,
    tools,
    onError() {},
    ...more,
    experimental_transform: experimental_transform as never,
  })
  return { model, result }
}

const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: '{}' } as const

test('steps, messages and the next prompt are made of what comes out of a transform', async () => {
  const { model, result } = run([{ content: [{ type: 'text', text: 'hm' }, call] }, 'sunny'], shout)
  expect(await result.text).toBe('SUNNY')
  expect((await result.steps).map(({ text }) => text)).toEqual(['HM', 'SUNNY'])
  const [said] = await result.responseMessages
  expect(said).toMatchObject({ role: 'assistant', content: [{ type: 'text', text: 'HM' }, { type: 'tool-call' }] })
  expect(model.calls[1]!.options.prompt[1]).toMatchObject({ content: [{ text: 'HM' }, { type: 'tool-call' }] })
})

test('the model gets a result as a transform changed it', async () => {
  const hide = mapParts((part) => (part.type === 'tool-result' ? ({ ...part, output: 'hidden' } as never) : part))
  const { model, result } = run([{ content: [call] }, 'ok'], hide)
  await result.consumeStream()
  expect(model.calls[1]!.options.prompt.at(-1)).toMatchObject({ content: [{ output: { value: 'hidden' } }] })
})

test('the messages have calls and results as a transform changed them in place', async () => {
  const change = mapParts((part) => {
    if (part.type === 'tool-call') Object.assign(part, { input: { place: 'there' } })
    if (part.type === 'tool-result') Object.assign(part, { output: 'WARM' })
    return part
  })
  const { model, result } = run([{ content: [call] }, 'ok'], change)
  expect(await result.responseMessages).toMatchObject([
    { content: [{ type: 'tool-call', input: { place: 'there' } }] },
    { content: [{ type: 'tool-result', output: { value: 'WARM' } }] },
    { content: [{ type: 'text', text: 'ok' }] },
  ])
  expect(model.calls[1]!.options.prompt.slice(1)).toMatchObject([
    { content: [{ input: { place: 'there' } }] },
    { content: [{ output: { value: 'WARM' } }] },
  ])
})

test('a transform that stops the stream ends the run with what there is, and cancels the model', async () => {
  const stop = mapParts((part, stopStream) => {
    if (part.type !== 'text-delta' || part.text !== 'stop') return part
    stopStream()
    const response = { id: '1', timestamp: new Date(0), modelId: 'x' }
    const end = {
      finishReason: 'stop',
      rawFinishReason: undefined,
      usage: {} as never,
      performance: {} as never,
    } as const
    return { type: 'finish-step', ...end, providerMetadata: undefined, response }
  })
  const seen: string[] = []
  const { model, result } = run([{ content: [{ type: 'text', text: ['one ', 'stop', 'two'] }] }], stop, {
    onStepEnd: ({ text }: { text: string }) => void seen.push(text),
  })
  expect([await result.text, await result.finishReason]).toEqual(['one ', 'other'])
  expect(seen).toEqual(['one '])
  for (let tries = 0; tries < 1000 && !model.calls[0]!.cancelled; tries++)
    await new Promise((done) => setTimeout(done, 1))
  expect(model.calls[0]!.cancelled).toBe(true)
})

test('a stop before the end of the first step leaves no output', async () => {
  const stop = mapParts((part, stopStream) => {
    stopStream()
    return part
  })
  const { result } = run(['x'], stop)
  await expect(result.text).rejects.toMatchObject({ code: 'output-missing' })
})

test('the error of a run comes behind what a transform held back', async () => {
  const hold: StreamTextTransform = () => {
    const held: TextStreamPart[] = []
    return new TransformStream({
      transform(part, controller) {
        held.push(part)
        if (part.type === 'error') for (const each of held) controller.enqueue(each)
      },
    })
  }
  const { result } = run([{ fault: { type: 'throw', error: new Error('down') } }], hold)
  const types: string[] = []
  for await (const part of result.fullStream) types.push(part.type)
  expect(types).toEqual(['start', 'error'])
  await expect(result.text).rejects.toThrow('down')
})

test('a transform that throws fails the run with its error', async () => {
  const broken = mapParts(() => {
    throw new Error('broken transform')
  })
  const { result } = run(['x'], [shout, broken])
  const types: string[] = []
  for await (const part of result.fullStream) types.push(part.type)
  expect(types).toEqual(['error'])
  await expect(result.text).rejects.toThrow('broken transform')
})
