import { describe, expect, test } from 'vitest'
import { matchRoute, rpcName } from './route.ts'

describe('matchRoute', () => {
  test.each([
    [
      'POST',
      '/v1beta/models/m:generateContent',
      { endpoint: 'ai-studio', kind: 'generate', isStream: false, resource: 'models/m' },
    ],
    [
      'POST',
      '/v1alpha/models/m:streamGenerateContent',
      { endpoint: 'ai-studio', kind: 'generate', isStream: true, version: 'v1alpha' },
    ],
    ['POST', '/v1/models/m%3AcountTokens', { endpoint: 'ai-studio', kind: 'count', version: 'v1' }],
    ['POST', '/v1beta/tunedModels/mine:generateContent', { kind: 'generate', resource: 'tunedModels/mine' }],
    ['GET', '/v1beta/models', { kind: 'list-models', takesKeys: true }],
    ['HEAD', '/v1beta/models/m', { kind: 'get-model', resource: 'models/m' }],
    [
      'POST',
      '/v1/projects/p/locations/global/publishers/google/models/m:generateContent',
      { endpoint: 'vertex', takesKeys: false, resource: 'projects/p/locations/global/publishers/google/models/m' },
    ],
    ['POST', '/v1beta1/publishers/google/models/m:streamGenerateContent', { endpoint: 'vertex', takesKeys: true }],
    ['GET', '/v1beta1/publishers/google/models', { endpoint: 'vertex', kind: 'list-models' }],
    ['POST', '/v1internal:streamGenerateContent', { endpoint: 'cloud-code', kind: 'generate', isStream: true }],
    ['POST', '/v1internal:countTokens', { endpoint: 'cloud-code', kind: 'count' }],
  ])('%s %s', (method, path, expected) => {
    expect(matchRoute(method, path, 'any')).toMatchObject(expected)
  })

  test.each([
    ['GET', '/v1beta/models/m:generateContent'],
    ['POST', '/v1beta/models'],
    ['DELETE', '/v1beta/models/m'],
    ['POST', '/v1beta/models/m:predict'],
    ['POST', '/v1beta/models/a/b:generateContent'],
    ['POST', '/v1beta/models/:generateContent'],
    ['POST', '/v2/models/m:generateContent'],
    ['GET', '/'],
  ])('finds nothing at %s %s', (method, path) => {
    expect(matchRoute(method, path, 'any')).toBeUndefined()
  })

  test('a profile serves its own paths only', () => {
    expect(matchRoute('GET', '/v1beta/models', 'vertex')).toBeUndefined()
    expect(matchRoute('POST', '/v1internal:generateContent', 'cloud-code')).toBeDefined()
  })
})

test('rpcName names the service as the details of an error do', () => {
  const name = (path: string) => rpcName(matchRoute('POST', path, 'any')!)
  expect(name('/v1beta/models/m:generateContent')).toBe(
    'google.ai.generativelanguage.v1beta.GenerativeService.GenerateContent',
  )
  expect(name('/v1beta1/publishers/google/models/m:streamGenerateContent')).toBe(
    'google.cloud.aiplatform.v1beta1.PredictionService.StreamGenerateContent',
  )
  expect(name('/v1internal:generateContent')).toBe(
    'google.internal.cloud.code.v1internal.PredictionService.GenerateContent',
  )
})
