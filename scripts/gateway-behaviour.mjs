/**
 * Runs the tests of the gateway, and writes down what came of every row of test/gateway/behaviour/rows.ts: outcomes.json beside it, and
 * the table of docs/gateway-behaviour.md. Ends with 1 where a test fails, and writes that too.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
const work = mkdtempSync(join(tmpdir(), 'gateway-behaviour-'))
const report = join(work, 'report.json')

function run(args, env = {}) {
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }
  return spawnSync(process.execPath, args, options).status ?? 1
}

try {
  const suite = ['test/gateway', 'test/e2e/serve', 'test/e2e/gateway-', 'src/gateway', 'src/server']
  const tests = run([vitest, 'run', ...suite, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
  // One after the other: the second reads what the first writes.
  const counts = run([vitest, 'run', 'test/docs/gateway-behaviour'], { BEHAVIOUR_REPORT: report })
  const table = run([vitest, 'run', 'test/docs/documents', '-t', 'docs/gateway-behaviour.md'], { UPDATE_DOCS: '1' })
  const format = run([biome, 'format', '--write', '--log-level=error', 'test/gateway/behaviour/outcomes.json'])
  process.exitCode = tests || counts || table || format
} finally {
  rmSync(work, { recursive: true })
}
