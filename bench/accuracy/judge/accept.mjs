/** Whether endpoints take a declaration, by `src/emulator/accept`, built on the spot. It shares no table with a dialect. */
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = new URL('../../../', import.meta.url)
const cache = new URL('../node_modules/.cache/', import.meta.url)

const entry = `
export { checkJsonSchema, checkSchema } from './accept/check-schema.ts'
export { endpoints } from './api/endpoint.ts'
`

/**
 * Loads the rules.
 * @returns why an output is refused; nothing where it is accepted. `isStrict` enforces on native schemas the rules too that the
 * evidence leaves in doubt. `parametersJsonSchema` is always judged by what was recorded, which is the kinder way.
 */
export async function loadAcceptance() {
  const { build } = createRequire(new URL('package.json', root))('esbuild')
  mkdirSync(cache, { recursive: true })
  await build({
    stdin: { contents: entry, loader: 'ts', resolveDir: fileURLToPath(new URL('src/emulator/', root)) },
    outfile: fileURLToPath(new URL('accept.mjs', cache)),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    logLevel: 'warning',
  })
  const { checkJsonSchema, checkSchema, endpoints } = await import(new URL('accept.mjs', cache).href)
  return ({ field, schema }, isStrict) => {
    if (field === 'none') return []
    if (field === 'parametersJsonSchema') {
      return checkJsonSchema(schema, { endpoint: 'ai-studio', place: 'parameters', strict: false })
    }
    return endpoints.flatMap((endpoint) => checkSchema(schema, { endpoint, place: 'parameters', strict: isStrict }))
  }
}
