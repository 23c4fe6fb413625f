import { ToolfitError } from '../core/errors.ts'
import { version } from '../core/version.ts'
import { CliError, type ExitCode, exitCode, UsageError } from './core/cli-error.ts'
import type { Command, Io } from './core/command.ts'
import { commonFlags, didYouMean, parseFlags } from './core/flags.ts'
import { maskText, maskWords } from './core/mask-secrets.ts'
import { createPaint, printable } from './render/paint.ts'

interface Entry {
  readonly summary: string
  load(): Promise<Command>
}

/** Every command, loaded when it is called: `toolfit --help` loads no compiler. */
const commands: Readonly<Record<string, Entry>> = {
  convert: {
    summary: 'Print a schema, tools or a request in the form that a model takes.',
    load: async () => (await import('./commands/convert.ts')).convert,
  },
  check: {
    summary: 'Show what each dialect keeps of your tools, and what it cannot express.',
    load: async () => (await import('./commands/check.ts')).check,
  },
  dialects: {
    summary: 'Show what every dialect can express.',
    load: async () => (await import('./commands/dialects.ts')).dialectsCommand,
  },
  emulate: {
    summary: 'Run an offline Gemini that rejects what Gemini rejects.',
    load: async () => (await import('./commands/emulate.ts')).emulate,
  },
  serve: {
    summary: 'Run a gateway for OpenAI clients on Gemini. Without a key, it is offline.',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
}

/** Runs the command line and returns its exit code. Touches nothing but `io`, so that tests can call it. */
export async function runCommand(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await dispatch(argv, io)
  } catch (error) {
    return report(error, argv, io)
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<ExitCode> {
  const [name, ...args] = argv
  if (name === undefined || name.startsWith('-')) return runWithoutCommand(argv, io)
  if (name === 'help') return dispatch(args[0] === undefined ? ['--help'] : [args[0], '--help'], io)
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (entry === undefined) {
    const hint = didYouMean(name, Object.keys(commands), (known) => `"toolfit ${known}"`)
    throw new UsageError(`There is no command "${name}".${hint}`)
  }
  const command = await entry.load()
  if (parseFlags(args, { ...commonFlags, ...command.flags }).values.help === true) {
    io.stdout.write(command.help)
    return exitCode.ok
  }
  return command.run(args, io)
}

function runWithoutCommand(argv: readonly string[], io: Io): ExitCode {
  const { values } = parseFlags(argv, { ...commonFlags, version: { type: 'boolean', short: 'v' } })
  if (values.version === true) {
    io.stdout.write(`${version}\n`)
    return exitCode.ok
  }
  // Asked for, the help is data; without a command it is what went wrong.
  const wasAsked = values.help === true
  ;(wasAsked ? io.stdout : io.stderr).write(help())
  return wasAsked ? exitCode.ok : exitCode.usage
}

function help(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  const rows = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  return `Write a tool once. Every model accepts it, and nothing is silently lost.

Usage: toolfit <command> [options]

${rows.join('\n')}

  toolfit <command> --help   Show the options of a command.
  toolfit --version          Show the version.

Examples:
  toolfit convert tool.json --to gemini
  toolfit check tools.mjs --fail-on narrowed
  toolfit check --mcp "npx -y @modelcontextprotocol/server-everything" --explain
`
}

function report(error: unknown, argv: readonly string[], io: Io): ExitCode {
  const paint = createPaint(io.stderr, io.env, argv)
  const { secrets } = maskWords(wordsOf(argv))
  const say = (text: string) => io.stderr.write(`${paint('red', 'toolfit:')} ${maskText(text, secrets)}\n`)
  if (error instanceof CliError) {
    say(printable(error.message, '\n'))
    if (error instanceof UsageError) sayHelp(argv, io)
    return error.exitCode
  }
  // What reaches this place is about the input as a whole; a part that fails is reported by its command.
  if (ToolfitError.isInstance(error)) {
    say(printable(error.message, '\n'))
    return exitCode.usage
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  say(`This is a fault of Toolfit, not of your input. Please report it.\n${printable(stack, '\n')}`)
  return exitCode.internal
}

/** What may hold secrets. A command for --mcp is one word of ours, and several of its own; --client-keys names a file. */
function wordsOf(argv: readonly string[]): string[] {
  const isFile = (word: string, index: number) =>
    [word, argv[index - 1]].some((it) => /^--client-keys(?:=|$)/.test(it ?? ''))
  return argv.filter((word, index) => !isFile(word, index)).flatMap((word) => [word, ...word.split(/\s+/)])
}

function sayHelp([name = '']: readonly string[], io: Io): void {
  const command = Object.hasOwn(commands, name) ? ` ${name}` : ''
  io.stderr.write(`Run "toolfit${command} --help" for its options.\n`)
}
