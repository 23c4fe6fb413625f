import { describe, expect, test } from 'vitest'
import type { RefusedRequest } from '../../refused-request.ts'
import { checkParameters } from './check-parameters.ts'

function refusal(body: Record<string, unknown>): RefusedRequest['wire'] | undefined {
  try {
    checkParameters(body)
    return undefined
  } catch (error) {
    return (error as RefusedRequest).wire
  }
}

describe('parameters', () => {
  test('in their ranges, null, or unknown pass', () => {
    const body = { temperature: 0, top_p: 1, n: 8, stop: ['a'], seed: -1, invented: {}, logprobs: null, max_tokens: 1 }
    expect(refusal(body)).toBeUndefined()
    expect(refusal({ stop: null, stream: true, stream_options: { include_usage: true } })).toBeUndefined()
    expect(refusal({ max_tokens: 5, max_completion_tokens: 5 })).toBeUndefined()
  })

  test('may have 5,000 values in all, known and unknown; messages, tools and formats count elsewhere (X145)', () => {
    const values = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, at]))
    const large = { messages: Array.from({ length: 9_000 }, () => 1), response_format: values(9_000) }
    // `metadata` and `google` are values too.
    const within = { ...large, ...values(2_000), metadata: values(2_000), google: { labels: values(997) } }
    expect(refusal(within)).toBeUndefined()
    expect(refusal({ ...within, x: 1 })).toMatchObject({ param: 'x', code: 'too_many_values' })
    expect(refusal(values(5_001))?.message).toMatch(/besides messages, tools and response_format may have 5000 values/)
  })

  test('out of range are refused in OpenAI’s words', () => {
    expect(refusal({ temperature: 3 })).toMatchObject({
      param: 'temperature',
      code: 'decimal_above_max_value',
      message: "Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 3 instead.",
      statusCode: 400,
    })
    expect(refusal({ max_tokens: 0 })).toMatchObject({ code: 'integer_below_min_value' })
    expect(refusal({ temperature: Number.POSITIVE_INFINITY })).toMatchObject({ code: 'decimal_above_max_value' })
  })

  test('of a wrong type are refused with what was expected', () => {
    expect(refusal({ n: 1.5 })?.message).toBe("Invalid type for 'n': expected an integer, but got a decimal instead.")
    expect(refusal({ metadata: [] })?.message).toContain('expected an object, but got an array')
    expect(refusal({ stop: ['a', 5] })).toMatchObject({ param: 'stop[1]', code: 'invalid_type' })
  })

  test.each([
    [{ stream: true, stream_options: { include_usage: 'yes' } }, 'stream_options.include_usage'],
    [{ modalities: ['text', 'smell'] }, 'modalities[1]'],
    [{ modalities: [5] }, 'modalities[0]'],
    [{ verbosity: 'loud' }, 'verbosity'],
    [{ safety_settings: 5 }, 'safety_settings'],
    [{ google: { thinking_config: 'much' } }, 'google.thinking_config'],
    [{ extra_body: { google: [] } }, 'extra_body.google'],
    [{ extra_body: { google: { labels: 5 } } }, 'extra_body.google.labels'],
  ])('inside others, of a wrong type, are refused and not left out: %j', (body, param) => {
    expect(refusal(body)).toMatchObject({ param, statusCode: 400 })
  })

  test.each([
    [{ max_tokens: 5, max_completion_tokens: 6 }, 'max_tokens'],
    [{ stream_options: {} }, 'stream_options'],
    [{ top_logprobs: 2 }, 'top_logprobs'],
  ])('that cannot stand together are refused: %j', (body, param) => {
    expect(refusal(body)).toMatchObject({ param, code: 'invalid_parameter_combination' })
  })
})
