import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { asParameter } from './cases/as-tool.mjs'
import { leafKeywords, occurrences } from './judge/occurrences.mjs'
import { restate } from './judge/restate.mjs'
import { createValidator } from './judge/validator.mjs'

const folder = new URL('../../../shared/corpora/', import.meta.url)

/** Sizes of the sample: enough to tell converters apart, few enough for a minute. */
const mostRecords = 60
const mostBytes = 20_000
const mostKeywords = 12
const mostInstances = 10

/** A fixed sample of every corpus: records at even distances, as tools. None where the corpora are not on the machine. */
export function readSamples() {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => file.endsWith('.jsonl'))
  return files.map((file) => ({ name: file.replace('.jsonl', ''), ...sample(file) }))
}

function sample(file) {
  const lines = readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n')
  const records = lines.filter((line) => line.length <= 2 * mostBytes).map((line) => JSON.parse(line))
  const usable = records.flatMap((record) => asCase(record) ?? [])
  const chosen = evenly(usable, mostRecords).map(complete)
  return { of: lines.length, cases: chosen }
}

/** The record as a tool, if it can be one without changing what its references mean. */
function asCase({ id, schema, kind, valid = [], invalid = [], optional, needsRemotes, labelsVerified, formatAssert }) {
  if (kind === 'output' || kind === 'response' || optional || needsRemotes || labelsVerified === false || formatAssert)
    return undefined
  const text = JSON.stringify(schema)
  if (text.length > mostBytes) return undefined
  if (schema?.type === 'object') return { id, schema, valid, invalid }
  const moves = [...text.matchAll(/"\$(?:ref|dynamicRef|recursiveRef)":"([^"]*)"/g)].some(
    ([, ref]) => !/^#\/(\$defs|definitions)\//.test(ref),
  )
  if (moves || (typeof schema !== 'object' && typeof schema !== 'boolean')) return undefined
  const wrap = (value) => ({ value })
  return { id, schema: asParameter(schema), valid: valid.map(wrap), invalid: invalid.map(wrap) }
}

/** With the instances that ajv agrees about, and the keywords that are looked for. */
function complete({ id, schema, valid, invalid }) {
  const accepts = validatorOf(schema)
  const keywords = occurrences(schema).filter(({ keyword }) => leafKeywords.has(keyword))
  return {
    id,
    schema,
    valid: accepts === undefined ? [] : evenly(valid, mostInstances).filter((each) => accepts(each)),
    invalid: accepts === undefined ? [] : evenly(invalid, mostInstances).filter((each) => !accepts(each)),
    keywords: evenly(keywords, mostKeywords),
  }
}

/** Undefined where ajv cannot compile the schema: a reference leads out of it, or a pattern is none in JavaScript. */
function validatorOf(schema) {
  try {
    return createValidator(restate(schema))
  } catch {
    return undefined
  }
}

function evenly(list, most) {
  if (list.length <= most) return list
  return Array.from({ length: most }, (_, index) => list[Math.floor((index * list.length) / most)])
}
