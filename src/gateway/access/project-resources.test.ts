import { describe, expect, test } from 'vitest'
import { createResourceAccess } from './project-resources.ts'

const refusing = (access: ReturnType<typeof createResourceAccess>, url: string): string | undefined => {
  try {
    access.checkUrl(url, 'at')
    return undefined
  } catch (error) {
    return /--allow-resource (\w+)/.exec(String(error))?.[1]
  }
}

describe('createResourceAccess', () => {
  test.each([
    'gs://bucket/a.png',
    'GS://bucket/a.png',
    ' gs://bucket/a.png',
    'g\ts://bucket/a.png',
    'gs:bucket/a.png',
    'gs:/bucket',
    'gs://bucket/%2e%2e/a',
  ])('%j is in the storage of the project', (url) => {
    expect(refusing(createResourceAccess(), url)).toBe('storage')
    expect(refusing(createResourceAccess(['files', 'caches']), url)).toBe('storage')
    expect(refusing(createResourceAccess(['storage']), url)).toBeUndefined()
  })

  test.each([
    'https://generativelanguage.googleapis.com/v1beta/files/abc',
    'http://generativelanguage.googleapis.com/v1beta/files/abc',
    'https://GenerativeLanguage.GoogleAPIs.com/v1beta/files/abc',
    'https://generativelanguage.googleapis.com./v1beta/files/abc',
    'https://generativelanguage.googleapis.com:443/v1beta/files/abc',
    'https://user@generativelanguage.googleapis.com/v1beta/files/abc',
    'https://generativelanguage.googleapis.com/v1beta/%66iles/abc',
    'https://generativelanguage.googleapis.com/download/v1beta/files/abc:download?alt=media',
    'https://%67enerativelanguage.googleapis.com/v1beta/files/abc',
    'https://ｇenerativelanguage.googleapis.com/v1beta/files/abc',
    'https:generativelanguage.googleapis.com/v1beta/files/abc',
    'https:\\\\generativelanguage.googleapis.com\\v1beta\\files\\abc',
    ' https://generativelanguage.googleapis.com/v1beta/files/abc',
    'https://generativelanguage.mtls.googleapis.com/v1beta/files/abc',
    'https://us-central1-aiplatform.googleapis.com/v1/projects/p/locations/l/ragCorpora/1/ragFiles/2',
    'https://aiplatform.us.rep.googleapis.com/v1/projects/p',
    'https://gemini.internal/v1beta/files/abc',
  ])('%j is a file of the project', (url) => {
    const base = 'https://Gemini.internal/v1beta'
    expect(refusing(createResourceAccess([], base), url)).toBe('files')
    expect(refusing(createResourceAccess(['storage', 'caches'], base), url)).toBe('files')
    expect(refusing(createResourceAccess(['files'], base), url)).toBeUndefined()
  })

  test.each([
    'https://example.com/a.png',
    'https://example.com/files/abc',
    'https://example.com/?u=gs://bucket/a.png',
    'https://storage.googleapis.com/generativeai-downloads/images/scones.jpg',
    'https://notgenerativelanguage.googleapis.com.example/a',
    'https://generativelanguage.googleapis.com.example/v1beta/files/abc',
    'https://www.youtube.com/watch?v=abc',
  ])('%j is anybody’s', (url) => {
    expect(refusing(createResourceAccess(), url)).toBeUndefined()
  })

  test('says what to do', () => {
    expect(() => createResourceAccess().check('caches', 'google.cached_content')).toThrow(
      "Invalid 'google.cached_content': clients of this gateway may not name cached content (cachedContents/…), because Gemini would read them with the permissions of the gateway. Send the data itself. The operator can allow it: --allow-resource caches (allowResources).",
    )
  })
})
