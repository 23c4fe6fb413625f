import { expect, test } from 'vitest'
import { downloadFile } from './download-file.ts'

const start = new URL('https://files.example/a?signature=12345678')

function serve(answers: Record<string, () => Response>) {
  const asked: string[] = []
  const fetch = async (url: string, init: RequestInit) => {
    asked.push(url)
    expect(init).toMatchObject({ redirect: 'manual', credentials: 'omit' })
    return answers[url]?.() ?? new Response('', { status: 404, statusText: 'Not Found' })
  }
  return { asked, fetch }
}

test('a file comes with the type that its server says, without its parameters', async () => {
  const { fetch } = serve({
    [start.href]: () => new Response('abc', { headers: { 'content-type': 'text/plain; charset=utf-8' } }),
  })
  const file = await downloadFile(start, { fetch })
  expect(file).toEqual({ data: new TextEncoder().encode('abc'), mediaType: 'text/plain' })
})

test('redirects are followed, relative ones too, but not into the own network', async () => {
  const to = (location: string) => () => new Response(null, { status: 302, headers: { location } })
  const { fetch, asked } = serve({
    [start.href]: to('/b'),
    'https://files.example/b': to('http://169.254.169.254/latest/meta-data'),
  })
  await expect(downloadFile(start, { fetch })).rejects.toMatchObject({ code: 'download-failed' })
  expect(asked).toEqual([start.href, 'https://files.example/b'])
})

test('a redirect without end has one', async () => {
  const { fetch, asked } = serve({
    [start.href]: () => new Response(null, { status: 307, headers: { location: start.href } }),
  })
  await expect(downloadFile(start, { fetch })).rejects.toThrow('more than 5 redirects')
  expect(asked).toHaveLength(6)
})

test.each([
  'http://localhost/',
  'http://api.internal/',
  'http://127.0.0.1/',
  'http://0x7f000001/',
  'http://10.1.2.3/',
  'http://172.16.0.1/',
  'http://192.168.0.1./',
  'http://100.64.0.1/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[fd00::1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[2001:db8::1]/',
  // Names that only the search domain of a network resolves: other containers, the metadata of a cloud.
  'http://redis:6379/',
  'http://metadata/computeMetadata/v1/',
  'http://router.home.arpa/',
  'http://255.255.255.255/',
  'http://198.19.0.1/',
  'file:///etc/passwd',
  'ftp://files.example/a',
])('%s is not fetched (X254)', async (url) => {
  const { fetch, asked } = serve({})
  await expect(downloadFile(new URL(url), { fetch })).rejects.toMatchObject({ code: 'download-failed' })
  expect(asked).toEqual([])
})

test.each([
  'http://172.32.0.1/',
  'http://100.128.0.1/',
  'http://8.8.8.8/',
  'http://10.example.com/',
  'http://[2001:4860::8888]/',
  'http://[2606:4700::1111]/',
  'http://local.example/',
])('%s is on the open internet', async (url) => {
  const { fetch } = serve({ [url]: () => new Response('x') })
  expect((await downloadFile(new URL(url), { fetch })).data).toHaveLength(1)
})

test('what is larger than the limit is let go while it comes', async () => {
  let isCancelled = false
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1000)),
    cancel() {
      isCancelled = true
    },
  })
  const { fetch } = serve({ [start.href]: () => new Response(endless) })
  await expect(downloadFile(start, { fetch, maxBytes: 5000 })).rejects.toThrow('larger than 5000 bytes')
  expect(isCancelled).toBe(true)
})

test('an error names the file, says what to do, and keeps what may be a key', async () => {
  const { fetch } = serve({})
  const message = 'Failed to download https://files.example/a: 404 Not Found'
  await expect(downloadFile(start, { fetch })).rejects.toMatchObject({
    message,
    name: 'AI_DownloadError',
    statusCode: 404,
    evidence: { url: 'https://files.example/a' },
  })
  const broken = () => Promise.reject(new TypeError('fetch failed'))
  await expect(downloadFile(start, { fetch: broken })).rejects.toMatchObject({
    code: 'download-failed',
    cause: expect.any(TypeError),
  })
})

test('the reason of an abort passes on as it is', async () => {
  const reason = new Error('Enough.')
  const fetch = async (_: string, { signal }: RequestInit) => {
    signal!.throwIfAborted()
    return new Response('')
  }
  await expect(downloadFile(start, { fetch, abortSignal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})
