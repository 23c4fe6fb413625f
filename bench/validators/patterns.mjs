/**
 * Reads every pattern of the corpora, and times the matches of long texts made to be awkward.
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
  const entry = new URL('../../src/core/pattern/match-pattern.ts', import.meta.url)
  await build({
    entryPoints: [entry.pathname],
    outfile: outfile.pathname,
    bundle: true,
    format: 'esm',
    logLevel: 'error',
  })
  const { matchesPattern, readPattern } = await import(outfile)
  const patterns = new Set(corpora.flatMap((name) => readCorpus(name).flatMap(({ schema }) => patternsOf(schema))))
  let notRun = 0
  let slowest = { ms: 0 }
  for (const pattern of patterns) {
    if (readPattern(pattern) === undefined) {
      notRun++
      console.log(`not run: ${pattern}`)
    } else slowest = slower(slowest, time(matchesPattern, pattern))
  }
  console.log(`${patterns.size} patterns, ${notRun} not run`)
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

/** The best of three: the machine may be busy. */
function time(matchesPattern, pattern) {
  let slowest = { ms: 0 }
  const opening = pattern.replace(/[\\^$()[\]?*+{}|]/g, '').slice(0, 5)
  for (const unit of units) {
    for (const head of ['', opening]) {
      const text = `${(head + unit.repeat(longest)).slice(0, longest - 1)}\u0000`
      const times = [0, 1, 2].map(() => {
        const start = performance.now()
        matchesPattern(pattern, text)
        return performance.now() - start
      })
      slowest = slower(slowest, { ms: Math.min(...times), pattern, unit })
    }
  }
  return slowest
}

function slower(left, right) {
  return right.ms > left.ms ? right : left
}
