import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitCommand } from '../../src/cli/mcp/split-command.ts'
import { runCommand } from '../../src/cli/run-command.ts'

const server = fileURLToPath(new URL('./fixtures/echo-mcp-server.mjs', import.meta.url))

async function run(argv: readonly string[]): Promise<{ exitCode: number; output: string }> {
  let output = ''
  const screen = {
    write(text: string) {
      output += text
    },
  }
  const env = { PATH: process.env['PATH'] }
  const stdin = (async function* () {})()
  return { exitCode: await runCommand(argv, { stdout: screen, stderr: screen, stdin, env, cwd: '/' }), output }
}

/** Every way in which a command line can hold a secret. Words are quoted for the shell of `--mcp`. */
const forms: readonly ((secret: string) => string)[] = [
  (secret) => `'--access-token=${secret}'`,
  (secret) => `--api-key '${secret}'`,
  (secret) => `--apiKey '${secret}'`,
  (secret) => `-password '${secret}'`,
  (secret) => `--client_secret='${secret}'`,
  (secret) => `-e 'ANYTHING=${secret}'`,
  (secret) => `'GITHUB_TOKEN=${secret}'`,
  (secret) => `-u 'me:${secret}'`,
  (secret) => `--header 'Authorization: Bearer ${secret}'`,
  (secret) => `-H 'X-Api-Key: ${secret}'`,
  (secret) => `'https://me:${encodeURIComponent(secret)}@host/mcp'`,
  (secret) => `'https://host/mcp?page=2&key=${encodeURIComponent(secret)}#top'`,
  (secret) => `--url 'https://host/mcp?access_token=${encodeURIComponent(secret)}&x=1'`,
  (secret) => `'postgres://me:${encodeURIComponent(secret)}@host/db'`,
  (secret) => `--config '{"url":"https://host","apiKey":${JSON.stringify(secret)}}'`,
]

/** Secrets that are recognised by their own shape. */
const shapes: typeof forms = [
  (secret) => `'ghp_${secret.replace(/\W/g, 'x')}'`,
  (secret) => `'sk-ant-${secret.replace(/\W/g, 'x')}'`,
]

describe('a secret on the command line of an MCP server', () => {
  const canary = 'canary5678'
  const command = (behaviour: string) =>
    `FRONT_TOKEN=${canary} "${process.execPath}" "${server}" ${behaviour} ${[...forms, ...shapes].map((form) => form(canary)).join(' ')}`

  test.each([
    ['good', 0],
    ['chatty', 0],
    ['dies', 3],
    ['refuses', 3],
    ['hangs', 3],
  ] as const)(
    'is in no output of a check, though the server repeats it: %s',
    async (behaviour, code) => {
      for (const flags of [[], ['--json'], ['--explain']]) {
        const timeout = behaviour === 'hangs' ? ['--timeout', '1'] : []
        const argv = ['check', '--mcp', command(behaviour), '--to', 'gemini', ...timeout, ...flags]
        const { exitCode, output } = await run(argv)
        expect(exitCode).toBe(code)
        expect(output).toContain('echo-mcp-server.mjs')
        expect(output).toContain('--access-token=[secret]')
        expect(output).not.toContain('canary')
      }
    },
    60_000,
  )

  test('is in no output of a conversion (X136)', async () => {
    const { output } = await run(['convert', '--mcp', command('good'), '--to', 'gemini', '--json'])
    expect(output).not.toContain('canary')
  })

  test.each<[string[]]>([
    [['check', '--mcp', `npx server --token "${canary}`]],
    [['check', '--mcp', `API_KEY=${canary}`]],
    [['check', '--mcp', `no-such-command-here --token ${canary}`]],
    [['check', '--mcp', 'npx server', `--access-token=${canary}`]],
    [['check', '--mcp', 'npx server', '--access-token', canary]],
    [['check', `https://me:${canary}@host/tools.json`]],
    [['check', 'tools.json', `GITHUB_TOKEN=${canary}`]],
    [['serve', `TOKEN=${canary}`]],
    [['serve', '--api-key', canary]],
    [['serve', '--port', '0', '--redis', `http://me:${canary}@host`]],
    [['emulate', '--port', 'x', '--key', canary]],
    [[`TOKEN=${canary}`]],
  ])('is in no error: %j', async (argv) => {
    const { exitCode, output } = await run(argv)
    expect(exitCode).toBeGreaterThan(1)
    expect(output).not.toContain('canary')
  })

  test('is shown in no form, whatever characters it has, and removed from what the server says (X136)', () => {
    // Blanks end a value without quotes, which then is no longer the whole secret; a quote of the shell ends the word.
    const secret = fc
      .string({ minLength: 4, maxLength: 60, unit: 'grapheme-ascii' })
      .map((text) => `cAnArY${text.replace(/[\s'\\]/g, '-')}`)
    const words = fc.array(fc.constantFrom('npx', '-y', 'server', '--port', '80', '--verbose', '.', '--'), {
      maxLength: 5,
    })
    fc.assert(
      fc.property(secret, fc.constantFrom(...forms, ...shapes), words, words, (text, form, before, after) => {
        const { args, shown, mask } = splitCommand(['npx', ...before, form(text), ...after].join(' '))
        expect(shown).not.toContain('cAnArY')
        const alone = shapes.includes(form) ? [] : [text, encodeURIComponent(text), JSON.stringify(text)]
        for (const said of [args.join(' '), ...alone]) {
          expect(mask(`Error: ${said} is wrong`)).not.toContain('cAnArY')
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
