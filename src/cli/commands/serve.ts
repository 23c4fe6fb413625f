import { setFlagsFromString } from 'node:v8'
import { createLog, type GatewayLog } from '../../gateway/observe/log.ts'
import { type RequestRecord, type ServeOptions, serveGateway } from '../../gateway/server.node.ts'
import type { RedisStores } from '../../gateway/stores/redis.node.ts'
import { reachesBeyondLoopback } from '../../server/listening-host.node.ts'
import { type ExitCode, inputError, UsageError } from '../core/cli-error.ts'
import type { Command, Io } from '../core/command.ts'
import { parseFlags } from '../core/flags.ts'
import { started, untilStopped } from '../core/listening.ts'
import { renderGatewayEvent, renderGatewayLine } from '../render/gateway-log.ts'
import { createPaint } from '../render/paint.ts'
import { writeJson } from '../render/words.ts'
import { serveFlags, serveHelp } from '../serve/serve-flags.ts'
import { readServeSettings, type ServeSettings } from '../serve/serve-settings.ts'

/** `toolfit serve`: the gateway on a port, until it is stopped. */
export const serve: Command = { flags: serveFlags, help: serveHelp, run }

async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const { values, positionals } = parseFlags(args, serveFlags)
  if (positionals.length > 0) throw new UsageError(`"toolfit serve" takes no "${positionals[0]}".`)
  const settings = readServeSettings(values, io)
  const isShared = await reachesOthers(settings)
  const isJson = values.json === true
  const log = openLog(settings, isJson, args, io)
  const stores = await openStores(settings, log)
  const { host, port } = settings.options
  const starting = serveGateway({
    ...settings.options,
    ...(settings.isEmulated && { apiKey: 'emulator', offline: true, fetch: await emulated() }),
    ...(stores !== undefined && { signatures: stores.signatures, rateLimitStore: stores.rateLimits }),
    ...(values.quiet !== true && { onRequest: (record) => isProbe(record) || log.request(record) }),
    onEvent: ({ type, ...fields }) => log.event(type, fields),
    onOverload: () => log.event('overloaded'),
    onFault: (error) => log.event('crashed', { error: error instanceof Error ? error.stack : String(error) }),
  })
  // A thousand slow streams leave much garbage that is not young any more. V8 would let it grow to three times what is in use.
  setFlagsFromString('--heap-growing-percent=78')
  const server = await started(starting, host, port)
  const stopped = untilStopped(io)
  if (isJson) {
    writeJson(io.stdout, { url: server.url, upstream: upstreamOf(settings) }, false)
    log.event('started', { upstream: upstreamOf(settings), ...(settings.isEmulated && { why: whyEmulated(settings) }) })
  } else {
    io.stdout.write(`${server.url}\n`)
    io.stderr.write(`${introduction(server.url, settings)}\n`)
  }
  if (isShared && settings.options.open === true) log.event('open', { host })
  // Not awaited. A Redis that does not answer is reported while the user is still watching.
  void stores?.connect()
  const code = await stopped
  log.event('stopping')
  await server.close()
  await stores?.close()
  return code
}

/** Whether other machines can reach the gateway. An offline Gemini that nobody asked for must not pass for the real one there. */
async function reachesOthers({ options, isEmulated, isOffline }: ServeSettings): Promise<boolean> {
  const { host, port } = options
  const isShared = await started(reachesBeyondLoopback(host), host, port)
  if (isShared && isEmulated && !isOffline) {
    throw inputError(
      `There is no key of Gemini, and other machines can reach "${host}". Set GEMINI_API_KEY or GEMINI_API_KEY_FILE, or serve an offline Gemini to them: --offline (TOOLFIT_OFFLINE=1).`,
    )
  }
  return isShared
}

/** Health checks come every few seconds, and are logged only when they fail. */
function isProbe({ route, status }: RequestRecord): boolean {
  return (route === '/healthz' || route === '/readyz') && status === 200
}

/** An offline Gemini in this process: no port, no network. */
async function emulated(): Promise<NonNullable<ServeOptions['fetch']>> {
  // Loaded only when needed: it is a third of the code.
  const { createEmulator } = await import('../../emulator/app.ts')
  const emulator = createEmulator()
  return (url, init) => emulator(new Request(url, init))
}

/** Logs lines of JSON, or shorter lines for people. */
function openLog({ secrets }: ServeSettings, isJson: boolean, args: readonly string[], io: Io): GatewayLog {
  const write = (line: string) => io.stderr.write(`${line}\n`)
  if (isJson) return createLog({ write, secrets })
  const paint = createPaint(io.stderr, io.env, args)
  return {
    // Made from the JSON line, in which secrets are masked.
    ...createLog({ write: (line) => write(renderGatewayEvent(line, paint)), secrets }),
    request: (record) => write(renderGatewayLine(record, paint)),
  }
}

async function openStores({ redis }: ServeSettings, log: GatewayLog): Promise<RedisStores | undefined> {
  if (redis === undefined) return undefined
  const { createRedisStores } = await import('../../gateway/stores/redis.node.ts').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    const message = `${redis.name} is set, and needs the official client beside Toolfit: npm install redis`
    throw inputError(message, { cause: error })
  })
  return createRedisStores({
    url: redis.text,
    onDown: (reason) => log.event('store-failed', { reason }),
    onUp: () => log.event('store-back'),
  })
}

function upstreamOf({ isEmulated, options }: ServeSettings): string {
  if (isEmulated) return 'emulator'
  if (options.baseURL !== undefined) return new URL(options.baseURL).origin
  return options.profile ?? 'ai-studio'
}

function whyEmulated({ isOffline }: ServeSettings): string {
  return isOffline ? '--offline or TOOLFIT_OFFLINE is set' : 'GEMINI_API_KEY is not set'
}

/** Describes the gateway, with a first request for a shell. */
function introduction(url: string, settings: ServeSettings): string {
  const { isEmulated, options } = settings
  // "Every address" is not an address that a client can use.
  const place = url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
  const model = Object.keys(options.models ?? {})[0] ?? 'gemini-3-flash-preview'
  const key = options.clientKeys === undefined ? '' : ` -H "authorization: Bearer $OPENAI_API_KEY"`
  const body = `{"model":${JSON.stringify(model)},"messages":[{"role":"user","content":"Hello"}]}`
  const said = isEmulated
    ? `${whyEmulated(settings)}: this gateway serves an offline Gemini. It is not a language model, and answers by rules.`
    : `The gateway to Gemini (${upstreamOf(settings)}) is running. Try it:`
  return `${said}

  curl -s '${place}/v1/chat/completions' -H 'content-type: application/json'${key} -d '${body.replaceAll("'", "'\\''")}'

OpenAI clients: base URL ${place}/v1, ${options.clientKeys === undefined ? 'any key' : 'one of your client keys'}, Gemini's model ids${options.models === undefined ? ' (--model adds other names)' : ' or your names'}. Ctrl-C stops it.`
}
