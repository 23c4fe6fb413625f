import type { Json } from '../../core/json.ts'
import { targetIds } from '../../schema/dialects/index.ts'
import { type ExitCode, exitCode } from '../core/cli-error.ts'
import type { Command, Io } from '../core/command.ts'
import { compileFlags, compileFlagsHelp, readCompileFlags, readDialect } from '../core/compile-flags.ts'
import { type CompiledPart, compileInput } from '../core/compile-input.ts'
import { commonFlags, parseFlags } from '../core/flags.ts'
import { inputFlags, inputFlagsHelp, inputHelp, readInput } from '../input/read-input.ts'
import { createPaint, type Paint, printable } from '../render/paint.ts'
import { countParts, effectStyles, listEffects, noteOnToolCount, sayNotes, writeJson } from '../render/words.ts'
import { type Severity, severityOf } from '../report/severity.ts'

const flags = {
  ...commonFlags,
  ...inputFlags,
  ...compileFlags,
  to: { type: 'string', multiple: true },
  pretty: { type: 'boolean' },
} as const

const help = `Print a schema, tools or a request in the form that a model takes.

Usage: toolfit convert <file|-> --to <dialect> [options]

${inputHelp}
A schema gives a schema, tools give what to send as "tools", a request gives its tools and its response format.
The JSON goes to stdout, a summary of what changed to stderr.

  --to <dialect>        ${targetIds.join(', ')}.
${inputFlagsHelp}${compileFlagsHelp}  --json                The output with every change: { dialect, output, parts }.
  --pretty              Indent the JSON, as on a terminal.

Exit code: 0, 1 when a part cannot be compiled, 2 for wrong usage or input, 3 when an MCP server fails.
`

/** `toolfit convert`: the compiled form on stdout, what it cost on stderr. */
export const convert: Command = { flags, help, run }

async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const parsed = parseFlags(args, flags)
  const to = readDialect(parsed.values.to)
  const options = readCompileFlags(parsed)
  const { content, notes } = await readInput(parsed, io)
  const { output, parts } = await compileInput(content, to, options)
  const isPretty = parsed.values.pretty === true || io.stdout.isTTY === true
  if (parsed.values.json === true) {
    const shown = parts.map(({ kind, name, dialect, changes, error }) => ({
      kind,
      name,
      ...(dialect !== undefined && dialect !== to && { dialect }),
      changes,
      ...(error !== undefined && { error: { code: error.code, message: error.message } }),
    }))
    writeJson(io.stdout, { dialect: to, output: output ?? null, parts: shown }, isPretty)
  } else if (output !== undefined) writeJson(io.stdout, output satisfies Json, isPretty)
  sayNotes([...notes, noteOnToolCount(parts)], io)
  io.stderr.write(renderConversion(to, parts, createPaint(io.stderr, io.env, args)))
  return parts.some(({ error }) => error !== undefined) ? exitCode.findings : exitCode.ok
}

/** How many parts are written in which dialect of a choice. */
function listChosen(dialect: string, parts: readonly CompiledPart[]): string {
  const counts = new Map<string, number>()
  for (const { dialect: chosen } of parts) {
    if (chosen !== undefined && chosen !== dialect) counts.set(chosen, (counts.get(chosen) ?? 0) + 1)
  }
  return counts.size === 0 ? '' : ` (${Array.from(counts, ([id, count]) => `${count} in ${id}`).join(', ')})`
}

const mostLines = 10

/** What a conversion cost, in a few lines: the counts, what failed, and what a model can no longer say. */
export function renderConversion(dialect: string, parts: readonly CompiledPart[], paint: Paint): string {
  const counts: Record<Severity, number> = { rewritten: 0, encoded: 0, described: 0, narrowed: 0, dropped: 0 }
  const worth: string[] = []
  for (const { name, changes, error } of parts) {
    if (error !== undefined) worth.push(`${paint('red', 'failed')} ${printable(name)}: ${printable(error.message)}`)
    for (const change of changes) {
      const severity = severityOf(change)
      if (severity === undefined) continue
      counts[change.effect]++
      if (severity !== 'narrowed' && severity !== 'dropped') continue
      const at = printable(`${name}${change.at} ${change.keyword}`)
      worth.push(`${paint(effectStyles[severity], severity)} ${at}: ${printable(change.note)}`)
    }
  }
  const effects = listEffects(counts, paint)
  const summary = `${countParts(parts)} for ${paint('bold', dialect)}${listChosen(dialect, parts)}: ${effects === '' ? 'nothing changed' : effects}.`
  const hidden = worth.length - mostLines
  const more = hidden > 0 ? [`… and ${hidden} more: --json lists all.`] : []
  return `${[summary, ...worth.slice(0, mostLines).map((line) => `  ${line}`), ...more].join('\n')}\n`
}
