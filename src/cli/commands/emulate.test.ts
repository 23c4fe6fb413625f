import { describe, expect, test } from 'vitest'
import type { Io, StopSignal } from '../core/command.ts'
import { runCommand } from '../run-command.ts'

/** Runs the command until it has printed its address, calls `use`, and stops it with a signal. */
async function emulate(
  argv: string[],
  use: (screen: { stdout: string; stderr: string }) => Promise<void> | void,
  signal: StopSignal = 'SIGTERM',
) {
  const screen = { stdout: '', stderr: '' }
  let stop: ((signal: StopSignal) => void) | undefined
  let ready: () => void
  const started = new Promise<void>((resolve) => {
    ready = resolve
  })
  const io: Io = {
    stdout: {
      write(text) {
        screen.stdout += text
        // What follows on stderr is written in the same turn.
        setTimeout(ready, 10)
      },
    },
    stderr: {
      write(text) {
        screen.stderr += text
      },
    },
    stdin: (async function* () {})(),
    env: {},
    cwd: '/',
    onInterrupt(callback) {
      stop = callback
      return () => undefined
    },
  }
  const run = runCommand(['emulate', ...argv], io)
  await Promise.race([started, run])
  if (screen.stdout !== '') await use(screen)
  stop?.(signal)
  return { exitCode: await run, ...screen }
}

const path = '/v1beta/models/gemini-3-flash-preview:generateContent'
const ask = (url: string, body: unknown, headers: Record<string, string> = { 'x-goog-api-key': 'any' }) =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const hello = { contents: [{ parts: [{ text: 'Hello' }] }] }

describe('toolfit emulate', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 0],
    ['SIGHUP', 0],
  ] as const)('ends after %s with exit code %i', async (signal, code) => {
    const { exitCode } = await emulate(['--port', '0'], () => undefined, signal)
    expect(exitCode).toBe(code)
  })

  test('prints its address to stdout, answers there, logs requests to stderr, and ends with 0', async () => {
    const { exitCode, stdout, stderr } = await emulate(['--port', '0'], async (screen) => {
      const url = screen.stdout.trim()
      expect((await ask(url, hello)).status).toBe(200)
      expect((await ask(url, { toolz: 1, toolx: 2 })).status).toBe(400)
    })
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/)
    expect(stderr).toContain(`200 POST ${path}\n`)
    expect(stderr).toContain(
      `400 POST ${path}\n    Invalid JSON payload received. Unknown name "toolz": Cannot find field. (and 1 more)\n`,
    )
  })

  test.each(['any', 'ai-studio', 'vertex', 'cloud-code'])(
    'shows a line for the shell that works: %s',
    async (profile) => {
      let status: number | undefined
      await emulate(['--port=0', '--profile', profile], async ({ stderr }) => {
        const [, url, key, type, body] = /curl -s '([^']+)' -H '([^']+)' -H '([^']+)' -d '([^']+)'/.exec(stderr)!
        const headers = [key!, type!].map((header) => header.split(': ') as [string, string])
        status = (await fetch(url!, { method: 'POST', headers, body: body! })).status
      })
      expect(status).toBe(200)
    },
  )

  test('--quiet logs nothing, --json writes lines of JSON, --key guards, --lenient is lenient', async () => {
    const quiet = await emulate(['--port=0', '--quiet'], async ({ stdout }) => {
      await ask(stdout.trim(), hello)
    })
    expect(quiet.stderr).not.toContain('POST')
    const json = await emulate(['--port=0', '--json', '--key', 'right', '--lenient'], async ({ stdout }) => {
      const { url, ...rest } = JSON.parse(stdout)
      expect(rest).toEqual({ profile: 'any', strict: false })
      expect((await ask(url, hello)).status).toBe(400)
      expect((await ask(url, hello, { 'x-goog-api-key': 'right' })).status).toBe(200)
    })
    const lines = json.stderr.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).status)).toEqual([400, 200])
  })

  test.each([
    [['--port', '70000'], '--port must be a number from 0 to 65535'],
    [['--port', 'x'], '--port must be a number from 0 to 65535'],
    [['--profile', 'vertx'], 'Did you mean'],
    [['--strict', '--lenient'], 'exclude each other'],
    [['file.json'], 'takes no "file.json"'],
    [['--port=0', '--host', '203.0.113.1'], 'has no address "203.0.113.1"'],
  ])('%j is wrong usage', async (argv, message) => {
    const { exitCode, stdout, stderr } = await emulate(argv, () => expect.unreachable('it must not start'))
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain(message)
  })

  test('a port that is taken is said so', async () => {
    await emulate(['--port=0'], async ({ stdout }) => {
      const second = await emulate(['--port', new URL(stdout.trim()).port], () => expect.unreachable('it is taken'))
      expect(second).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is in use. Give another --port') })
    })
  })

  test('--help says what it is not', async () => {
    const { exitCode, stdout } = await emulate(['--help'], () => undefined)
    expect(exitCode).toBe(0)
    expect(stdout).toContain('It is not a language model')
  })
})
