import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const here = fileURLToPath(new URL('.', import.meta.url))
const script = fileURLToPath(new URL('../../scripts/measure-size.mjs', import.meta.url))
const names = ['generateText', 'streamText', 'tool', 'dynamicTool', 'jsonSchema']

/** Kilobytes, minified and gzipped, of a bundle of the runtime. Zod is nobody's own. */
export async function measureBundles(libraries) {
  const { start, all } = JSON.parse(execFileSync(process.execPath, [script, ...names, '--json'], { encoding: 'utf8' }))
  const peers = {}
  for (const name of libraries.filter((each) => each !== 'toolfit')) peers[name] = await measure(name)
  return {
    'bundle, at the start': { toolfit: start / 1000, ...peers },
    'bundle, lazy parts too': { toolfit: all / 1000, ...peers },
  }
}

/** They load nothing lazily that a bundler could leave for later. */
async function measure(name) {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${names.join(', ')} } from '${name}'`, resolveDir: here },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    // Smaller than for Node: what only Node needs is left out.
    platform: 'browser',
    external: ['node:*', 'zod', 'zod/*', '@opentelemetry/*'],
    legalComments: 'none',
    write: false,
    logLevel: 'error',
  })
  return gzipSync(outputFiles[0].contents, { level: 9 }).length / 1000
}
