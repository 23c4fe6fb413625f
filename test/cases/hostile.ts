import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

/** How a hostile case ended: what it returned, the error that it threw, or that it had to be stopped. */
export type Outcome =
  | { readonly returned: unknown }
  | { readonly code: string; readonly message: string; readonly evidence: Readonly<Record<string, unknown>> }
  | { readonly threw: string }
  | { readonly died: string }

let bundled: string | undefined

/** The library as one file, made once: a case that hangs or kills its process must not take the test run with it. */
function bundle(): string {
  if (bundled !== undefined) return bundled
  const entry = fileURLToPath(new URL('../../src/schema/index.ts', import.meta.url))
  const outfile = join(mkdtempSync(join(tmpdir(), 'toolfit-')), 'schema.cjs')
  buildSync({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' })
  bundled = outfile
  return outfile
}

/** Far more than any case needs, on a busy machine too: a guard against a hang. */
const guard = 100_000

/** Runs the body of a function in a process of its own. It sees `compileSchema`; what it returns has to be JSON. */
export function runHostile(body: string): Outcome {
  const script = `
    const { compileSchema, normaliseRequired } = require(${JSON.stringify(bundle())})
    const say = (outcome) => process.stdout.write(JSON.stringify(outcome))
    globalThis.fetch = () => { throw new Error('fetched') }
    try { say({ returned: (() => { ${body} })() ?? null }) }
    catch (error) {
      if (error?.name === 'ToolfitError') say({ code: error.code, message: error.message, evidence: error.evidence })
      else say({ threw: String(error) })
    }`
  const child = spawnSync(process.execPath, ['--max-old-space-size=1024', '-e', script], {
    encoding: 'utf8',
    timeout: guard,
    maxBuffer: 64 * 1024 * 1024,
  })
  if (child.stdout === '') return { died: child.signal ?? `exit ${child.status}` }
  return JSON.parse(child.stdout) as Outcome
}
