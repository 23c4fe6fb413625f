/**
 * Tools and function calling, one file for each thing that can be done: src/*.ts. No key, no network.
 *
 *     npm run build && node examples/tool-calling/main.js                    all of them
 *     node examples/tool-calling/main.js streaming-results tool-errors       some of them
 */
import { readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = fileURLToPath(new URL('.', import.meta.url))
const outdir = `${folder}dist`

async function main(names) {
  const known = readdirSync(`${folder}src`).map((file) => file.replace(/\.ts$/, ''))
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    console.error(`No example is called "${unknown}". Known: ${known.join(', ')}.`)
    return 2
  }
  const chosen = names.length === 0 ? known : names
  rmSync(outdir, { recursive: true, force: true })
  await build({
    entryPoints: chosen.map((name) => `${folder}src/${name}.ts`),
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    // The settings of this repository lead `toolfit` to its sources. Examples run on the built package, as they would elsewhere.
    tsconfigRaw: {},
    logLevel: 'warning',
  })
  for (const name of chosen) {
    console.log(`== ${name}`)
    await import(`./dist/${name}.js`)
  }
  return 0
}

process.exitCode = await main(process.argv.slice(2))
