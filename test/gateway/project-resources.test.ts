import { describe, expect, test } from 'vitest'
import type { ProjectResource } from '../../src/gateway/index.ts'
import { startGateway } from './ask-gateway.ts'

const user = (part: object) => ({
  messages: [{ role: 'user', content: [{ type: 'text', text: 'What is it?' }, part] }],
})
const result = (part: object) => ({
  messages: [
    { role: 'user', content: 'Look.' },
    { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'Here.' }, part] },
  ],
})
const image = (url: string) => ({ type: 'image_url', image_url: { url } })
const file = (inner: object) => ({ type: 'file', file: inner })
const audio = (data: string) => ({ type: 'input_audio', input_audio: { data, format: 'wav' } })

/** Every place of a request where a URL can stand. */
const places: readonly (readonly [string, string, (url: string) => object])[] = [
  ['an image', 'messages[0].content[1].image_url.url', (url) => user(image(url))],
  ['a bare image', 'messages[0].content[1].image_url.url', (url) => user({ type: 'image_url', image_url: url })],
  ['a file', 'messages[0].content[1].file.file_data', (url) => user(file({ file_data: url }))],
  ['audio', 'messages[0].content[1].input_audio.data', (url) => user(audio(url))],
  ['an image of a result', 'messages[2].content[1].image_url.url', (url) => result(image(url))],
  [
    'a bare image of a result',
    'messages[2].content[1].image_url.url',
    (url) => result({ type: 'image_url', image_url: url }),
  ],
]

const urls: readonly (readonly [string, ProjectResource])[] = [
  ['gs://private/salaries.pdf', 'storage'],
  ['GS://private/salaries.pdf', 'storage'],
  ['https://generativelanguage.googleapis.com/v1beta/files/abc', 'files'],
  ['https://GENERATIVELANGUAGE.googleapis.com./v1beta/%66iles/abc', 'files'],
]

async function refused(body: object, config: { readonly allowResources?: readonly ProjectResource[] } = {}) {
  const started = startGateway(config)
  const { status, body: answer } = await started.ask(body)
  return { status, code: answer.error?.code, param: answer.error?.param, asked: started.emulator.requests.length }
}

const refusal = { status: 403, code: 'resource_not_allowed', asked: 0 }

describe('resources of the operator’s project', () => {
  test.each(
    places.flatMap(([where, param, body]) => urls.map(([url, kind]) => [where, url, param, body, kind] as const)),
  )(
    'as %s, %s is refused before Gemini is asked, and sent where it is allowed (X135)',
    async (_where, url, param, body, kind) => {
      expect(await refused(body(url))).toEqual({ ...refusal, param })
      const others = (['files', 'storage', 'caches'] as const).filter((other) => other !== kind)
      expect(await refused(body(url), { allowResources: others })).toEqual({ ...refusal, param })
      expect((await refused(body(url), { allowResources: [kind] })).asked).toBe(1)
    },
  )

  test.each([' gs://private/a', '\tgs://private/a', 'g\ns://private/a', 'gs:private/a', 'gs:/private/a'])(
    'no blank, line break or missing slash helps: %j (X135)',
    async (url) => {
      for (const [, , body] of places) {
        const { status, asked } = await refused(body(url))
        expect([status, asked]).toEqual([403, 0])
      }
    },
  )

  test.each(['files/abc', 'gs://private/a', 'https://generativelanguage.googleapis.com/v1beta/files/abc'])(
    'by its id, %s is refused',
    async (id) => {
      const param = 'messages[0].content[1].file.file_id'
      expect(await refused(user(file({ file_id: id })))).toEqual({ ...refusal, param })
    },
  )

  test.each<[string, object]>([
    ['extra_body.google', { extra_body: { google: { cached_content: 'cachedContents/abc' } } }],
    ['extra_body.google, the other spelling', { extra_body: { google: { cachedContent: 'cachedContents/abc' } } }],
    ['google', { google: { cached_content: 'cachedContents/abc' } }],
    ['extra_body', { extra_body: { cached_content: 'cachedContents/abc' } }],
    ['the top', { cachedContent: 'cachedContents/abc' }],
    ['the top, the other spelling', { cached_content: ' cachedContents/abc' }],
    ['Vertex AI', { google: { cached_content: 'projects/p/locations/l/cachedContents/abc' } }],
    ['a bare id', { google: { cached_content: 'abc' } }],
  ])('a cache named in %s is refused, and sent where it is allowed (X135)', async (_where, body) => {
    expect(await refused(body)).toEqual({ ...refusal, param: 'google.cached_content' })
    expect(await refused(body, { allowResources: ['files', 'storage'] })).toMatchObject(refusal)
    expect((await refused(body, { allowResources: ['caches'] })).asked).toBe(1)
  })

  test.each(['google', 'extra_body'])('a cache named in the prototype of %s is not sent (X135)', async (place) => {
    const hidden = JSON.parse('{"__proto__": {"cachedContent": "abc", "safetySettings": []}}')
    const started = startGateway()
    const { status } = await started.ask({ [place]: place === 'google' ? hidden : { google: hidden } })
    expect(status).toBe(200)
    expect(Object.keys(started.sent())).toEqual(['contents'])
  })

  test('a name in a text, or in an argument, is a text', async () => {
    const started = startGateway()
    const { status } = await started.ask({
      messages: [{ role: 'user', content: 'Read gs://private/a and files/abc.' }],
    })
    expect(status).toBe(200)
  })
})
