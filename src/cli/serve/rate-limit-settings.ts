import type { GatewayConfig } from '../../gateway/server.node.ts'
import { inputError, UsageError } from '../cli-error.ts'

type ClientKey = NonNullable<GatewayConfig['clientKeys']>[number]
type RateLimits = Exclude<NonNullable<GatewayConfig['rateLimits']>, false>

/** The words of flags, variables and files for the limits of a client. */
const limitNames = {
  requests: 'requestsPerMinute',
  tokens: 'tokensPerMinute',
  concurrency: 'concurrentRequests',
} as const

type LimitWord = keyof typeof limitNames

const limitWords = Object.keys(limitNames) as LimitWord[]

interface Setting {
  readonly name: string
  readonly text: string
}

/** `--client-requests`, `--client-tokens` and `--client-concurrency`, or their variables. Undefined: nothing is set. */
export function readRateLimits(
  setting: (flag: `client-${LimitWord}`, variable: string) => Setting | undefined,
): RateLimits | undefined {
  const limits = limitWords.flatMap((word) => {
    const found = setting(`client-${word}`, `TOOLFIT_CLIENT_${word.toUpperCase()}`)
    if (found === undefined) return []
    const limit = readLimit(found.text)
    if (limit !== undefined) return [[limitNames[word], limit]]
    throw new UsageError(`${found.name} must be a number from 1 to 999999999999, or "off", got "${found.text}".`)
  })
  return limits.length === 0 ? undefined : Object.fromEntries(limits)
}

/**
 * A line of a file of client keys: a key, and limits of its own. Errors name the line, never the key.
 *
 * @example
 * ```ts
 * readClientKey('sk-alice requests=60 tokens=off', 'keys, line 1') // { key: 'sk-alice', requestsPerMinute: 60, tokensPerMinute: Infinity }
 * ```
 */
export function readClientKey(line: string, place: string): ClientKey {
  const [key = '', ...words] = line.split(/\s+/)
  if (words.length === 0) return key
  const limits = words.map((word): [string, number] => {
    const [, name = '', text = ''] = /^([a-z]+)=(.+)$/.exec(word) ?? []
    const limit = readLimit(text)
    if (Object.hasOwn(limitNames, name) && limit !== undefined) return [limitNames[name as LimitWord], limit]
    const known = limitWords.map((each) => `${each}=<number or off>`).join(', ')
    throw inputError(`${place}: after a key there can be ${known}, separated by blanks.`)
  })
  const own = Object.fromEntries(limits)
  if (Object.keys(own).length < limits.length) throw inputError(`${place}: a limit is there twice.`)
  return { key, ...own }
}

/**
 * Refuses keys that are not what was meant: `docker run --env-file` passes quotes on, so `""` would be a key that anybody guesses; and of a
 * key that is there twice, one line would have no effect.
 */
export function checkClientKeys(keys: readonly ClientKey[], name: string): readonly ClientKey[] {
  const texts = keys.map(keyText)
  texts.forEach((text, index) => {
    if (/^["']|["']$/.test(text)) throw inputError(`${name}: key ${index + 1} is in quotes. Leave them out.`)
    const first = texts.indexOf(text)
    if (first === index || sameLimits(keys[first]!, keys[index]!)) return
    throw inputError(`${name}: keys ${first + 1} and ${index + 1} are the same, with different limits.`)
  })
  return keys
}

function sameLimits(one: ClientKey, other: ClientKey): boolean {
  const [a, b] = [one, other].map((key) => (typeof key === 'string' ? { key } : key) as RateLimits)
  return Object.values(limitNames).every((name) => a![name] === b![name])
}

export function keyText(key: ClientKey): string {
  return typeof key === 'string' ? key : key.key
}

function readLimit(text: string): number | undefined {
  if (text === 'off') return Number.POSITIVE_INFINITY
  return /^[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined
}
