import * as ai5 from 'ai5'
import * as ai6 from 'ai6'
import * as ai7 from 'ai7'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { ToolfitError } from '../src/core/errors.ts'
import { JsonReader } from '../src/runtime/output/json-reader.ts'
import { type InferOutput, Output, type OutputSource } from '../src/runtime/output/output.ts'
import type { OutputContext } from '../src/runtime/output/output-spec.ts'
import { readOutput } from '../src/runtime/output/read-output.ts'
import type { LanguageModelUsage } from '../src/runtime/result/usage.ts'

const usage: LanguageModelUsage = {
  inputTokens: 1,
  inputTokenDetails: { noCacheTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
  outputTokens: 2,
  outputTokenDetails: { textTokens: 2, reasoningTokens: 0 },
  totalTokens: 3,
}
const context: OutputContext = {
  finishReason: 'stop',
  usage,
  response: { id: 'r1', timestamp: new Date(0), modelId: 'm' },
}
const schema = z.object({ city: z.string(), days: z.number().default(3) })

const objects = [
  ['ai 5', ai5.Output.object({ schema })],
  ['ai 6', ai6.Output.object({ schema })],
  ['ai 7', ai7.Output.object({ schema })],
] as const

async function refusal(source: OutputSource, text: string): Promise<unknown> {
  try {
    await readOutput(source).parseComplete(text, context)
  } catch (error) {
    return error
  }
  throw new Error('The text was accepted.')
}

async function follow(source: OutputSource, pieces: Iterable<string>) {
  const reader = await readOutput(source).readPartial()
  const partials: unknown[] = []
  const elements: unknown[] = []
  for (const piece of pieces) {
    const result = await reader.push(piece)
    if (result === undefined) continue
    partials.push(result.partial)
    elements.push(...(result.elements ?? []))
  }
  return { partials, elements }
}

describe.each(objects)('Output.object of %s', (_name, output) => {
  test('is asked for, parsed, mended and refused like ours', async () => {
    const read = readOutput(output)
    expect([read.name, read.kind]).toEqual(['object', 'json'])
    expect(await read.responseFormat).toMatchObject({
      type: 'json',
      schema: { properties: { city: { type: 'string' } } },
    })
    expect(await read.parseComplete('{"city":"Oslo"}', context)).toEqual({ city: 'Oslo', days: 3 })
    expect(await read.parseComplete('```json\n{"city":"Oslo",}\n```', context)).toEqual({ city: 'Oslo', days: 3 })
    const error = await refusal(output, '{"city":5}')
    expect(ToolfitError.isInstance(error) && error.code).toBe('output-invalid')
    expect(ai7.NoObjectGeneratedError.isInstance(error) && error.text).toBe('{"city":5}')
    expect(ai7.TypeValidationError.isInstance((error as Error).cause)).toBe(true)
  })

  test('streams like ours', async () => {
    const pieces = ['{"ci', 'ty":"Os', 'lo"', '}']
    expect((await follow(output, pieces)).partials).toEqual([{}, { city: 'Os' }, { city: 'Oslo' }])
  })
})

describe('other outputs of ai', () => {
  const element = z.object({ id: z.number() })
  test.each([
    ['ai 6', ai6.Output, ai6.Output.array({ element })],
    ['ai 7', ai7.Output, ai7.Output.array({ element })],
  ])('array, choice, json and text of %s', async (_name, output, list) => {
    const streamed = await follow(list, ['{"elements":[{"id":1},', '{"id":2},{"i', 'd":3}]}'])
    expect(streamed.elements).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
    expect(await readOutput(list).parseComplete('{"elements":[{"id":1}]}', context)).toEqual([{ id: 1 }])
    expect(await readOutput(output.choice({ options: ['a', 'b'] })).parseComplete('{"result":"b"}', context)).toBe('b')
    expect(await readOutput(output.json()).parseComplete('[1]', context)).toEqual([1])
    const text = readOutput(output.text())
    expect([text.kind, await text.parseComplete('Hi', context)]).toEqual(['text', 'Hi'])
  })

  test('text of ai 5', async () => {
    expect(readOutput(ai5.Output.text()).kind).toBe('text')
    expect((await follow(ai5.Output.text(), ['H', 'i'])).partials).toEqual(['H', 'Hi'])
  })

  test('a long answer is not read again from the start for every piece', async () => {
    let read = 0
    const source = ai7.Output.text()
    const counted = {
      ...source,
      parsePartialOutput: (options: { text: string }) => {
        read += options.text.length
        return source.parsePartialOutput(options)
      },
    }
    await follow(
      counted,
      Array.from({ length: 20_000 }, () => 'abcd'),
    )
    expect(read).toBeLessThan(80_000 * 300)
    expect(read).toBeGreaterThan(80_000)
  })
})

describe('errors of our own outputs', () => {
  test.each([
    ['ai 5', ai5.NoObjectGeneratedError],
    ['ai 6', ai6.NoObjectGeneratedError],
    ['ai 7', ai7.NoObjectGeneratedError],
  ])('are recognised by %s', async (_name, { isInstance }) => {
    const error = await refusal(Output.object({ schema }), 'No.')
    expect(isInstance.call(ai7.NoObjectGeneratedError, error)).toBe(true)
    expect(error).toMatchObject({ text: 'No.', finishReason: 'stop', usage, response: context.response })
  })
})

describe('what is asked for', () => {
  test('is what ai 7 asks for', async () => {
    const names = { name: 'it', description: 'It' }
    const element = z.object({ id: z.number() })
    const pairs: [OutputSource, { responseFormat: PromiseLike<unknown> }][] = [
      [Output.text(), ai7.Output.text()],
      [Output.json(names), ai7.Output.json(names)],
      [Output.choice({ options: ['a', 'b'], ...names }), ai7.Output.choice({ options: ['a', 'b'], ...names })],
      [Output.array({ element, minItems: 1, ...names }), ai7.Output.array({ element, minItems: 1, ...names })],
    ]
    for (const [ours, theirs] of pairs) {
      expect(withoutDraft(await readOutput(ours).responseFormat)).toEqual(withoutDraft(await theirs.responseFormat))
    }
  })
})

/** The same schema but for its draft, and for `additionalProperties: false`, which ai adds to every object of Zod. */
function withoutDraft(format: unknown): unknown {
  return JSON.parse(JSON.stringify(format), (key, value) =>
    key === '$schema' || (key === 'additionalProperties' && value === false) ? undefined : value,
  )
}

describe('JsonReader', () => {
  test('shows of every prefix what parsePartialJson of ai 7 shows', async () => {
    const containers = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()))
    // What ai 7 does not read: a plus in an exponent, an escaped quote in a key, keys that could pollute a prototype.
    const unread = /e\+|\\["\\]|__proto__|constructor/
    const texts = containers.map((value) => JSON.stringify(value)).filter((text) => !unread.test(text))
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const reader = new JsonReader()
        for (let end = 1; end <= text.length; end += 1) {
          reader.push(text[end - 1]!)
          const { value } = await ai7.parsePartialJson(text.slice(0, end))
          expect(reader.live).toEqual(value)
        }
      }),
      { seed: 7, numRuns: 300 },
    )
  })
})

test('outputs of ai are outputs in types too', () => {
  const sources: OutputSource[] = [...objects.map(([, output]) => output), ai7.Output.text(), ai6.Output.json()]
  expect(sources).toHaveLength(5)
  expectTypeOf<InferOutput<(typeof objects)[0][1]>>().toEqualTypeOf<{ city: string; days: number }>()
  expectTypeOf<InferOutput<(typeof objects)[1][1]>>().toEqualTypeOf<{ city: string; days: number }>()
  expectTypeOf<InferOutput<(typeof objects)[2][1]>>().toEqualTypeOf<{ city: string; days: number }>()
})

describe.each([
  ['ai 6', ai6],
  ['ai 7', ai7],
] as const)('our outputs in %s', (_name, sdk) => {
  const { generateText, streamText } = sdk as unknown as typeof ai7
  const answering = (text: string) =>
    ({
      specificationVersion: 'v3',
      provider: 'mock',
      modelId: 'm',
      supportedUrls: {},
      doGenerate: async () => ({ content: [{ type: 'text', text }], ...ended, warnings: [] }),
      doStream: async () => ({
        stream: new ReadableStream({
          start(controller) {
            for (const part of streamOf(text)) controller.enqueue(part)
            controller.close()
          },
        }),
      }),
    }) as never
  const ended = {
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
  }
  const streamOf = (text: string) => [
    { type: 'stream-start', warnings: [] },
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: text.slice(0, 6) },
    { type: 'text-delta', id: '1', delta: text.slice(6) },
    { type: 'text-end', id: '1' },
    { type: 'finish', ...ended },
  ]

  test.each([
    ['object', Output.object({ schema: z.object({ a: z.string() }) }), '{"a":"x"}', { a: 'x' }],
    ['array', Output.array({ element: z.string() }), '{"elements":["x"]}', ['x']],
    ['choice', Output.choice({ options: ['a', 'b'] }), '{"result":"a"}', 'a'],
    ['json', Output.json(), '[1]', [1]],
    ['text', Output.text(), 'hi', 'hi'],
  ])('%s is read whole and in pieces', async (_kind, output, text, value) => {
    const call = { model: answering(text), prompt: 'x', output: output as never }
    expect((await generateText(call)).output).toEqual(value)
    const partials: unknown[] = []
    for await (const partial of streamText(call).partialOutputStream) partials.push(partial)
    expect(partials.at(-1)).toEqual(value)
  })
})
