import { UsageError } from '../core/cli-error.ts'
import { maskText, maskWords } from '../core/mask-secrets.ts'

/** A command line, taken apart. */
export interface SplitCommand {
  readonly command: string
  readonly args: readonly string[]
  /** `KEY=value` in front of the command. */
  readonly env: Readonly<Record<string, string>>
  /** The command line for messages: without the assignments, which hold keys, and with other secrets masked. */
  readonly shown: string
  /** Removes the secrets of the command line from a text of the server, which may echo them. */
  mask(text: string): string
}

/**
 * Splits a command line into words as a POSIX shell does: at blanks, with '…', "…" and backslashes. Nothing is expanded: no
 * variables, no globs, no pipes.
 */
export function splitCommand(line: string): SplitCommand {
  const words = splitWords(line)
  const env: Record<string, string> = {}
  let first = 0
  for (; first < words.length; first++) {
    const assignment = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(words[first]!)
    if (assignment === null) break
    env[assignment[1]!] = assignment[2]!
  }
  const [command, ...args] = words.slice(first)
  if (command === undefined) {
    const what = words.length === 0 ? 'nothing' : `only ${Object.keys(env).join(', ')}`
    throw new UsageError(`--mcp needs a command that starts a server, got ${what}.`)
  }
  const { shown, secrets } = maskWords(words.slice(first))
  const all = [...secrets, ...Object.values(env), ...maskWords(words.slice(0, first)).secrets]
  const mask = (text: string) => maskText(text, all)
  return { command, args, env, shown: mask(shown.join(' ')), mask }
}

function splitWords(line: string): string[] {
  const words: string[] = []
  // Quotes make a word even where nothing is between them.
  let word: string | undefined
  let quote: '"' | "'" | undefined
  for (let index = 0; index < line.length; index++) {
    const character = line[index]!
    if (character === quote) quote = undefined
    else if (quote === undefined && (character === '"' || character === "'")) {
      quote = character
      word ??= ''
    } else if (character === '\\' && quote !== "'" && isEscaped(line[index + 1], quote))
      word = (word ?? '') + line[++index]
    else if (quote === undefined && /\s/.test(character)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + character
  }
  // The line is not shown: without its words, there is no telling what in it is a secret.
  if (quote !== undefined) throw new UsageError(`--mcp: the quote ${quote} is never closed.`)
  return word === undefined ? words : [...words, word]
}

/** Inside double quotes a backslash means itself, but in front of these. */
function isEscaped(next: string | undefined, quote: '"' | undefined): boolean {
  return next !== undefined && (quote === undefined || '"\\$`'.includes(next))
}
