import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = fileURLToPath(new URL('../../node_modules/.cache/toolfit-emulator/', import.meta.url))

/** Bundles sources, of the package or of its tests, and imports them: Node 20 reads no TypeScript. */
export async function importSources(...paths) {
  mkdirSync(folder, { recursive: true })
  await build({
    absWorkingDir: root,
    entryPoints: paths,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    packages: 'external',
    logLevel: 'warning',
    entryNames: '[name]',
    chunkNames: 'chunks/[hash]',
  })
  const modules = paths.map((path) => import(`file://${folder}${path.replace(/^.*\//, '').replace(/\.ts$/, '.mjs')}`))
  return Object.assign({}, ...(await Promise.all(modules)))
}
