import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type InstalledCli, installCli, type Run, type RunOptions, runCli } from './install-cli.ts'

const server = fileURLToPath(new URL('./fixtures/fake-mcp-server.mjs', import.meta.url))

let cli: InstalledCli
beforeAll(async () => {
  cli = await installCli({ withPeers: true })
})
afterAll(() => cli.remove())

/** Checks the fake server, and that nothing it started is left behind. */
async function check(behaviour: string, flags: readonly string[] = [], options: RunOptions = {}): Promise<Run> {
  const pids = `${cli.folder}/pids-${behaviour}`
  const args = ['check', '--mcp', `"${process.execPath}" "${server}" ${behaviour}`, '--to', 'gemini', ...flags]
  const run = await runCli(cli, args, { ...options, env: { TOOLFIT_TEST_PIDS: pids, ...options.env } })
  const started = existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n').map(Number) : []
  expect(started.length).toBeGreaterThan(0)
  expect(started.filter(isRunning)).toEqual([])
  return run
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // Dead, and only waiting for init to take notice: a container may have none.
  const status = `/proc/${pid}/stat`
  return !existsSync(status) || !/\) Z/.test(readFileSync(status, 'utf8'))
}

describe('toolfit check --mcp', () => {
  test('asks a server for its tools, with progress on stderr and the report on stdout', async () => {
    const { exitCode, stdout, stderr } = await check('good')
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^✓ {2}get_weather +\d/m)
    expect(stderr).toMatch(/^Starting .* …\nAsking .* for its tools …\n$/)
  })

  test('pages through the list', async () => {
    const { stdout } = await check('paged', ['--json'])
    expect(JSON.parse(stdout).parts.map(({ name }: { name: string }) => name)).toEqual(['page_0', 'page_1', 'page_2'])
  })

  test('gives the server the environment and the assignments, and shows the latter to nobody', async () => {
    const args = ['check', '--mcp', `FAKE_KEY=secret "${process.execPath}" "${server}" env`, '--to', 'gemini', '--json']
    const { stdout, stderr } = await runCli(cli, args)
    const { source, parts } = JSON.parse(stdout)
    expect(parts[0].name).toBe('key_secret')
    expect(source + stderr).not.toContain('secret')
  })

  test('a server without tools has nothing to check', async () => {
    expect(await check('no-tools')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('no tools') })
  })

  test('a server of the newer protocol alone is asked in its own way', async () => {
    expect(await check('modern')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('get_weather') })
  })

  test('a schema that the protocol does not allow is a finding, and its neighbours are checked', async () => {
    const { exitCode, stdout } = await check('bad-schemas', ['--json'])
    expect(exitCode).toBe(1)
    expect(JSON.parse(stdout).parts).toMatchObject([
      { name: 'good', results: [{ worst: 'rewritten' }] },
      { name: 'no_type' },
      { name: 'impossible', results: [{ error: { code: 'schema-impossible' } }] },
    ])
  })

  test('2,000 tools are checked, summarised, and said to be too many for a request', async () => {
    const { exitCode, stdout, stderr } = await check('many')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('2,000 tools can be sent to gemini.')
    expect(stdout.split('\n').length).toBeLessThan(300)
    expect(stderr).toContain('2,000 tools are more than one request may carry')
  })

  test('names that would speak to the terminal are shown, not obeyed', async () => {
    const { stdout } = await check('escapes')
    expect(stdout).toContain('red\\u001b[31m\\u0007')
    expect(stdout).not.toContain('\u001b')
  })

  test('a server that talks on stdout and answers is checked, and told on', async () => {
    const { exitCode, stderr } = await check('chatty')
    expect(exitCode).toBe(0)
    expect(stderr).toContain(
      'It printed a line that is not an MCP message to stdout, which breaks other clients. Print to stderr instead. The first was: Welcome to the weather server!',
    )
  })
})

describe('a server that fails ends the command with 3, a reason, and no data', () => {
  test.each([
    [
      'dies at once',
      'dies',
      /ended with exit code 7 before it had listed its tools\.\nThe end of its stderr:\n {2}TypeError: Cannot read/,
    ],
    ['dies when it is asked', 'dies-late', /ended by SIGKILL before .*\nThe end of its stderr:\n {2}out of memory/],
    ['never answers', 'hangs', /did not list its tools within 5 s \(--timeout\)\. Does it speak MCP over stdio\?/],
    [
      'writes rubbish only',
      'rubbish',
      /within 5 s.*\nIt printed \d+ lines? .* to stdout, .* The first was: Server is listening on port 3000!/,
    ],
    ['writes a line that never ends', 'one-line', /It wrote a line of \d+ characters to stdout, without an end\./],
    ['refuses', 'refuses', /did not answer as it should: No API key/],
    ['answers without a list', 'not-a-list', /without a list of tools/],
    ['lists for ever, with one cursor', 'loops', /never ends, it gave the cursor "same" twice/],
    ['lists for ever, with new cursors', 'endless', /never ends, 20500 so far/],
  ])('%s', async (_, behaviour, message) => {
    // Those that say nothing of use are waited for; the others have all the time that a busy machine needs.
    const seconds = behaviour === 'hangs' || behaviour === 'rubbish' ? '5' : '100'
    const { exitCode, stdout, stderr } = await check(behaviour, ['--timeout', seconds])
    expect(stderr).toMatch(message)
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' })
  })

  test('cannot be started', async () => {
    const { exitCode, stderr } = await runCli(cli, ['check', '--mcp', 'no-such-command-here --x'])
    expect({ exitCode, stderr }).toEqual({
      exitCode: 3,
      stderr: expect.stringContaining(
        'could not be started: there is no such command. For a package of npm, write "npx -y <package>".',
      ),
    })
  })
})

describe('a server is ended, with all that it started,', () => {
  test.each(['stubborn', 'grandchild'])('also where it does not want to: %s', async (behaviour) => {
    expect((await check(behaviour)).exitCode).toBe(0)
  })

  test('when the user stops the command', async () => {
    const { exitCode, stdout } = await check('hangs', [], {
      onStart: (child) => child.stderr?.once('data', () => setTimeout(() => child.kill('SIGINT'), 1_000)),
    })
    expect({ exitCode, stdout }).toEqual({ exitCode: 130, stdout: '' })
  })
})

test('without the MCP client the message says how to install it', async () => {
  const bare = await installCli({ withPeers: false })
  try {
    const { exitCode, stdout, stderr } = await runCli(bare, ['check', '--mcp', 'npx server'])
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain('npm install @modelcontextprotocol/client')
  } finally {
    bare.remove()
  }
})
