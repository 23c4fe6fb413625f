/**
 * Measures how natural the schemas are that Toolfit writes for Gemini: JSON text, wrapped roots, tags, copies, bytes and words.
 *
 *     npm ci && node run.mjs [--json] [--before <dist>] [--only <set,…>] [--worst <number>] [--write <file>]
 *
 * The README beside this file says what is counted. Nothing is sent anywhere.
 */
import { parseArgs } from 'node:util'
import { loadAcceptance } from '../accuracy/judge/accept.mjs'
import { corpusNames, readInputs } from '../speed/corpora.mjs'
import { cacheFolder, prepareSubject } from '../speed/subject.mjs'
import { folderUrl, loadToolfit, peers } from './converters.mjs'
import { measureTool } from './measure.mjs'
import { print, printWorst, shapeRow, sizeRow, targetRow, worstOf } from './report.mjs'
import { readServerTools } from './servers.mjs'
import { tally, targets } from './tally.mjs'
import { writeTables } from './write-tables.mjs'

const options = {
  json: { type: 'boolean', default: false },
  before: { type: 'string' },
  only: { type: 'string' },
  peers: { type: 'boolean', default: true },
  worst: { type: 'string' },
  write: { type: 'boolean', default: false },
}

const progress = (text) => process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`)

async function openConverters({ before, peers: hasPeers }) {
  prepareSubject()
  const after = await loadToolfit(new URL('dist/', cacheFolder), 'after')
  const earlier = before === undefined ? [] : await loadToolfit(folderUrl(before), 'before')
  return [...earlier, ...after, ...(hasPeers ? peers : [])]
}

async function* readSets(only) {
  const names = ['servers', ...corpusNames]
  const wanted = only?.split(',') ?? names
  const unknown = wanted.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`There is no set ${unknown}. There are: ${names.join(', ')}`)
  if (corpusNames.length === 0) progress('No corpora are measured: ../shared/corpora is not on this machine')
  for (const name of wanted) {
    const tools = name === 'servers' ? await readServerTools(new URL('dist/', cacheFolder), progress) : readInputs(name)
    if (tools === undefined) progress('No servers are measured: install interop with scripts/install-extra.sh')
    else yield { name, tools }
  }
}

async function measureSet(converter, tools, refusalsOf) {
  const measured = []
  for (const { id, schema } of tools) {
    try {
      const sent = await converter.convert(structuredClone(schema))
      const [refusal] = refusalsOf(sent, true)
      measured.push({ id, refused: refusal?.message, ...measureTool(schema, sent) })
    } catch (error) {
      measured.push({ id, error: String(error.message).slice(0, 200) })
    }
  }
  return measured
}

async function main() {
  const { values } = parseArgs({ options, allowNegative: true })
  const converters = await openConverters(values)
  const refusalsOf = await loadAcceptance()
  const rows = []
  const worst = []
  for await (const { name, tools } of readSets(values.only)) {
    for (const converter of converters) {
      progress(`${name}: ${converter.id}`)
      const measured = await measureSet(converter, tools, refusalsOf)
      rows.push(tally(name, converter, measured))
      if (values.worst !== undefined && converter.label === 'after')
        worst.push({ set: name, converter: converter.id, tools: worstOf(measured, Number(values.worst)) })
    }
  }
  progress('')
  const results = { node: process.version, rows, targets: targets(rows), ...(worst.length > 0 && { worst }) }
  if (values.write) writeTables(results)
  if (values.json) return console.log(JSON.stringify(results, null, 2))
  print('Shapes (tools)', rows.map(shapeRow))
  print('Bytes and words, out to in', rows.map(sizeRow))
  printWorst(worst)
  print('Targets', results.targets.map(targetRow))
}

await main()
