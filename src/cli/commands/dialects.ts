import { dialects } from '../../schema/dialects/index.ts'
import { UsageError } from '../cli-error.ts'
import type { Command } from '../command.ts'
import { dialectIds } from '../dialect-flags.ts'
import { type ExitCode, exitCode } from '../exit-code.ts'
import { commonFlags, parseFlags } from '../flags.ts'
import { type Io, widthOf } from '../io.ts'
import { renderDialects } from '../render/dialect-tables.ts'
import { writeJson } from '../render/json.ts'
import { createPaint } from '../render/paint.ts'

const help = `Show what every dialect can say: features, limits and formats.

Usage: toolfit dialects [--json]
`

/** `toolfit dialects`: the tables of every dialect. */
export const dialectsCommand: Command = { flags: commonFlags, help, run }

async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const { values, positionals } = parseFlags(args, commonFlags)
  if (positionals.length > 0) throw new UsageError(`"toolfit dialects" takes no "${positionals[0]}".`)
  if (values.json === true) writeJson(io.stdout, tables(), io.stdout.isTTY === true)
  else io.stdout.write(renderDialects(widthOf(io.stdout), createPaint(io.stdout, io.env, args)))
  return exitCode.ok
}

function tables() {
  return dialectIds.map((id) => {
    const { supports, limits, formats } = dialects[id]
    const lists = Object.entries(formats).map(([type, names]) => [type, [...names]] as const)
    return { id, supports: [...supports], limits, formats: Object.fromEntries(lists) }
  })
}
