import { readFileSync, writeFileSync } from 'node:fs'

const modules = new URL('../node_modules/', import.meta.url)

/** The version that is installed under a name. */
export function versionOf(name) {
  return JSON.parse(readFileSync(new URL(`${name}/package.json`, modules), 'utf8')).version
}

/** A file of a package that no entry exports. */
export function publishedFile(path) {
  return import(new URL(path, modules).href)
}

/**
 * A published file with more of its functions exported, so that a converter can be timed bare: a whole model call takes
 * many times as long as the conversion, and a baseline taken off would be mostly noise. The copy stands beside the
 * original, where its imports resolve.
 */
export async function withExports(path, names) {
  const original = new URL(path, modules)
  const copy = new URL(original.href.replace(/\.m?js$/, `.${names.join('-')}.mjs`))
  const exports = names.map((name) => `${name} as bare_${name}`).join(', ')
  writeFileSync(copy, `${readFileSync(original, 'utf8')}\nexport { ${exports} }\n`)
  const exported = await import(copy.href)
  return Object.fromEntries(names.map((name) => [name, exported[`bare_${name}`]]))
}
