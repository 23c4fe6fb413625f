import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

interface Size {
  readonly start: number
  readonly all: number
  readonly files: readonly { readonly file: string; readonly bytes: number; readonly isLazy: boolean }[]
}

const script = fileURLToPath(new URL('../../scripts/measure-size.mjs', import.meta.url))

async function measure(names: readonly string[]): Promise<Size> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...names, '--json'])
  return JSON.parse(stdout)
}

function largest({ files }: Size, isCounted: (isLazy: boolean) => boolean): string {
  const lines = files
    .filter(({ isLazy }) => isCounted(isLazy))
    .slice(0, 25)
    .map(({ file, bytes, isLazy }) => `${String(bytes).padStart(7)} B minified  ${file}${isLazy ? ' (lazy)' : ''}`)
  return `The largest files:\n${lines.join('\n')}`
}

/**
 * 45 kB was wanted for the second. The readers of Zod and JSON Schema are 27 kB of it, with which every tool is read and checked; the rest
 * is loaded by those who ask for it: outputs, approvals, telemetry, budgets for the history, files; and, of a stream, UI messages,
 * transforms, and the text of outputs.
 */
test.each([
  { names: ['generateText', 'tool', 'dynamicTool', 'jsonSchema'], start: 20_000, all: 76_100 },
  { names: ['generateText', 'streamText', 'tool', 'dynamicTool', 'jsonSchema'], start: 23_100, all: 88_000 },
])(
  '$names cost a bundle at most $start bytes gzipped at the start, and $all with all that is loaded lazily',
  async ({ names, start, all }) => {
    const size = await measure(names)
    expect(
      size.start,
      largest(size, (isLazy) => !isLazy),
    ).toBeLessThanOrEqual(start)
    expect(
      size.all,
      largest(size, () => true),
    ).toBeLessThanOrEqual(all)
  },
)

test('an import of one thing leaves out the rest', async () => {
  const [error, compiler] = await Promise.all([measure(['ToolfitError']), measure(['compileTools'])])
  expect(
    error.all,
    largest(error, () => true),
  ).toBeLessThan(1_000)
  expect(compiler.files.map(({ file }) => file)).toContain('src/schema/compile.ts')
  expect(error.files.filter(({ isLazy }) => !isLazy).map(({ file }) => file)).toEqual(['src/core/errors.ts'])
})
