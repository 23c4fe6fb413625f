/**
 * Reads every pattern of the corpora, and counts the steps of matching long texts made to be awkward.
 *
 *     npm ci && node patterns.mjs
 */
import { build } from 'esbuild'
import { hasCorpora, readCorpus } from './probes.mjs'

const corpora = ['acebench', 'bfcl', 'functionchat', 'jsts', 'mcp', 'openapi', 'schemastore', 'sealtools', 'taubench']
const units = [
  'a',
  'A',
  '0',
  ' ',
  '-',
  '.',
  '/',
  '_',
  '@',
  ':',
  'aA0',
  'a.',
  'a-',
  '0.',
  '/a',
  'a@a.',
  '\\',
  '"',
  "'",
  'é',
  '😀',
  'a ',
  ',a',
  '\n',
  'http://a',
  '[a]',
]
const longest = 10_000

if (!hasCorpora) console.log('The corpora are not here.')
else await report()

async function report() {
  const outfile = new URL('node_modules/.cache/pattern.mjs', import.meta.url)
  const source = ['match-pattern', 'parse-pattern', 'steps']
    .map(
      (name) =>
        `export * from ${JSON.stringify(new URL(`../../src/core/pattern/${name}.ts`, import.meta.url).pathname)}`,
    )
    .join('\n')
  await build({
    stdin: { contents: source, resolveDir: import.meta.dirname, loader: 'ts' },
    outfile: outfile.pathname,
    bundle: true,
    format: 'esm',
    logLevel: 'error',
  })
  const engine = await import(outfile)
  const patterns = new Set(corpora.flatMap((name) => readCorpus(name).flatMap(({ schema }) => patternsOf(schema))))
  let notRun = 0
  let most = { perCharacter: 0 }
  let slowest = { ms: 0 }
  for (const source of patterns) {
    const pattern = engine.parsePattern(source)
    if (pattern === undefined) {
      notRun++
      console.log(`not run: ${source}`)
    } else {
      for (const each of measure(engine, source, pattern)) {
        if (each.perCharacter > most.perCharacter) most = each
        if (each.ms > slowest.ms) slowest = each
      }
    }
  }
  console.log(`${patterns.size} patterns, ${notRun} not run`)
  console.log('most steps for each character:', most)
  console.log('slowest:', slowest)
}

function patternsOf(schema) {
  const found = []
  const pending = [schema]
  while (pending.length > 0) {
    const node = pending.pop()
    if (typeof node !== 'object' || node === null) continue
    if (typeof node.pattern === 'string') found.push(node.pattern)
    const named = node.patternProperties
    if (typeof named === 'object' && named !== null) found.push(...Object.keys(named))
    pending.push(...Object.values(node))
  }
  return found
}

function* measure({ matchesPattern, Steps }, source, pattern) {
  const opening = source.replace(/[\\^$()[\]?*+{}|]/g, '').slice(0, 5)
  for (const unit of units) {
    for (const head of ['', opening]) {
      const text = `${(head + unit.repeat(longest)).slice(0, longest - 1)}\u0000`
      const steps = new Steps(1e9)
      const start = performance.now()
      matchesPattern(pattern, text, steps)
      const ms = performance.now() - start
      yield { ms, perCharacter: (1e9 - steps.left) / text.length, source, unit }
    }
  }
}
