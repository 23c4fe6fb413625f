import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = new URL('../../', import.meta.url)
const built = new URL('node_modules/.cache/toolfit-history.mjs', import.meta.url)

/** Toolfit's history, built from the sources as they are now, as `npm run build` would. */
export async function loadHistory() {
  const { build } = createRequire(new URL('package.json', root))('esbuild')
  mkdirSync(new URL('.', built), { recursive: true })
  await build({
    entryPoints: [fileURLToPath(new URL('src/history/index.ts', root))],
    outfile: fileURLToPath(built),
    bundle: true,
    format: 'esm',
    target: 'node20',
  })
  return import(built.href)
}
