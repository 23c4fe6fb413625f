import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isWhole } from '../test-level.ts'

const bench = fileURLToPath(new URL('../../bench/gateway/run.mjs', import.meta.url))

/** What the soak may leave behind. Ten minutes, with a longer warm-up, are `node bench/gateway/run.mjs soak`. */
const allowed: Readonly<Record<string, number>> = {
  'wrong answers': 0,
  'files left open': 0,
  'requests left open upstream': 0,
  'timers left': 0,
  'heap growth after warm-up, MB': 6,
}

test.runIf(isWhole)(
  'a minute of faults and clients that leave: every answer is right, nothing is left behind',
  async () => {
    const { results } = await runSoak()
    const rows = Object.entries(results.soak.rows).map(([title, { toolfit }]) => [title, toolfit] as const)
    const exceeded = rows.filter(([title, value]) => value > (allowed[title] ?? Number.POSITIVE_INFINITY))
    expect(exceeded).toEqual([])
    expect(rows.map(([title]) => title)).toEqual(expect.arrayContaining(Object.keys(allowed)))
  },
)

interface SoakReport {
  readonly results: { readonly soak: { readonly rows: Readonly<Record<string, { readonly toolfit: number }>> } }
}

function runSoak(): Promise<SoakReport> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bench, 'soak', '--minutes', '1', '--json'])
    const written = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      written.stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      written.stderr += text
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(written.stdout) as SoakReport)
      else reject(new Error(`The soak ended with ${code}: ${written.stderr}`))
    })
  })
}
