/**
 * Shows what Toolfit does to tools that Gemini would refuse, and with the calls that come back. No key, no network.
 *
 *     npm run demo                    every tool
 *     npm run demo -- show_map        one of them
 *     npm run demo -- --json          all of it as one JSON document
 */
import { compileSchema } from '../../dist/schema/index.js'
import { demonstrate } from './demonstrate.js'
import { createRenderer } from './render.js'
import { summarise } from './summarise.js'
import { tools } from './tools.js'

function main(args) {
  const names = args.filter((arg) => arg !== '--json')
  const unknown = names.find((name) => !tools.some((tool) => tool.name === name))
  if (unknown !== undefined) {
    console.error(`No tool is called "${unknown}". Known: ${tools.map(({ name }) => name).join(', ')}.`)
    return 2
  }
  const chosen = names.length === 0 ? tools : tools.filter(({ name }) => names.includes(name))
  const shown = chosen.map((tool) => demonstrate(tool, compileSchema))
  const summary = summarise(shown)
  if (args.includes('--json')) {
    console.log(JSON.stringify({ tools: shown, summary }, null, 2))
    return 0
  }
  const { renderDemonstration, renderSummary } = createRenderer(process.stdout.isTTY === true && !process.env.NO_COLOR)
  for (const each of shown) console.log(`${renderDemonstration(each)}\n`)
  console.log(renderSummary(summary))
  return 0
}

process.exitCode = main(process.argv.slice(2))
