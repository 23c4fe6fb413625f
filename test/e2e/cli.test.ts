import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type InstalledCli, installCli, runCli } from './install-cli.ts'

let cli: InstalledCli
beforeAll(async () => {
  cli = await installCli({ withPeers: true })
})
afterAll(() => cli.remove())

const file = (name: string, text: string) => {
  writeFileSync(`${cli.folder}/work/${name}`, text)
  return name
}

describe('the installed command line', () => {
  test('converts from stdin to stdout: one JSON document, the talk on stderr', async () => {
    const input = JSON.stringify({ type: 'string', const: 'metric' })
    const { exitCode, stdout, stderr } = await runCli(cli, ['convert', '-', '--to', 'gemini'], { input })
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '{"type":"STRING","enum":["metric"]}\n' })
    expect(stderr).toBe('1 schema for gemini: 1 rewritten.\n')
  })

  test('reads Zod tools of a module that resolves its own packages', async () => {
    const path = file(
      'tools.mjs',
      `import { z } from 'zod'
export const record = { description: 'Records.', inputSchema: z.object({ scores: z.record(z.string(), z.number()) }) }
setInterval(() => undefined, 1000) // an open connection`,
    )
    const { exitCode, stdout } = await runCli(cli, ['check', path, '--to', 'gemini', '--fail-on', 'described'])
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^✓ {2}record +\d+ +· +1 +· +· +· +\d+$/m)
    expect((await runCli(cli, ['check', path, '--to', 'gemini', '--fail-on', 'encoded'])).exitCode).toBe(1)
  })

  test('prints what docs/guide/cli.md shows', async () => {
    copyFileSync(new URL('./fixtures/tools.json', import.meta.url), `${cli.folder}/work/tools.json`)
    const { exitCode, stdout } = await runCli(cli, ['check', 'tools.json', '--to', 'gemini'])
    expect(exitCode).toBe(1)
    const shown = /```\n(tools\.json: [\s\S]*?)```/.exec(
      readFileSync(new URL('../../docs/guide/cli.md', import.meta.url), 'utf8'),
    )
    expect(stdout).toBe(shown?.[1])
  })

  test('a module that throws is shown with its message and its place', async () => {
    const path = file('throws.mjs', 'const limit = 1\n\nthrow new RangeError(limit)\n')
    const { exitCode, stdout, stderr } = await runCli(cli, ['check', path])
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain('throws.mjs cannot be loaded. RangeError: 1')
    expect(stderr).toMatch(/ at .*throws\.mjs:3:7/)
  })

  test('a module with a syntax error is shown with its place', async () => {
    const path = file('syntax.mjs', 'export const a = {\n  b: 1,,\n}\n')
    const { exitCode, stderr } = await runCli(cli, ['check', path])
    expect(exitCode).toBe(2)
    expect(stderr).toContain('SyntaxError')
    expect(stderr).toMatch(/syntax\.mjs/)
  })

  test.each([
    ['awaits for ever', 'await new Promise(() => setInterval(() => {}, 1_000))'],
    ['loops', 'while (true) {}'],
    ['loops in CommonJS', 'while (true) {}', 'cjs'],
  ])('a module that %s is given up after --timeout', async (_, code, extension = 'mjs') => {
    const path = file(`endless.${extension}`, `${code}\n`)
    const { exitCode, stderr } = await runCli(cli, ['check', path, '--timeout', '0.5'])
    expect(exitCode).toBe(2)
    expect(stderr).toContain('did not finish loading within 0.5 s')
  })

  test('TypeScript is loaded where Node can, and otherwise the message says what to do', async () => {
    const path = file('tools.ts', 'export const name: { type: string } = { type: "string" }\n')
    const { exitCode, stderr } = await runCli(cli, ['convert', path, '--to', 'gemini'])
    if (exitCode !== 0) expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining('22.18') })
  })

  test('a reader that closes the pipe early draws no complaint', async () => {
    const tools = Array.from({ length: 5000 }, (_, index) => ({
      name: `t${index}`,
      inputSchema: { type: 'object', properties: { a: { const: 1 } } },
    }))
    const path = file('large.json', JSON.stringify(tools))
    const { exitCode, stderr } = await runCli(cli, ['check', path, '--to', 'gemini', '--json'], {
      onStart: (child) => child.stdout?.once('data', () => child.stdout?.destroy()),
    })
    expect(stderr).not.toMatch(/EPIPE|^ +at /m)
    expect(exitCode).toBe(0)
  })

  test('colours follow FORCE_COLOR and NO_COLOR', async () => {
    const input = '{"name":"a","inputSchema":{"type":"object","properties":{"a":{"const":"b"}}}}'
    const run = async (env: Record<string, string>, ...flags: string[]) =>
      (await runCli(cli, ['check', '-', '--to', 'gemini', ...flags], { input, env })).stdout
    expect(await run({ FORCE_COLOR: '1' })).toContain('\u001b[')
    expect(await run({ FORCE_COLOR: '1' }, '--no-color')).not.toContain('\u001b[')
    expect(await run({})).not.toContain('\u001b[')
  })
})
