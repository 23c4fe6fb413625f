import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = `${root}/examples/tool-calling/src`

/** What the document about tools and function calling shows, by its headings, and the examples of it here. */
const samples: readonly (readonly [heading: string, ...examples: string[]])[] = [
  ['Static Tool Definition', 'static-tool'],
  ['Dynamic Tool Definition', 'dynamic-tool'],
  ['ToolCallOptions', 'tool-call-options'],
  ['streamText with maxSteps', 'stream-text-max-steps'],
  ['generateText Multi-Step', 'generate-text-multi-step'],
  ['Single Result', 'single-result'],
  ['Streaming Results', 'streaming-results'],
  ['Tool Selection Control', 'tool-selection'],
  ['Input Schema with Zod', 'input-schema-zod'],
  ['JSON Schema', 'input-schema-json'],
  ['Tool Call Result Handling', 'result-handling'],
  ['Tool Errors in Steps', 'tool-errors'],
  ['Tool Call Repair', 'automatic-repair', 'repair-tool-call'],
  ['Anthropic Prompt Caching', 'anthropic-caching'],
  ['Dynamic Tools vs Static', 'dynamic-narrowing'],
  ['Error Handling in Multi-Step', 'error-handling'],
  ['Passing Context to Tools', 'passing-context'],
  ['Tool Limiting Due to Context', 'tool-limiting'],
]
const examples = samples.flatMap(([heading, ...names]) => names.map((name) => ({ heading, name })))

/** The lines after `// Prints:`, which every example ends with. */
function claimedBy(name: string): string[] {
  const [, claim = ''] = readFileSync(`${folder}/${name}.ts`, 'utf8').split('\n// Prints:\n')
  return claim
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^\/\/ {3}/, ''))
}

const noNetwork = 'data:text/javascript,globalThis.fetch = () => { throw new Error("An example went to the network.") }'

describe('examples/tool-calling', () => {
  let built = ''
  beforeAll(async () => {
    mkdirSync(`${root}/.tmp`, { recursive: true })
    built = mkdtempSync(`${root}/.tmp/examples-`)
    // By `paths` of tsconfig.json, `toolfit` is the sources here.
    await build({
      absWorkingDir: root,
      entryPoints: examples.map(({ name }) => `${folder}/${name}.ts`),
      outdir: built,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      logLevel: 'error',
    })
  })
  afterAll(() => rmSync(built, { recursive: true, force: true }))

  test('every sample has an example, and every example is run here (C17)', () => {
    const files = readdirSync(folder).map((file) => file.replace(/\.ts$/, ''))
    expect(files.toSorted()).toEqual(examples.map(({ name }) => name).toSorted())
  })

  test.each(examples)('$heading: the example $name runs, and prints what it says (C17)', async ({ name }) => {
    const run = await promisify(execFile)(process.execPath, ['--import', noNetwork, `${built}/${name}.js`])
    expect(run.stderr).toBe('')
    expect(claimedBy(name).join('')).not.toBe('')
    expect(
      run.stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.trimEnd()),
    ).toEqual(claimedBy(name))
  })
})
