import { describe, expect, test } from 'vitest'
import { ToolfitError } from '../../../core/errors.ts'
import { createApiCallError } from '../../../models/http/api-call-error.ts'
import { RefusedRequest } from '../../refused-request.ts'
import { errorParam, refusalInStream, refusalOf } from './error.ts'

function httpError(statusCode: number, error: object, headers: Record<string, string> = {}) {
  const data = { error: { code: statusCode, message: 'Said.', ...error } }
  return createApiCallError('model-http-error', 'Said.', {
    provider: 'google',
    url: 'https://host/',
    statusCode,
    responseHeaders: headers,
    data,
    isRetryable: false,
  })
}

const call = (code: 'model-unreachable' | 'model-response-invalid' | 'model-timeout', data?: unknown) =>
  createApiCallError(code, 'Secret details.', { provider: 'google', url: 'https://host/', isRetryable: true, data })

describe('what a client is told', () => {
  test.each([
    [400, 400, undefined],
    [401, 401, 'invalid_api_key'],
    [403, 403, undefined],
    [404, 404, 'model_not_found'],
    [429, 429, 'rate_limit_exceeded'],
    [500, 502, 'bad_gateway'],
    [503, 503, 'model_overloaded'],
    [504, 504, 'upstream_timeout'],
    [529, 502, 'bad_gateway'],
    [302, 502, 'bad_gateway'],
  ])('a %i is a %i (%s)', (given, statusCode, code) => {
    const { wire } = refusalOf(httpError(given, {}))
    expect([wire.statusCode, wire.code, wire.message]).toEqual([statusCode, code, 'Said.'])
  })

  test('a model that is not found comes with where to look; a file that is not found does not', () => {
    const said = (message: string) => refusalOf(Object.assign(httpError(404, {}), { message })).wire.message
    expect(said('models/gpt-5 is not found for API version v1beta.')).toBe(
      'models/gpt-5 is not found for API version v1beta. Use a model of GET /v1/models, or give one this name with --model (models).',
    )
    expect(said('File files/abc not found.')).toBe('File files/abc not found.')
  })

  test('how long to wait is told in seconds, and exactly', () => {
    expect(refusalOf(httpError(429, {}, { 'retry-after-ms': '1500' })).headers).toEqual({
      'retry-after': '2',
      'retry-after-ms': '1500',
    })
  })

  test('a fault of ours has no text of ours', () => {
    const { wire } = refusalOf(new TypeError('undefined is not a function at secret.ts'))
    expect(wire).toMatchObject({ statusCode: 500, code: 'internal_error' })
    expect(wire.message).not.toContain('secret')
    expect(refusalOf(call('model-unreachable')).wire.message).not.toContain('Secret')
  })

  test('a schema that cannot be is the client’s', () => {
    const { wire } = refusalOf(new ToolfitError('schema-impossible', 'Nothing fits.'))
    expect(wire).toMatchObject({ statusCode: 400, param: 'response_format' })
  })

  test('a refusal stays what it is', () => {
    const refusal = new RefusedRequest({ message: 'No.' })
    expect(refusalOf(refusal)).toBe(refusal)
  })

  test('in a stream, what breaks off is truncated, and what is late is late', () => {
    expect(refusalInStream(call('model-unreachable')).wire.code).toBe('upstream_truncated')
    expect(refusalInStream(call('model-response-invalid')).wire.code).toBe('upstream_truncated')
    expect(refusalInStream(call('model-timeout')).wire.code).toBe('upstream_timeout')
  })
})

test.each([
  ['tools[0].function_declarations[2].parameters.properties[x].type', 'tools[2].function.parameters'],
  ['tools[0].function_declarations[2].name', 'tools[2].function.name'],
  ['tools[0].function_declarations[2]', 'tools[2].function'],
  ['GenerateContentRequest.generation_config.temperature', 'temperature'],
  ['generationConfig.responseSchema.properties', 'response_format'],
  ['generation_config.thinking_config.thinking_budget', 'reasoning_effort'],
  ['contents[3].parts[0].inline_data', 'messages'],
  ['tool_config.function_calling_config', 'tool_choice'],
  ['constructor', undefined],
  ['something.else', undefined],
])('Google’s %s is the client’s %s', (param, expected) => {
  expect(errorParam({ message: 'Bad.', param, isRetryable: false })).toBe(expected)
})

test('the path may stand in the text alone', () => {
  const message = '* GenerateContentRequest.tools[0].function_declarations[1].parameters.type: must be OBJECT'
  expect(errorParam({ message, isRetryable: false })).toBe('tools[1].function.parameters')
  const unknown = `Invalid JSON payload received. Unknown name "x" at 'generation_config.top_p': Cannot find field.`
  expect(errorParam({ message: unknown, isRetryable: false })).toBe('top_p')
  expect(errorParam({ message: 'Something is wrong.', isRetryable: false })).toBeUndefined()
})
