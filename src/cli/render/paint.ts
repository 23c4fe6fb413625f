import { styleText } from 'node:util'
import type { Io, Output } from '../core/command.ts'

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan'

/** Colours a text, or leaves it as it is. */
export type Paint = (style: Style | undefined, text: string) => string

/**
 * Colours for a stream. `--color` and `--no-color` decide, then FORCE_COLOR, then NO_COLOR (https://no-color.org), then whether people
 * look at it.
 */
export function createPaint(output: Output, env: Io['env'], argv: readonly string[] = []): Paint {
  if (!isColoured(output, env, argv)) return (_, text) => text
  return (style, text) =>
    style === undefined || text === '' ? text : styleText(style, text, { validateStream: false })
}

function isColoured(output: Output, env: Io['env'], argv: readonly string[]): boolean {
  if (argv.includes('--no-color')) return false
  if (argv.includes('--color')) return true
  const force = env['FORCE_COLOR']
  if (force !== undefined) return force !== '0' && force !== 'false'
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false
  return output.isTTY === true && env['TERM'] !== 'dumb'
}

/** Control characters, and marks that turn the direction of text: a terminal obeys them. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/gu

/** What is shown of one text. Names and notes come from servers, and may be megabytes long; `--json` has them whole. */
const start = /^.{0,4000}/su

/**
 * Makes foreign text safe for a terminal. Names and notes come from servers, and an escape sequence in one must not colour, clear or
 * retitle the user's terminal, nor a long one fill it. `except` lists characters that may stay.
 */
export function printable(text: string, except = ''): string {
  const [shown] = start.exec(text)!
  const safe = shown.replace(unsafe, (character) => (except.includes(character) ? character : escaped(character)))
  return shown === text ? safe : `${safe}…`
}

function escaped(character: string): string {
  if (character === '\n') return '\\n'
  if (character === '\t') return '\\t'
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
