import { describe, expect, test } from 'vitest'
import { ToolfitError } from '../../core/errors.ts'
import { gemini } from './gemini.ts'
import { endpointFor, type GeminiProfile, ownTool } from './gemini-endpoint.ts'

const urlOf = (profile: GeminiProfile, id: string, settings: object = {}) =>
  endpointFor(profile).url(id, 'generateContent', settings)

describe('the address of a model', () => {
  test.each<[string, GeminiProfile, string, object, string]>([
    [
      'AI Studio',
      'ai-studio',
      'gemini-3-flash',
      {},
      'https://generativelanguage.googleapis.com/v1beta/models/gemini-3-flash:generateContent',
    ],
    [
      'a name with its folder',
      'ai-studio',
      'models/m',
      {},
      'https://generativelanguage.googleapis.com/v1beta/models/m:generateContent',
    ],
    [
      'a tuned model',
      'ai-studio',
      'tunedModels/mine',
      {},
      'https://generativelanguage.googleapis.com/v1beta/tunedModels/mine:generateContent',
    ],
    [
      'a base URL without a version',
      'ai-studio',
      'm',
      { baseURL: 'http://localhost:1/' },
      'http://localhost:1/v1beta/models/m:generateContent',
    ],
    [
      'a base URL with one',
      'ai-studio',
      'm',
      { baseURL: 'http://localhost:1/v1alpha' },
      'http://localhost:1/v1alpha/models/m:generateContent',
    ],
    [
      'Vertex',
      'vertex',
      'm',
      { project: 'p', location: 'us-central1' },
      'https://us-central1-aiplatform.googleapis.com/v1/projects/p/locations/us-central1/publishers/google/models/m:generateContent',
    ],
    [
      'Vertex without a location',
      'vertex',
      'm',
      { project: 'p' },
      'https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/google/models/m:generateContent',
    ],
    [
      'Vertex in express mode',
      'vertex',
      'm',
      {},
      'https://aiplatform.googleapis.com/v1/publishers/google/models/m:generateContent',
    ],
    ['Cloud Code', 'cloud-code', 'm', {}, 'https://cloudcode-pa.googleapis.com/v1internal:generateContent'],
    [
      'a name with what a URL would read',
      'ai-studio',
      'a?b#c d%2f',
      {},
      'https://generativelanguage.googleapis.com/v1beta/models/a%3Fb%23c%20d%252f:generateContent',
    ],
  ])('of %s', (_name, profile, id, settings, expected) => {
    expect(urlOf(profile, id, settings)).toBe(expected)
  })

  test.each(['', '..', 'models/../x', 'a//b', './x'])('%j is none', (id) => {
    expect(() => gemini(id)).toThrow(ToolfitError)
  })

  test('a profile that does not exist is refused', () => {
    expect(() => gemini('m', { profile: 'studio' as never })).toThrow('There is no profile "studio"')
  })
})

test('tools of the AI SDK for Google are written as Google writes them', () => {
  expect(ownTool('google.google_search', { dynamic: 1 })).toEqual({ googleSearch: { dynamic: 1 } })
  expect(ownTool('google.url_context', undefined)).toEqual({ urlContext: {} })
  expect(ownTool('openai.web_search', {})).toBeUndefined()
})

test('without a key, headers or a fetch, a call says what is missing', async () => {
  const call = gemini('gemini-3-flash-preview').doGenerate({ prompt: [{ role: 'user', content: 'Hi.' }] })
  await expect(call).rejects.toMatchObject({ code: 'api-key-missing' })
})
