import { parseArgs } from 'node:util'
import { editDistance } from '../../core/edit-distance.ts'
import { UsageError } from './cli-error.ts'

/** The flags of a command, by long name. */
export type FlagTable = Readonly<
  Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string; readonly multiple?: true }>
>

/** Flags that every command takes. */
export const commonFlags = {
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  color: { type: 'boolean' },
  'no-color': { type: 'boolean' },
} as const satisfies FlagTable

type FlagValue<Flag> = Flag extends { type: 'boolean' }
  ? boolean
  : Flag extends { multiple: true }
    ? readonly string[]
    : string

/** The parsed command line. Flags that were not set are absent. */
export interface Flags<Table extends FlagTable> {
  readonly values: { readonly [Name in keyof Table]?: FlagValue<Table[Name]> }
  readonly positionals: readonly string[]
}

/**
 * Reads a command's arguments. Node's own parser splits them; it runs in its lenient mode, because its messages cannot say which flag
 * was meant.
 */
export function parseFlags<Table extends FlagTable>(args: readonly string[], table: Table): Flags<Table> {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: table,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  for (const token of tokens) if (token.kind === 'option') checkOption(token, table)
  return { values: values as Flags<Table>['values'], positionals }
}

interface OptionToken {
  readonly name: string
  readonly rawName: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

function checkOption({ name, rawName, value, inlineValue }: OptionToken, table: FlagTable): void {
  const flag = Object.hasOwn(table, name) ? table[name] : undefined
  if (flag === undefined) {
    const hint = didYouMean(name, Object.keys(table), (known) => `--${known}`)
    // What people try first.
    const why =
      hint === '' && /(^|-)key$/.test(name) ? ' Keys are read from the environment: others see a command line.' : ''
    throw new UsageError(`There is no flag ${rawName}.${hint}${why}`)
  }
  if (flag.type === 'boolean') {
    if (inlineValue === true) throw new UsageError(`${rawName} takes no value.`)
    return
  }
  // `--to --json` forgot the value; a value that begins with a dash can be given as `--to=-x`.
  const isForgotten = value === undefined || (inlineValue !== true && /^-[^\d]/.test(value))
  if (isForgotten || value === '') throw new UsageError(`${rawName} needs a value.`)
}

/** The value of a flag that names one thing of a list. */
export function oneOf<Name extends string>(flag: string, value: string, known: readonly Name[]): Name {
  const found = known.find((name) => name === value)
  if (found !== undefined) return found
  throw new UsageError(`${flag} cannot be "${value}".${didYouMean(value, known)} It is one of: ${known.join(', ')}.`)
}

/** The words of a flag that may be repeated and whose values may be lists, as in `--to a,b --to c`. */
export function splitList(values: readonly string[]): readonly string[] {
  return values
    .flatMap((value) => value.split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

/** A number of seconds, as milliseconds. */
export function seconds(flag: string, value: string): number {
  const number = Number(value)
  // Timers hold 31 bits of milliseconds.
  if (value.trim() !== '' && number > 0 && number <= 2_000_000) return number * 1000
  throw new UsageError(`${flag} must be a number of seconds above zero, got "${value}".`)
}

/** The known name that was probably meant: at most a third of it typed wrong (of a short one a letter), or a beginning of it. */
export function nearestName(typed: string, known: readonly string[]): string | undefined {
  const word = typed.toLowerCase()
  const near = known
    .map((name) => ({ name, distance: editDistance(word, name.toLowerCase()) }))
    .filter(({ name, distance }) => {
      const [shorter, longer] = [Math.min(name.length, word.length), Math.max(name.length, word.length)]
      return distance < shorter && distance <= Math.max(1, Math.floor(longer / 3))
    })
    .sort((a, b) => a.distance - b.distance)[0]
  if (near !== undefined) return near.name
  return word.length >= 2 ? known.find((name) => name.toLowerCase().startsWith(word)) : undefined
}

/** ` Did you mean "x"?`, or nothing. */
export function didYouMean(typed: string, known: readonly string[], show = (name: string) => name): string {
  const name = nearestName(typed, known)
  return name === undefined ? '' : ` Did you mean ${show(name)}?`
}
