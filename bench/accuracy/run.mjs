/**
 * Measures what converters make of tools' schemas: Toolfit, built, beside the converters that people install instead.
 *
 *     npm ci && node run.mjs [--json] [--write] [--only <id,…>] [--cases <text>] [--details <id>] [--quick]
 *
 * The README beside this file says what is counted. Nothing is sent anywhere: `fetch` is replaced.
 */
import { parseArgs } from 'node:util'
import { openConverter } from './converter.mjs'
import { readSamples } from './corpora.mjs'
import { loadAcceptance } from './judge/accept.mjs'
import { measureCase } from './measure-case.mjs'
import { measureRecord } from './measure-record.mjs'
import { measureSpeed } from './measure-speed.mjs'
import { replaceFetch } from './peers/capture.mjs'
import { prepareCases } from './prepare-cases.mjs'
import { printReport } from './report.mjs'
import { listFailures, listRecordFailures, tallyCases, tallyGroups, tallyRecords } from './tally.mjs'
import { loadToolfit } from './toolfit.mjs'
import { writeDocuments } from './write-documents.mjs'

const options = {
  json: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  only: { type: 'string' },
  cases: { type: 'string' },
  details: { type: 'string' },
  quick: { type: 'boolean', default: false },
}

let announced = ''

/** Talk goes to stderr, results to stdout. Where nobody watches, each task is named once. */
function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
  const task = text.split(':')[0]
  if (!process.stderr.isTTY && task !== announced) process.stderr.write(`${task}\n`)
  announced = task
}

async function openAll(only) {
  replaceFetch()
  const { peers } = await import('./peers/index.mjs')
  const { converters, missing } = await loadToolfit()
  for (const dialect of missing) progress(`This build of Toolfit has no dialect ${dialect}, so its row is left out\n`)
  const wanted = only?.split(',')
  const unknown = (wanted ?? []).filter((id) => ![...converters, ...peers].some((each) => each.id === id))
  if (unknown.length > 0) {
    throw new Error(
      `No converter is called ${unknown}. There are: ${[...converters, ...peers].map(({ id }) => id).join(', ')}`,
    )
  }
  // Ours is always there: it is what the others are measured beside.
  const chosen = [...converters, ...peers.filter(({ id }) => wanted === undefined || wanted.includes(id))]
  const opened = []
  for (const each of chosen) opened.push(await openConverter(each))
  return opened
}

async function measureCases(converter, cases, accepts) {
  const results = []
  for (const [index, each] of cases.entries()) {
    progress(`${converter.id}: case ${index + 1} of ${cases.length}`)
    results.push({ each, ...(await measureCase(converter, each, accepts)) })
  }
  return {
    strict: tallyCases(results, 'strict'),
    kind: tallyCases(results, 'kind'),
    groups: tallyGroups(results),
    failures: listFailures(results),
  }
}

function measureCorpora(samples, converters, accepts) {
  return samples.map(({ name, of, cases }) => {
    progress(`corpus ${name}`)
    const rows = converters.map((converter) => {
      const records = cases.map((each) => ({ id: each.id, ...measureRecord(converter, each, accepts) }))
      return { id: converter.id, ...tallyRecords(records), failures: listRecordFailures(records) }
    })
    return { name, of, sample: cases.length, rows }
  })
}

/** On the cases, which are awkward on purpose, and on real tools, which mostly are not. */
function speedOf(converter, converters, cases, samples) {
  const ours = converters.find((each) => each.isOurs && each.path === converter.path)
  if (converter.isOurs || ours === undefined) return undefined
  progress(`speed of ${converter.id}`)
  const measure = (list) =>
    list &&
    measureSpeed(
      ours,
      converter,
      list.map(({ schema }) => schema),
    )
  return { cases: measure(cases), tools: measure(samples.find(({ name }) => name === 'mcp')?.cases) }
}

async function main() {
  const { values } = parseArgs({ options })
  const converters = await openAll(values.only)
  const accepts = await loadAcceptance()
  const cases = prepareCases(values.cases, progress)
  const rows = []
  for (const converter of converters) {
    const { id, name, version, path, fedBy, isOurs = false } = converter
    const measured = await measureCases(converter, cases, accepts)
    rows.push({ id, name, version, with: converter.with, path, fedBy, isOurs, ...measured })
  }
  const samples = values.quick ? [] : readSamples()
  if (samples.length === 0) progress('No corpora are measured (--quick, or ../shared/corpora is not on this machine)\n')
  const corpora = measureCorpora(samples, converters, accepts)
  for (const [index, row] of rows.entries()) {
    if (!values.quick) row.speed = speedOf(converters[index], converters, cases, samples)
  }
  const count = (of) => cases.reduce((total, each) => total + each[of].length, 0)
  const counts = { cases: cases.length, groups: new Set(cases.map(({ group }) => group)).size }
  for (const of of ['valid', 'invalid', 'constraints', 'notes']) counts[of] = count(of)
  const results = { node: process.version, counts, rows, corpora }
  progress('')
  if (values.json) console.log(JSON.stringify(results, null, 2))
  else printReport(results, values.details)
  if (values.write) writeDocuments(results)
}

await main()
// Some peers keep timers alive.
process.exit()
