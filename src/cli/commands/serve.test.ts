import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, describe, expect, test } from 'vitest'
import type { Io, StopSignal } from '../core/command.ts'
import { runCommand } from '../run-command.ts'

const folder = mkdtempSync(`${tmpdir()}/toolfit-serve-command-`)
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the command until it has printed its address, calls `use` with that, and stops it. */
async function serve(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  use: (address: string) => Promise<void> | void = () => undefined,
) {
  const screen = { stdout: '', stderr: '' }
  let stop: ((signal: StopSignal) => void) | undefined
  let ready = () => {}
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
    env,
    cwd: folder,
    onInterrupt(callback) {
      stop = callback
      return () => undefined
    },
  }
  const run = runCommand(['serve', '--port', '0', ...argv], io)
  await Promise.race([started, run])
  if (screen.stdout !== '') await use(argv.includes('--json') ? JSON.parse(screen.stdout).url : screen.stdout.trim())
  stop?.('SIGTERM')
  return { exitCode: await run, ...screen }
}

const key = { GEMINI_API_KEY: 'k' }
writeFileSync(`${folder}/empty`, '\n# nobody\n')
writeFileSync(`${folder}/keys`, 'client-key\n')

describe('toolfit serve does not start (X130)', () => {
  test.each<[string[], Record<string, string>, string]>([
    [['--host', '0.0.0.0'], key, 'Other machines can reach "0.0.0.0", and would be served without a key.'],
    [['--host', '::'], key, 'Other machines can reach "::"'],
    [[], { ...key, TOOLFIT_HOST: '0.0.0.0' }, '(--open, TOOLFIT_OPEN=1)'],
    [['--host', '0.0.0.0', '--offline'], {}, 'Other machines can reach'],
    [['--host', '0.0.0.0', '--json'], key, 'Other machines can reach'],
    [['--host', '0.0.0.0'], { ...key, TOOLFIT_CLIENT_KEYS: '' }, 'TOOLFIT_CLIENT_KEYS is set'],
    [['--host', '0.0.0.0', '--open'], { ...key, TOOLFIT_CLIENT_KEYS: ',' }, 'TOOLFIT_CLIENT_KEYS is set'],
    [['--client-keys', 'empty'], key, 'there is no key in "empty"'],
    [['--client-keys', 'missing'], key, '"missing" cannot be read'],
    [['--host', '0.0.0.0', '--open'], {}, 'There is no key of Gemini, and other machines can reach "0.0.0.0".'],
    [['--host', '0.0.0.0', '--client-keys', 'keys'], {}, 'There is no key of Gemini'],
    [['--host', '0.0.0.0', '--open'], { GEMINI_API_KEY: ' , ' }, 'There is no key of Gemini'],
    [['--host', 'no-such-host.invalid', '--open'], key, 'this machine has no address "no-such-host.invalid"'],
    [['--allow-host', 'http://x'], key, 'allowHosts: "http://x" must be a host name'],
  ])('with %j and %j', async (argv, env, message) => {
    const { exitCode, stdout, stderr } = await serve(argv, env, () => expect.unreachable('it must not start'))
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain(message)
  })
})

describe('toolfit serve', () => {
  test('warns of being open to other machines, for people and as JSON (X131)', async () => {
    const plain = await serve(['--host', '0.0.0.0', '--open'], key)
    expect(plain.stderr).toContain('Anyone who can reach 0.0.0.0 is served without a key (--open).')
    const json = await serve(['--host', '0.0.0.0', '--open', '--json'], key)
    const lines = json.stderr.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 'warn', event: 'open', host: '0.0.0.0' }),
    )
  })

  test.each<[string[], Record<string, string>]>([
    [[], {}],
    [['--host', '127.0.0.1', '--open'], {}],
    [['--host', 'localhost'], {}],
    [['--host', '0.0.0.0', '--client-keys', 'keys'], key],
  ])('does not warn with %j and %j', async (argv, env) => {
    const { exitCode, stderr } = await serve([...argv, '--json'], env)
    expect(exitCode).toBe(0)
    expect(stderr).not.toContain('"open"')
  })

  test('is offline for other machines where it is told to be (X132)', async () => {
    const read = async (url: string, path: string) => {
      const response = await fetch(`${url.replace('0.0.0.0', '127.0.0.1')}${path}`)
      return [response.status, await response.json()]
    }
    const { stderr } = await serve(['--host', '0.0.0.0', '--open', '--offline'], {}, async (url) => {
      expect(await read(url, '/healthz')).toEqual([200, { status: 'ok', upstream: 'emulator' }])
      expect(await read(url, '/readyz')).toEqual([
        200,
        { status: 'ready', upstream: 'emulator', checks: { upstream: 'ok', keys: 'ok' } },
      ])
    })
    // Health checks that succeed are not logged.
    expect(stderr).not.toContain('GET')
    expect(stderr).toContain('--offline or TOOLFIT_OFFLINE is set: this gateway serves an offline Gemini')
  })
})
