import { readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const projectRoot = fileURLToPath(new URL('../..', import.meta.url))
const here = fileURLToPath(new URL('.', import.meta.url))

/** The unit tests beside the sources of these folders, as paths from the project's root. */
export function unitTests(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(`${projectRoot}/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => `${folder}/${path}`)
      .sort(),
  )
}

/**
 * Writes `bundle.mjs`, one ES module that imports nothing and exports `run(): Promise<Report>` of the given tests,
 * and `main.mjs`, which prints that report.
 */
export async function bundleTests(tests: readonly string[], folder: string): Promise<void> {
  const files = tests.map((path) => `${JSON.stringify(path)}: () => import(${JSON.stringify(`./${path}`)}),`)
  await build({
    stdin: {
      contents: `import { runFiles } from 'vitest'\nexport const run = () => runFiles({\n${files.join('\n')}\n})`,
      resolveDir: projectRoot,
    },
    outfile: `${folder}/bundle.mjs`,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    alias: { vitest: `${here}/portable-vitest.ts` },
    logLevel: 'error',
  })
  writeFileSync(`${folder}/main.mjs`, `import { run } from './bundle.mjs'\nconsole.log(JSON.stringify(await run()))\n`)
}
