import { targetIds } from '../../schema/dialects/index.ts'
import { type ExitCode, exitCode, UsageError } from '../core/cli-error.ts'
import { type Command, type Io, widthOf } from '../core/command.ts'
import { compileFlags, compileFlagsHelp, readCompileFlags, readDialects } from '../core/compile-flags.ts'
import { commonFlags, oneOf, parseFlags, splitList } from '../core/flags.ts'
import { inputFlags, inputFlagsHelp, inputHelp, readInput } from '../input/read-input.ts'
import { createPaint } from '../render/paint.ts'
import { renderCheckReport } from '../render/render-check.ts'
import { noteOnToolCount, sayNotes, writeJson } from '../render/words.ts'
import { createCheckReport, findingsOf } from '../report/check-report.ts'
import { type FailOn, failOnWords, readFailOn, severities, showFailOn } from '../report/severity.ts'

const flags = {
  ...commonFlags,
  ...inputFlags,
  ...compileFlags,
  to: { type: 'string', multiple: true },
  'fail-on': { type: 'string', multiple: true },
  explain: { type: 'boolean' },
} as const

const help = `Show what each dialect keeps of your tools, and what it cannot express.

Usage: toolfit check <file|-> [--to <dialect,…>] [options]
       toolfit check --mcp "<command>" [--to <dialect,…>] [options]

${inputHelp}
Keywords are counted by what became of them:
  kept       sent unchanged
  rewritten  same meaning, other words
  encoded    the model sees another shape; its calls are decoded
  described  cannot be expressed; written into the description, and checked when a call comes
  narrowed   the model cannot write some values that the tool accepts
  dropped    means nothing to a model, or cannot be resolved
Tokens: an estimate of what the tools add to every request.

  --to <dialect,…>      ${targetIds.join(', ')}.
                        Default: those that cannot express everything.
  --fail-on <effect>    Exit with 1 at this effect or a worse one: ${severities.join(', ')}; or never.
                        "dropped" is what is lost: not $schema, not what is still checked. Default never.
  --fail-on unknown     Exit with 1 at likely mistakes: a misspelt or malformed keyword, a value that is not a
                        schema, an unknown type, a dangling $ref. Beside an effect: --fail-on narrowed,unknown.
  --explain             Show why Gemini refuses the tools as they are, unconverted: each reason once.
${inputFlagsHelp}${compileFlagsHelp}  --json                Everything, as JSON.

Exit code: 0, 1 for findings (a part that cannot be compiled always is one), 2 for wrong usage or input, 3 when
an MCP server fails.
`

/** `toolfit check`: what became of every keyword, by tool and dialect. */
export const check: Command = { flags, help, run }

async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const parsed = parseFlags(args, flags)
  const { values } = parsed
  const dialects = readDialects(values.to)
  const failOn = failOnOf(values['fail-on'] ?? ['never'])
  const options = { flags: readCompileFlags(parsed), explain: values.explain === true }
  const { name, content, notes } = await readInput(parsed, io)
  const report = await createCheckReport(content, dialects, options)
  sayNotes([...notes, noteOnToolCount(report.parts)], io)
  const findings = findingsOf(report, failOn)
  if (values.json === true) {
    writeJson(io.stdout, { source: name, failOn: showFailOn(failOn), findings, ...report }, io.stdout.isTTY === true)
  } else {
    const paint = createPaint(io.stdout, io.env, args)
    const settings = { source: name, failOn: showFailOn(failOn), findings, paint, width: widthOf(io.stdout) }
    io.stdout.write(renderCheckReport(report, settings))
  }
  return findings > 0 ? exitCode.findings : exitCode.ok
}

function failOnOf(values: readonly string[]): FailOn {
  const words = splitList(values)
  if (words.length === 0) throw new UsageError(`--fail-on names nothing. It is one of: ${failOnWords.join(', ')}.`)
  return readFailOn(words.map((word) => oneOf('--fail-on', word, failOnWords)))
}
