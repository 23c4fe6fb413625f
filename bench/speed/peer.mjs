import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)

/**
 * The converter of `@ai-sdk/google`. No entry exports it, and a whole model call around it (prompt, headers, a stubbed
 * `fetch`) takes many times as long as the conversion, so that a baseline taken off would be mostly noise. So the
 * published file is loaded with one `export` more, and its functions are timed bare: the strictest comparison for us.
 */
export async function loadPeer() {
  const published = require.resolve('@ai-sdk/google').replace(/\.js$/, '.mjs')
  const cache = new URL('node_modules/.cache/', import.meta.url)
  const copy = new URL('ai-sdk-google.mjs', cache)
  mkdirSync(cache, { recursive: true })
  writeFileSync(copy, `${readFileSync(published, 'utf8')}\nexport { convertJSONSchemaToOpenAPISchema, prepareTools }\n`)
  const { convertJSONSchemaToOpenAPISchema, prepareTools } = await import(copy.href)
  const { version } = JSON.parse(
    readFileSync(new URL('node_modules/@ai-sdk/google/package.json', import.meta.url), 'utf8'),
  )
  return {
    name: `@ai-sdk/google ${version}`,
    convert: convertJSONSchemaToOpenAPISchema,
    prepareTools,
    file: fileURLToPath(copy),
  }
}
