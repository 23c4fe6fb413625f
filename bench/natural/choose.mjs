/**
 * Chooses 60 tools for a review by eye: 20 of MCP servers, 20 bodies of OpenAPI requests, 20 of the other corpora. The choice depends on the
 * seed alone. Prints each source and what Toolfit makes of it.
 *
 *     node choose.mjs [--seed <number>] [--to <dialect>] [--ids]
 */
import { parseArgs } from 'node:util'
import { corpusNames, readInputs } from '../speed/corpora.mjs'
import { cacheFolder, prepareSubject } from '../speed/subject.mjs'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '20261117' },
    to: { type: 'string', default: 'gemini' },
    ids: { type: 'boolean', default: false },
  },
})

/** Nobody reads more. */
const longest = 6000

/** Mulberry32. */
function createRandom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const random = createRandom(Number(values.seed))
const readable = (name) => readInputs(name).filter(({ schema }) => JSON.stringify(schema).length <= longest)

function take(tools, count) {
  const left = [...tools]
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0])
}

if (corpusNames.length === 0) {
  console.error('There is nothing to choose from: ../shared/corpora is not on this machine.')
  process.exit(1)
}
const others = corpusNames.filter((name) => name !== 'mcp' && name !== 'openapi')
const pools = others.map(readable)
const chosen = [
  ...take(readable('mcp'), 20),
  ...take(readable('openapi'), 20),
  // One corpus after the other, so that a large one does not crowd out the rest.
  ...Array.from({ length: 20 }, (_, index) => take(pools[index % pools.length], 1)[0]),
]
prepareSubject()
const { compileSchema } = await import(new URL('dist/schema/index.js', cacheFolder).href)
for (const [index, { id, schema }] of chosen.entries()) {
  console.log(`\n## ${index + 1}. ${id}`)
  if (values.ids) continue
  console.log(JSON.stringify(schema))
  try {
    console.log(`->\n${JSON.stringify(compileSchema(schema, { to: values.to, root: 'object' }).schema)}`)
  } catch (error) {
    console.log(`-> ${error.message}`)
  }
}
