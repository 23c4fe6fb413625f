import { type ChildProcess, exec, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { createGzip, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startEmulator } from '../../src/emulator/server.node.ts'
import { type InstalledCli, installCli, runCli } from './install-cli.ts'

let cli: InstalledCli
beforeAll(async () => {
  cli = await installCli({ withPeers: true })
})
afterAll(() => cli.remove())

interface Served {
  readonly url: string
  readonly child: ChildProcess
  readonly screen: { stdout: string; stderr: string }
  /** Stops it as Docker does, and tells how it ended. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

const running: Served[] = []
afterEach(async () => {
  for (const { child } of running.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
})

/** Without variables of the one who runs the tests: a key of theirs must not be spent here. */
function environment(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(GEMINI|GOOGLE|TOOLFIT|REDIS|PORT$|FORCE_COLOR)/.test(name),
  )
  return { ...Object.fromEntries(kept), ...env }
}

async function serve(argv: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Served> {
  const child = spawn(process.execPath, [cli.main, 'serve', '--port', '0', ...argv], {
    cwd: `${cli.folder}/work`,
    env: environment(env),
  })
  const screen = { stdout: '', stderr: '' }
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    screen.stderr += text
  })
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen.stdout += text
  })
  await until(() => screen.stdout.includes('\n') || child.exitCode !== null)
  if (!argv.includes('--json')) await until(() => screen.stderr.includes('Ctrl-C') || child.exitCode !== null)
  if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${screen.stderr}`)
  const url = argv.includes('--json') ? JSON.parse(screen.stdout).url : screen.stdout.trim()
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    const ended = once(child, 'exit')
    child.kill(signal)
    return (await ended)[0] as number | null
  }
  const served: Served = { url, child, screen, stop }
  running.push(served)
  return served
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 2_000 && !isSo(); tries++) await pause(10)
}

const hello = { model: 'gemini-3-flash-preview', messages: [{ role: 'user', content: 'Hello' }] }

function chat(url: string, body: unknown = hello, init: RequestInit = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(init.headers as Record<string, string>) }
  return fetch(`${url}/v1/chat/completions`, { ...init, method: 'POST', headers, body: JSON.stringify(body) })
}

describe('toolfit serve', () => {
  test('without a key, on a fresh machine: the printed line works as pasted, and it says what it is', async () => {
    const { screen, stop } = await serve()
    expect(screen.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/)
    expect(screen.stderr).toContain('not a language model')
    const [line] = /curl .*/.exec(screen.stderr)!
    const { stdout } = await promisify(exec)(line)
    expect(JSON.parse(stdout)).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { role: 'assistant', content: expect.stringContaining('[Toolfit emulator]') } }],
    })
    await until(() => screen.stderr.includes('POST'))
    expect(screen.stderr).toMatch(/200 POST \/v1\/chat\/completions gemini-3-flash-preview \d+ ms/)
    expect(await stop()).toBe(0)
  })

  test('runs a conversation with a tool, streamed, whose shapes are those that were declared', async () => {
    const { url } = await serve(['--quiet'])
    const parameters = {
      type: 'object',
      properties: { scores: { type: 'object', additionalProperties: { type: 'number' } } },
      required: ['scores'],
    }
    const tools = [{ type: 'function', function: { name: 'scores.record', parameters } }]
    const messages: unknown[] = [{ role: 'user', content: 'Call scores.record.' }]
    const first = await (await chat(url, { ...hello, messages, tools, tool_choice: 'required' })).json()
    const { message, finish_reason } = first.choices[0]
    expect(finish_reason).toBe('tool_calls')
    expect(message.tool_calls[0].function.name).toBe('scores.record')
    expect(Array.isArray(JSON.parse(message.tool_calls[0].function.arguments).scores)).toBe(false)
    messages.push(message, { role: 'tool', tool_call_id: message.tool_calls[0].id, content: 'recorded' })
    const second = await chat(url, { ...hello, messages, tools, stream: true })
    expect(second.headers.get('content-type')).toContain('text/event-stream')
    const text = await second.text()
    expect(text).toContain('recorded')
    expect(text.trimEnd()).toMatch(/data: \[DONE\]$/)
  })

  test('with a key it asks the Gemini that it is told of: the key in a header, never in an address or a log', async () => {
    const emulator = await startEmulator({ apiKeys: ['canary-key-of-gemini'] })
    const { url, screen, stop } = await serve(['--json', '--model', 'gpt-5.2=gemini-3-flash-preview'], {
      GEMINI_API_KEY: 'canary-key-of-gemini',
      GEMINI_BASE_URL: emulator.url,
      TOOLFIT_CLIENT_KEYS: 'canary-key-of-client',
    })
    expect(JSON.parse(screen.stdout)).toEqual({ url, upstream: emulator.url })
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect((await chat(url, { ...hello, model: 'gpt-5.2' })).status).toBe(401)
    const headers = { authorization: 'Bearer canary-key-of-client' }
    expect((await chat(url, { ...hello, model: 'gpt-5.2' }, { headers })).status).toBe(200)
    expect(emulator.emulator.requests.map(({ path, status }) => [path, status])).toEqual([
      ['/v1beta/models/gemini-3-flash-preview:generateContent', 200],
    ])
    expect(await stop()).toBe(0)
    const lines = screen.stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines[0]).toMatchObject({ event: 'started', upstream: emulator.url })
    expect(lines.filter(({ event }) => event === 'request').map(({ status }) => status)).toEqual([401, 200])
    expect(screen.stdout + screen.stderr).not.toContain('canary')
    await emulator.close()
  })

  test('a Gemini that is not there is a 502 that says so', async () => {
    const { url } = await serve(['--retries', '0'], { GEMINI_API_KEY: 'k', GEMINI_BASE_URL: 'http://127.0.0.1:9' })
    const response = await chat(url)
    expect(response.status).toBe(502)
    expect((await response.json()).error).toMatchObject({ type: 'server_error' })
  })

  test.each([
    [['--port', '70000'], '--port must be a number from 0 to 65535'],
    [['--redis', 'http://x'], 'redis'],
    [['extra'], 'takes no "extra"'],
    [['--api-key', 'x'], 'There is no flag --api-key. Keys are read from the environment'],
    [['--port', '0', '--host', '203.0.113.1', '--open', '--offline'], 'has no address "203.0.113.1"'],
  ])('%j is wrong usage', async (argv, message) => {
    const { exitCode, stdout, stderr } = await runCli(cli, ['serve', ...argv])
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain(message)
  })

  test('a port that is taken is said so', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const { exitCode, stderr } = await runCli(cli, ['serve'], { env: { PORT: String(port) } })
    expect(exitCode).toBe(2)
    expect(stderr).toContain('is in use. Give another --port')
    taken.close()
  })

  test('a Redis that is not there is told of at the start, and requests are answered', async () => {
    const { url, screen } = await serve(['--redis', 'redis://:hush-hush@127.0.0.1:9'])
    await until(() => screen.stderr.includes('Redis cannot be used'))
    expect(screen.stderr).toMatch(/Redis cannot be used: .*ECONNREFUSED/)
    expect(screen.stderr).not.toContain('hush')
    expect((await chat(url)).status).toBe(200)
  })

  test('warns where a key is open to everybody', async () => {
    const { screen } = await serve(['--host', '0.0.0.0', '--open'], { GEMINI_API_KEY: 'k' })
    await until(() => screen.stderr.includes('Everybody'))
    expect(screen.stderr).toContain('Anyone who can reach 0.0.0.0 is served without a key')
    expect(screen.stderr).toContain("curl -s 'http://127.0.0.1:")
  })
})

describe('a signal (F30)', () => {
  test('SIGTERM with 100 streams under way: all are answered to their end, new requests are a 503, and it ends with 0', async () => {
    const emulator = await startEmulator({ chunkDelayMs: 300 })
    const { url, child, screen } = await serve([], { GEMINI_API_KEY: 'k', GEMINI_BASE_URL: emulator.url })
    const answers = await Promise.all(Array.from({ length: 100 }, () => chat(url, { ...hello, stream: true })))
    const texts = answers.map((answer) => answer.text())
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await until(() => screen.stderr.includes('Stopping'))
    const late = await chat(url)
    expect([late.status, (await late.json()).error.type]).toEqual([503, 'server_error'])
    for (const text of await Promise.all(texts)) expect(text.trimEnd()).toMatch(/data: \[DONE\]$/)
    expect(await ended).toEqual([0, null])
    await emulator.close()
  })

  test('SIGTERM with streams that never end: they are cut after the grace time, and it ends with 0', async () => {
    const server = createServer((_incoming, outgoing) => {
      const event = { candidates: [{ content: { role: 'model', parts: [{ text: 'more' }] } }] }
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).write(`data: ${JSON.stringify(event)}\r\n\r\n`)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const env = { GEMINI_API_KEY: 'k', GEMINI_BASE_URL: `http://127.0.0.1:${port}` }
    const { url, stop } = await serve(['--grace', '0.5'], env)
    const answer = await chat(url, { ...hello, stream: true })
    const text = answer.text().catch((error: Error) => error)
    expect(await stop()).toBe(0)
    const seen = await text
    // An error, or an event that says so: never the silent end of an answer.
    expect(seen instanceof Error || /"error"/.test(seen)).toBe(true)
    server.closeAllConnections()
    server.close()
  })

  test('SIGINT ends with 130, and the emulator does the same', async () => {
    const { stop, screen } = await serve()
    expect(await stop('SIGINT')).toBe(130)
    expect(screen.stderr).toContain('Stopping')
    const { exitCode } = await runCli(cli, ['emulate', '--port', '0'], {
      onStart: (child) => child.stdout?.once('data', () => child.kill('SIGINT')),
    })
    expect(exitCode).toBe(130)
  })

  test('twice ends the process at once', async () => {
    const emulator = await startEmulator({ chunkDelayMs: 5_000 })
    const { url, child, screen } = await serve([], { GEMINI_API_KEY: 'k', GEMINI_BASE_URL: emulator.url })
    const answer = await chat(url, { ...hello, stream: true })
    answer.text().catch(() => undefined)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await until(() => screen.stderr.includes('Stopping'))
    child.kill('SIGTERM')
    expect(await ended).toEqual([null, 'SIGTERM'])
    await emulator.close()
  })
})

describe('F26, over both connections', () => {
  test('a client that leaves in the middle of a stream: the upstream is let go', async () => {
    let hasLeft = false
    const server = createServer((_incoming, outgoing) => {
      outgoing.once('close', () => {
        hasLeft = true
      })
      const event = { candidates: [{ content: { role: 'model', parts: [{ text: 'more' }] } }] }
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
      const timer = setInterval(() => outgoing.write(`data: ${JSON.stringify(event)}\r\n\r\n`), 20)
      outgoing.once('close', () => clearInterval(timer))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const env = { GEMINI_API_KEY: 'k', GEMINI_BASE_URL: `http://127.0.0.1:${port}` }
    const { url, screen, child } = await serve([], env)
    const leaving = new AbortController()
    const answer = await chat(url, { ...hello, stream: true }, { signal: leaving.signal })
    await answer.body!.getReader().read()
    leaving.abort()
    await until(() => hasLeft)
    expect(hasLeft).toBe(true)
    await until(() => screen.stderr.includes('the client left'))
    expect(screen.stderr).toContain('the client left')
    expect(child.exitCode).toBeNull()
    server.close()
  })
})

describe('B12, over HTTP', () => {
  const request = (url: string, headers: Record<string, string>) =>
    [
      'POST /v1/chat/completions HTTP/1.1',
      `host: ${new URL(url).host}`,
      'content-type: application/json',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      '',
    ].join('\r\n')

  async function send(url: string, head: string, pieces: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<string> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    let text = ''
    let isClosed = false
    socket.on('error', () => undefined)
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    socket.once('close', () => {
      isClosed = true
    })
    socket.write(head)
    for await (const piece of pieces) {
      if (isClosed) break
      socket.write(`${piece.length.toString(16)}\r\n`)
      socket.write(piece)
      if (!socket.write('\r\n')) await until(() => isClosed || !socket.writableNeedDrain)
    }
    await until(() => isClosed)
    return text
  }

  const memoryOf = (child: ChildProcess) =>
    promisify(exec)(`ps -o rss= -p ${child.pid}`).then(({ stdout }) => Number(stdout) * 1024)

  function* spaces(total: number): Generator<Buffer> {
    const piece = Buffer.alloc(1_048_576, 32)
    for (let sent = 0; sent < total; sent += piece.length) yield piece
  }

  test('25 MB, a gigabyte in chunks, and a gigabyte of gzip are a 413 at the limit, the connection is closed, and memory stays flat', async () => {
    const { url, child } = await serve(['--quiet'])
    const told = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.alloc(25 * 1024 * 1024, 32),
    })
    expect(told.status).toBe(413)
    const before = await memoryOf(child)
    const chunked = await send(url, request(url, { 'transfer-encoding': 'chunked' }), spaces(1_000_000_000))
    expect(chunked).toMatch(/^HTTP\/1\.1 413 /)
    const gzip = createGzip()
    const filling = (async () => {
      for (const piece of spaces(1_000_000_000)) if (!gzip.write(piece)) await once(gzip, 'drain')
      gzip.end()
    })()
    const bomb = await send(url, request(url, { 'transfer-encoding': 'chunked', 'content-encoding': 'gzip' }), gzip)
    gzip.destroy()
    await filling.catch(() => undefined)
    expect(bomb).toMatch(/^HTTP\/1\.1 413 /)
    // Bodies of 20 MB at the most, whenever the garbage is collected; two gigabytes were sent.
    expect((await memoryOf(child)) - before).toBeLessThan(500_000_000)
    expect((await chat(url)).status).toBe(200)
  })

  test('a compressed body within the limit is read', async () => {
    const { url } = await serve(['--quiet'])
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: new Uint8Array(gzipSync(JSON.stringify(hello))),
    })
    expect(response.status).toBe(200)
  })
})
