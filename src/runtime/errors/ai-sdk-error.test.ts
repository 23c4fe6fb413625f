import { expect, test } from 'vitest'
import { ToolfitError } from '../../core/errors.ts'
import { createApiCallError } from '../../models/http/api-call-error.ts'
import { AISDKError } from './ai-sdk-error.ts'
import { APICallError, NoSuchModelError, NoSuchProviderError, StreamProviderError } from './model-errors.ts'
import { InvalidToolInputError, NoSuchToolError, ToolChoiceViolationError } from './tool-call-errors.ts'
import { JSONParseError, TypeValidationError } from './value-errors.ts'

test('an error with a name of the AI SDK is a ToolfitError with a code', () => {
  const error = new NoSuchToolError({ toolName: 'fly', availableTools: ['walk', 'swim'] })
  expect(error).toMatchObject({
    name: 'AI_NoSuchToolError',
    code: 'tool-unknown',
    message: "Model tried to call unavailable tool 'fly'. Available tools: walk, swim.",
    toolName: 'fly',
  })
  expect(error).toBeInstanceOf(Error)
  expect([ToolfitError, AISDKError, NoSuchToolError].every((each) => each.isInstance(error))).toBe(true)
  expect(InvalidToolInputError.isInstance(error)).toBe(false)
})

test('isInstance recognises the errors that models throw', () => {
  const thrown = createApiCallError('model-http-error', 'No.', { provider: 'p', url: 'u', isRetryable: true })
  expect(APICallError.isInstance(thrown)).toBe(true)
  expect(APICallError.isInstance(new Error('No.'))).toBe(false)
  expect(APICallError.isInstance(undefined)).toBe(false)
})

test('a status says whether a call may be tried again', () => {
  const of = (statusCode: number) => new APICallError({ message: 'No.', url: 'u', requestBodyValues: {}, statusCode })
  expect([400, 408, 409, 429, 500].map((status) => of(status).isRetryable)).toEqual([false, true, true, true, true])
  expect(new StreamProviderError({ message: 'No.', statusCode: 503, code: 'busy' })).toMatchObject({
    isRetryable: true,
    code: 'busy',
  })
})

test('an unknown provider is an unknown model too', () => {
  const error = new NoSuchProviderError({
    modelId: 'm',
    modelType: 'languageModel',
    providerId: 'p',
    availableProviders: ['a', 'b'],
  })
  expect(NoSuchModelError.isInstance(error)).toBe(true)
  expect(error.name).toBe('AI_NoSuchProviderError')
  expect(error.message).toBe('No such provider: p (available providers: a,b)')
})

test('a value that does not fit is shown with its cause', () => {
  const cause = new TypeValidationError({ value: 1, cause: 'Must be text.', context: { field: 'name', entityId: '7' } })
  expect(cause.message).toBe('Type validation failed for name (id: "7"): Value: 1.\nError message: Must be text.')
  expect(TypeValidationError.wrap({ value: 1, cause, context: { field: 'name', entityId: '7' } })).toBe(cause)
  expect(TypeValidationError.wrap({ value: 2, cause })).not.toBe(cause)
  expect(new JSONParseError({ text: '{', cause: undefined }).message).toBe(
    'JSON parsing failed: Text: {.\nError message: unknown error',
  )
})

test('a choice that was not honoured is said in words', () => {
  const of = (toolChoice: ConstructorParameters<typeof ToolChoiceViolationError>[0]['toolChoice']) =>
    new ToolChoiceViolationError({ toolChoice, finishReason: 'stop', provider: 'p', modelId: 'm', content: [] }).message
  expect(of({ type: 'none' })).toBe('Model response contained a tool call even though tool choice was none.')
  expect(of({ type: 'tool', toolName: 'a' })).toBe("Model response did not contain a call to the required tool 'a'.")
})

test('instanceof recognises errors of a run, which are no objects of these classes', () => {
  const thrown = createApiCallError('model-http-error', 'No.', { provider: 'p', url: 'u', isRetryable: true })
  expect(thrown instanceof APICallError).toBe(true)
  expect(thrown instanceof AISDKError).toBe(true)
  expect(thrown instanceof NoSuchToolError).toBe(false)
})

test('a class of the caller that extends one of these has only its own errors', () => {
  class Refused extends AISDKError {}
  const thrown = createApiCallError('model-http-error', 'No.', { provider: 'p', url: 'u', isRetryable: true })
  expect(thrown instanceof Refused).toBe(false)
  expect(new Refused({ name: 'Refused', message: 'No.' }) instanceof Refused).toBe(true)
})

test('the key cause is there without a cause, as in ai', () => {
  expect(Object.keys(new NoSuchToolError({ toolName: 'fly' }))).toContain('cause')
})
