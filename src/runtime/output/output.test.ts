import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ToolfitError } from '../../core/errors.ts'
import type { NoObjectGeneratedError } from '../errors/output-errors.ts'
import type { LanguageModelUsage } from '../result/usage.ts'
import { Output } from './output.ts'
import type { OutputContext, OutputSpec } from './output-spec.ts'
import { readOutput } from './read-output.ts'

const usage: LanguageModelUsage = {
  inputTokens: 1,
  inputTokenDetails: { noCacheTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
  outputTokens: 2,
  outputTokenDetails: { textTokens: 2, reasoningTokens: 0 },
  totalTokens: 3,
}
const context: OutputContext = { finishReason: 'stop', usage, response: { id: 'r1' } }

const place = z.object({ city: z.string(), days: z.number().int().default(3) })

async function refusal(output: OutputSpec, text: string, finishReason = 'stop') {
  try {
    await output.parseComplete(text, { ...context, finishReason })
  } catch (error) {
    return error as NoObjectGeneratedError
  }
  throw new Error('The text was accepted.')
}

async function follow<PARTIAL, ELEMENT>(output: OutputSpec<PARTIAL, unknown, ELEMENT>, pieces: readonly string[]) {
  const reader = await output.readPartial()
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

describe('Output.object', () => {
  it('asks for the schema, by name', async () => {
    const output = Output.object({ schema: place, name: 'place', description: 'Where' })
    expect(await output.responseFormat).toMatchObject({
      type: 'json',
      name: 'place',
      description: 'Where',
      schema: { type: 'object', properties: { city: { type: 'string' } } },
    })
  })

  it("gives the schema's parsed value", async () => {
    const output = Output.object({ schema: place })
    expect(await output.parseComplete('{"city":"Oslo"}', context)).toEqual({ city: 'Oslo', days: 3 })
  })

  it.each([
    ['a code fence', '```json\n{"city":"Oslo"}\n```'],
    ['a sentence', 'Sure! {"city":"Oslo"} Anything else?'],
    ['a trailing comma and single quotes', "{'city':'Oslo',}"],
    ['a brace that is missing', '{"city":"Oslo"'],
  ])('repairs %s', async (_what, text) => {
    expect(await Output.object({ schema: place }).parseComplete(text, context)).toEqual({ city: 'Oslo', days: 3 })
  })

  it('does not repair an answer that was cut off: half of it would look like the whole', async () => {
    const error = await refusal(Output.object({ schema: place }), '{"city":"Os', 'length')
    expect(error.message).toBe('No object generated: could not parse the response.')
    expect(error.finishReason).toBe('length')
  })

  it('says what is wrong where, as an error that ai recognises', async () => {
    const error = await refusal(Output.object({ schema: place }), '{"city":5,"days":"x"}')
    expect(ToolfitError.isInstance(error) && error.code).toBe('output-invalid')
    expect(error.message).toBe('No object generated: response did not match schema.')
    expect(error.evidence).toMatchObject({ issues: [{ pointer: '/city' }, { pointer: '/days' }] })
    expect(error.cause).toMatchObject({ name: 'AI_TypeValidationError', value: { city: 5, days: 'x' } })
    expect(error).toMatchObject({
      text: '{"city":5,"days":"x"}',
      finishReason: 'stop',
      usage,
      response: { id: 'r1' },
      [Symbol.for('vercel.ai.error.AI_NoObjectGeneratedError')]: true,
    })
  })

  it('says so where there is no text, and where it is prose', async () => {
    const output = Output.object({ schema: place })
    expect((await refusal(output, ' ')).message).toBe('No object generated: could not parse the response.')
    const error = await refusal(output, 'I cannot do that.')
    expect(error.message).toBe('No object generated: could not parse the response.')
    expect(error.cause).toMatchObject({ name: 'AI_JSONParseError', text: 'I cannot do that.' })
  })

  it('says of a text whose repair does not fit that it is not JSON', async () => {
    const error = await refusal(Output.object({ schema: place }), '{"city"')
    expect(error.message).toBe('No object generated: could not parse the response.')
  })

  it('waits for asynchronous checks', async () => {
    const known = z.string().refine(async (city) => city === 'Oslo', 'Unknown city')
    const output = Output.object({ schema: z.object({ city: known }) })
    expect(await output.parseComplete('{"city":"Oslo"}', context)).toEqual({ city: 'Oslo' })
    expect((await refusal(output, '{"city":"Ys"}')).cause).toMatchObject({
      message: expect.stringContaining('Unknown city'),
    })
  })

  it('shows the object while it grows', async () => {
    const { partials } = await follow(Output.object({ schema: place }), ['{"ci', 'ty":"Os', 'lo"', ' }'])
    expect(partials).toEqual([{}, { city: 'Os' }, { city: 'Oslo' }])
  })
})

describe('Output.array', () => {
  const output = Output.array({ element: z.object({ id: z.number() }) })

  it('asks for an object with a list of elements', async () => {
    const format = await Output.array({ element: z.number(), minItems: 1, maxItems: 2 }).responseFormat
    expect(format).toMatchObject({
      type: 'json',
      schema: {
        type: 'object',
        properties: { elements: { type: 'array', items: { type: 'number' }, minItems: 1, maxItems: 2 } },
        required: ['elements'],
        additionalProperties: false,
      },
    })
  })

  it('keeps references right where they lead into a schema that is no longer at the root', async () => {
    const element = {
      type: 'object',
      properties: { next: { $ref: '#' }, name: { $ref: '#/$defs/name' }, again: { $ref: '#/properties/name' } },
      $defs: { name: { type: 'string' } },
      default: { $ref: '#' },
    }
    expect(await Output.array({ element }).responseFormat).toEqual({
      type: 'json',
      schema: {
        $defs: { name: { type: 'string' } },
        type: 'object',
        properties: {
          elements: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                next: { $ref: '#/properties/elements/items' },
                name: { $ref: '#/$defs/name' },
                again: { $ref: '#/properties/elements/items/properties/name' },
              },
              default: { $ref: '#' },
            },
          },
        },
        required: ['elements'],
        additionalProperties: false,
      },
    })
  })

  it('checks each element, and says which one is wrong', async () => {
    expect(await output.parseComplete('{"elements":[{"id":1},{"id":2}]}', context)).toEqual([{ id: 1 }, { id: 2 }])
    expect(await output.parseComplete('[{"id":1}]', context)).toEqual([{ id: 1 }])
    const wrong = await refusal(output, '{"elements":[{"id":1},{"id":"2"}]}')
    expect(wrong.cause).toMatchObject({ name: 'AI_TypeValidationError', value: { id: '2' } })
    expect(wrong.evidence).toMatchObject({ issues: [{ pointer: '/elements/1/id' }] })
    const causeOf = async (spec: OutputSpec, text: string) => (await refusal(spec, text)).cause
    expect(await causeOf(output, '{"items":[]}')).toMatchObject({
      cause: 'response must be an object with an elements array',
    })
    expect(await causeOf(Output.array({ element: z.number(), minItems: 2 }), '[1]')).toMatchObject({
      cause: 'elements array must contain at least 2 items',
    })
  })

  it('gives elements when they are whole, each once, and leaves out those that do not fit', async () => {
    const pieces = ['{"elements":', '[{"id":1', '},{"id', '":"x"},{"id":3}', ',{"id":4', '}]}']
    const { partials, elements } = await follow(output, pieces)
    expect(elements).toEqual([{ id: 1 }, { id: 3 }, { id: 4 }])
    expect(partials).toEqual([[], [{ id: 1 }], [{ id: 1 }, { id: 3 }], [{ id: 1 }, { id: 3 }, { id: 4 }]])
  })

  it('takes a number for whole only when something follows it', async () => {
    const { elements } = await follow(Output.array({ element: z.number() }), ['{"elements":[1', '2', ',3', ']', '}'])
    expect(elements).toEqual([12, 3])
  })

  it('gives elements in order where their checks are asynchronous', async () => {
    const element = z.number().refine(async (value) => value !== 2)
    const { elements } = await follow(Output.array({ element }), ['{"elements":[1,2', ',3]}'])
    expect(elements).toEqual([1, 3])
  })

  it('refuses bounds that cannot be', () => {
    const refusal = (bounds: object) => {
      try {
        return Output.array({ element: z.number(), ...bounds })
      } catch (error) {
        return [(error as Error).name, (error as Error).message]
      }
    }
    const name = 'AI_InvalidArgumentError'
    const about = (option: string) => `Invalid argument for parameter ${option}: ${option} must be`
    expect(refusal({ minItems: 3, maxItems: 2 })).toEqual([name, `${about('minItems')} less than or equal to maxItems`])
    expect(refusal({ maxItems: -1 })).toEqual([name, `${about('maxItems')} greater than or equal to 0`])
    expect(refusal({ minItems: 1.5 })).toEqual([name, `${about('minItems')} an integer`])
  })
})

describe('Output.choice', () => {
  const output = Output.choice({ options: ['sunny', 'snowy', 'rain'] })

  it('is one of the options', async () => {
    expect(await output.parseComplete('{"result":"rain"}', context)).toBe('rain')
    expect(await output.parseComplete('"rain"', context)).toBe('rain')
    const { cause, evidence } = await refusal(output, '{"result":"hail"}')
    expect(cause).toMatchObject({ cause: 'response must be an object that contains a choice value.' })
    expect(evidence).toMatchObject({ issues: [{ message: 'Must be one of ["sunny","snowy","rain"].' }] })
  })

  it('is known as soon as no other option begins like it', async () => {
    expect((await follow(output, ['{"result":"s', 'n', 'owy"', '}'])).partials).toEqual(['snowy'])
  })
})

describe('Output.json and Output.text', () => {
  it('are any JSON, and any text', async () => {
    expect(await Output.json().responseFormat).toEqual({ type: 'json' })
    expect(await Output.json().parseComplete('[1,null]', context)).toEqual([1, null])
    expect(await Output.text().parseComplete('Hi', context)).toBe('Hi')
    expect((await follow(Output.text(), ['H', '', 'i'])).partials).toEqual(['H', 'Hi'])
    expect((await follow(Output.json(), ['[1', ',2]'])).partials).toEqual([[1], [1, 2]])
  })
})

describe('parsePartialOutput', () => {
  it('takes a text as it is, and finds nothing in no text', async () => {
    expect(await Output.text().parsePartialOutput({ text: '' })).toEqual({ partial: '' })
    const nothing = { text: undefined } as never
    expect(await Output.object({ schema: place }).parsePartialOutput(nothing)).toBeUndefined()
    expect(await Output.array({ element: place }).parsePartialOutput(nothing)).toBeUndefined()
  })
})

describe('readOutput', () => {
  it('takes a bare schema for an object, and nothing for text', async () => {
    expect(readOutput(place).name).toBe('object')
    expect(readOutput(undefined).kind).toBe('text')
    const raw = readOutput({ type: 'object', properties: { a: { type: 'number' } }, required: ['a'] })
    expect((await refusal(raw, '{}')).code).toBe('output-invalid')
    expect(await readOutput(() => place).parseComplete('{"city":"Oslo"}', context)).toEqual({ city: 'Oslo', days: 3 })
    const choice = Output.choice({ options: ['a'] })
    expect(readOutput(choice)).toBe(choice)
  })
})
