import type { Json } from '../../core/json.ts'
import type { Command } from '../command.ts'
import { compileFlags, compileFlagsHelp, readCompileFlags } from '../compile-flags.ts'
import { compileInput } from '../compile-input.ts'
import { dialectIds, readDialect } from '../dialect-flags.ts'
import { type ExitCode, exitCode } from '../exit-code.ts'
import { commonFlags, parseFlags } from '../flags.ts'
import { inputFlags, inputFlagsHelp, inputHelp, readInput } from '../input/read-input.ts'
import type { Io } from '../io.ts'
import { renderConversion } from '../render/conversion.ts'
import { writeJson } from '../render/json.ts'
import { sayNotes } from '../render/notes.ts'
import { createPaint } from '../render/paint.ts'
import { noteOnToolCount } from '../report/tool-count.ts'

const flags = {
  ...commonFlags,
  ...inputFlags,
  ...compileFlags,
  to: { type: 'string' },
  pretty: { type: 'boolean' },
} as const

const help = `Print a schema, tools or a request in the form that a model takes.

Usage: toolfit convert <file|-> --to <dialect> [options]

${inputHelp}
A schema gives a schema, tools give what to send as "tools", a request gives its tools and its response format.
The JSON goes to stdout, a summary of what changed to stderr.

  --to <dialect>        ${dialectIds.join(', ')}.
${inputFlagsHelp}${compileFlagsHelp}  --json                The output with every change: { output, parts }.
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
    const shown = parts.map(({ kind, name, changes, error }) => ({
      kind,
      name,
      changes,
      ...(error !== undefined && { error: { code: error.code, message: error.message } }),
    }))
    writeJson(io.stdout, { dialect: to, output: output ?? null, parts: shown }, isPretty)
  } else if (output !== undefined) writeJson(io.stdout, output satisfies Json, isPretty)
  sayNotes([...notes, noteOnToolCount(parts)], io)
  io.stderr.write(renderConversion(to, parts, createPaint(io.stderr, io.env, args)))
  return parts.some(({ error }) => error !== undefined) ? exitCode.findings : exitCode.ok
}
