import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { present } from '../../core/json.ts'
import { parseUrl } from '../../core/parse-url.ts'
import { projectResources } from '../../gateway/access/project-resources.ts'
import type { GatewayConfig, ServeOptions } from '../../gateway/server.node.ts'
import { inputError, reasonOf, UsageError } from '../core/cli-error.ts'
import type { Io } from '../core/command.ts'
import { type Flags, nearestName, oneOf, seconds } from '../core/flags.ts'
import { readPort } from '../core/listening.ts'
import { defaultServePort, type serveFlags, serveHelp } from './serve-flags.ts'

/** What `toolfit serve` was asked for, by flags and by the environment. */
export interface ServeSettings {
  readonly options: ServeOptions & { readonly port: number; readonly host: string }
  readonly isEmulated: boolean
  /** The offline Gemini was asked for: it is not there for want of a key. */
  readonly isOffline: boolean
  /** The address of Redis. */
  readonly redis: Setting | undefined
  /** What no line of a log may hold. */
  readonly secrets: readonly string[]
}

/** Those that take a key. The others need tokens, which expire: `createGateway({ headers })`. */
const profiles = ['ai-studio', 'vertex'] as const
const blockings = ['answer', 'error'] as const
const switches = ['on', 'off'] as const

type Values = Flags<typeof serveFlags>['values']

/** A setting and its name, so that an error says what to change. */
export interface Setting {
  readonly name: string
  readonly text: string
}

/** Reads the settings. A flag wins over its variable; a variable that is empty is not there, except that of client keys. */
export function readServeSettings(values: Values, io: Io): ServeSettings {
  checkVariables(io.env)
  const variable = (name: string): Setting | undefined => {
    const text = io.env[name]?.trim()
    return text ? { name, text } : undefined
  }
  const setting = (flag: keyof Values & string, name: string): Setting | undefined => {
    const given = values[flag]
    return typeof given === 'string' ? { name: `--${flag}`, text: given } : variable(name)
  }
  const apiKey = readKeys(variable('GEMINI_API_KEY'), variable('GEMINI_API_KEY_FILE'), io)
  const clientKeys = readClientKeys(values['client-keys'], io)
  const port = setting('port', 'PORT')
  const redis = setting('redis', 'REDIS_URL')
  const baseUrl = setting('base-url', 'GEMINI_BASE_URL')
  const isOffline = values.offline === true || values.emulate === true || readSwitch(variable('TOOLFIT_OFFLINE'))
  const isEmulated = isOffline || apiKey.length === 0
  // An address without effect would mislead.
  if (baseUrl !== undefined && apiKey.length === 0 && !isOffline) {
    throw new UsageError(
      `${baseUrl.name} needs a key: set GEMINI_API_KEY, to any where none is asked for. Or --offline.`,
    )
  }
  const strict = values.strict === true || readSwitch(variable('TOOLFIT_STRICT'))
  const open = values.open === true || readSwitch(variable('TOOLFIT_OPEN'))
  if (open && clientKeys !== undefined) throw new UsageError('--open and client keys exclude each other.')
  const maxBodyBytes = read(setting('max-body', 'TOOLFIT_MAX_BODY'), readMegabytes)
  const options = {
    port: port === undefined ? defaultServePort : readPort(port.name, port.text),
    host: setting('host', 'TOOLFIT_HOST')?.text ?? '127.0.0.1',
    strict,
    ...present({
      apiKey: apiKey.length > 0 ? apiKey : undefined,
      open: open || undefined,
      clientKeys,
      rateLimits: readRateLimits(setting),
      allowHosts: values['allow-host'] ?? read(variable('TOOLFIT_ALLOW_HOSTS'), listOf),
      baseURL: isEmulated ? undefined : read(baseUrl, readUrl),
      profile: read(setting('profile', 'GEMINI_PROFILE'), (text, name) => oneOf(name, text, profiles)),
      location: setting('location', 'GOOGLE_CLOUD_LOCATION')?.text,
      models: readModels(values.model, variable('TOOLFIT_MODELS')),
      cors: values.cors ?? read(variable('TOOLFIT_CORS'), listOf),
      allowResources: readResources(values['allow-resource'], variable('TOOLFIT_ALLOW_RESOURCES')),
      blocked: read(setting('blocked', 'TOOLFIT_BLOCKED'), (text, name) => oneOf(name, text, blockings)),
      access: read(setting('access', 'TOOLFIT_ACCESS'), (text, name) => oneOf(name, text, ['keep'] as const)),
      maxBodyBytes,
      headerTimeoutMs: read(setting('timeout', 'TOOLFIT_TIMEOUT'), (text, name) => seconds(name, text)),
      idleTimeoutMs: read(setting('idle-timeout', 'TOOLFIT_IDLE_TIMEOUT'), (text, name) => seconds(name, text)),
      maxRetries: read(setting('retries', 'TOOLFIT_RETRIES'), readCount),
      breaker: read(setting('breaker', 'TOOLFIT_BREAKER'), readBreaker),
      maxRequests: read(setting('max-requests', 'TOOLFIT_MAX_REQUESTS'), readMany),
      graceMs: read(setting('grace', 'TOOLFIT_GRACE'), readGrace),
    }),
  }
  return { options, isEmulated, isOffline, redis, secrets: secretsIn(apiKey, clientKeys ?? [], redis) }
}

/** A misspelt variable would have no effect. Others are left alone: Kubernetes sets some of its own for a service called toolfit. */
function checkVariables(env: Io['env']): void {
  const known = new Set(serveHelp.match(/(?<=TOOLFIT_)[A-Z_]+/g))
  for (const [variable, value] of Object.entries(env)) {
    const name = /^TOOLFIT_(.+)$/.exec(variable)?.[1]
    if (name === undefined || known.has(name) || !value) continue
    // A list of keys under another name would let every client in.
    const meant = nearestName(name, [...known]) ?? (/KEYS?$/.test(name) ? 'CLIENT_KEYS' : undefined)
    if (meant !== undefined) throw inputError(`There is no variable ${variable}. Did you mean TOOLFIT_${meant}?`)
  }
}

function secretsIn(
  apiKey: readonly string[],
  clientKeys: NonNullable<ServeOptions['clientKeys']>,
  redis: Setting | undefined,
): string[] {
  const plain = clientKeys.map(keyText).filter((key) => !key.startsWith('sha256:'))
  return [...apiKey, ...plain, ...(redis === undefined ? [] : passwordOf(redis.text))]
}

function read<T>(setting: Setting | undefined, parse: (text: string, name: string) => T): T | undefined {
  return setting === undefined ? undefined : parse(setting.text, setting.name)
}

function listOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}

function readKeys(keys: Setting | undefined, file: Setting | undefined, io: Io): string[] {
  if (keys !== undefined) return listOf(keys.text)
  return file === undefined ? [] : readLines(file, io)
}

/** A variable that is set and has no key is not taken for one that is not set: that would let every client in. */
function readClientKeys(path: string | undefined, io: Io): ServeOptions['clientKeys'] {
  const name = 'TOOLFIT_CLIENT_KEYS'
  if (path !== undefined) {
    const lines = readLines({ name: '--client-keys', text: path }, io)
    const keys = lines.map((line, index) => readClientKey(line, `--client-keys: key ${index + 1} of "${path}"`))
    return checkClientKeys(keys, '--client-keys')
  }
  const text = io.env[name]
  if (text === undefined) return undefined
  const keys = listOf(text)
  if (keys.length > 0) return checkClientKeys(keys, name)
  throw inputError(`${name} is set, and there is no key in it. Unset it if clients need none.`)
}

/** An empty file of keys would let every client in, or leave the gateway without a key. */
function readLines({ name, text }: Setting, io: Io): string[] {
  let content: string
  try {
    content = readFileSync(resolve(io.cwd, text), 'utf8')
  } catch (error) {
    const message = `${name}: "${text}" cannot be read: ${reasonOf(error)}. It must be a file with a key on each line.`
    throw inputError(message, { cause: error })
  }
  const lines = content.split('\n').map((line) => line.trim())
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'))
  if (keys.length === 0) throw inputError(`${name}: there is no key in "${text}".`)
  return keys
}

function readModels(given: readonly string[] | undefined, variable: Setting | undefined) {
  const name = given === undefined ? 'TOOLFIT_MODELS' : '--model'
  const pairs = given ?? read(variable, listOf)
  if (pairs === undefined) return undefined
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, alias, id] = /^([^=]+)=(.+)$/.exec(pair) ?? []
      if (alias === undefined || id === undefined) {
        throw new UsageError(`${name} must be <name>=<id of a Gemini model>, got "${pair}".`)
      }
      return [alias.trim(), id.trim()]
    }),
  )
}

function readResources(given: readonly string[] | undefined, variable: Setting | undefined) {
  const name = given === undefined ? 'TOOLFIT_ALLOW_RESOURCES' : '--allow-resource'
  const kinds = given?.flatMap(listOf) ?? read(variable, listOf)
  return kinds?.map((kind) => oneOf(name, kind, projectResources))
}

function readUrl(text: string, name: string): string {
  if (/^https?:\/\//i.test(text) && parseUrl(text) !== undefined) return text
  throw new UsageError(`${name} must be a URL that begins with https:// or http://.`)
}

function readSwitch(variable: Setting | undefined): boolean {
  if (variable === undefined || /^(0|false|no|off)$/i.test(variable.text)) return false
  if (/^(1|true|yes|on)$/i.test(variable.text)) return true
  throw new UsageError(`${variable.name} must be 1 or 0, got "${variable.text}".`)
}

function readMegabytes(text: string, name: string): number {
  const number = Number(text)
  if (number > 0 && number <= 1_000) return Math.floor(number * 1024 * 1024)
  throw new UsageError(`${name} must be a number of megabytes above 0, at most 1000, got "${text}".`)
}

function readCount(text: string, name: string): number {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  throw new UsageError(`${name} must be a number from 0 to 99, got "${text}".`)
}

function readMany(text: string, name: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new UsageError(`${name} must be a number from 1 to 9999999, got "${text}".`)
}

function readBreaker(text: string, name: string): ServeOptions['breaker'] {
  return oneOf(name, text, switches) === 'off' ? false : {}
}

function readGrace(text: string, name: string): number {
  return text === '0' ? 0 : seconds(name, text)
}

function passwordOf(url: string): string[] {
  const password = parseUrl(url)?.password
  return password ? [password] : []
}

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

/** `--client-requests`, `--client-tokens` and `--client-concurrency`, or their variables. Undefined: nothing is set. */
function readRateLimits(
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

/** A line of a file of client keys: a key, and limits of its own. Errors name the line, never the key. */
function readClientKey(line: string, place: string): ClientKey {
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
function checkClientKeys(keys: readonly ClientKey[], name: string): readonly ClientKey[] {
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

function keyText(key: ClientKey): string {
  return typeof key === 'string' ? key : key.key
}

function readLimit(text: string): number | undefined {
  if (text === 'off') return Number.POSITIVE_INFINITY
  return /^[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined
}
