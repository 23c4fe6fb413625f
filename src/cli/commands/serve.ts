import { createEmulator } from '../../emulator/app.ts'
import { createLog, type GatewayLog } from '../../gateway/log.ts'
import { type HttpServer, type ServeOptions, serveGateway } from '../../gateway/node.ts'
import type { SignatureStore } from '../../gateway/signature-store.ts'
import { inputError, UsageError } from '../cli-error.ts'
import type { Command } from '../command.ts'
import { type ExitCode, exitCode } from '../exit-code.ts'
import { parseFlags } from '../flags.ts'
import type { Io } from '../io.ts'
import { explainListening, untilStopped } from '../listening.ts'
import { renderGatewayLine } from '../render/gateway-line.ts'
import { writeJson } from '../render/json.ts'
import { createPaint } from '../render/paint.ts'
import { serveFlags, serveHelp } from '../serve/serve-flags.ts'
import { readServeSettings, type ServeSettings } from '../serve/serve-settings.ts'

/** `toolfit serve`: the gateway on a port, until it is stopped. */
export const serve: Command = { flags: serveFlags, help: serveHelp, run }

async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const { values, positionals } = parseFlags(args, serveFlags)
  if (positionals.length > 0) throw new UsageError(`"toolfit serve" takes no "${positionals[0]}".`)
  const settings = readServeSettings(values, io)
  const isJson = values.json === true
  const log = openLog(settings, isJson, args, io)
  const signatures = await openStore(settings, log)
  const server = await start({
    ...settings.options,
    ...(settings.isEmulated && { apiKey: 'emulator', fetch: emulated() }),
    ...(signatures !== undefined && { signatures }),
    ...(values.quiet !== true && { onRequest: log.request }),
    onFault: (error) => log.event('crashed', { error: error instanceof Error ? error.stack : String(error) }),
  })
  const stopped = untilStopped(io)
  if (isJson) writeJson(io.stdout, { url: server.url, upstream: upstreamOf(settings) }, false)
  else {
    io.stdout.write(`${server.url}\n`)
    io.stderr.write(`${introduction(server.url, settings)}\n`)
  }
  await stopped
  log.event('stopping')
  await server.close()
  await signatures?.close?.()
  return exitCode.ok
}

/** An offline Gemini in this process: no port, no network. */
function emulated(): NonNullable<ServeOptions['fetch']> {
  const emulator = createEmulator()
  return (url, init) => emulator(new Request(url, init))
}

/** Lines of JSON for machines, and less for people. */
function openLog({ secrets }: ServeSettings, isJson: boolean, args: readonly string[], io: Io): GatewayLog {
  const write = (line: string) => io.stderr.write(`${line}\n`)
  const log = createLog({ write, secrets })
  if (isJson) return log
  const paint = createPaint(io.stderr, io.env, args)
  return {
    ...log,
    request: (record) => write(renderGatewayLine(record, paint)),
    event(event, fields) {
      if (event === 'stopping') write('Stopping. What is under way is answered; once more stops it at once.')
      else log.event(event, fields)
    },
  }
}

async function openStore({ redisUrl }: ServeSettings, log: GatewayLog): Promise<SignatureStore | undefined> {
  if (redisUrl === undefined) return undefined
  const { createRedisSignatureStore } = await import('../../gateway/redis.ts').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw inputError('--redis needs the official client beside Toolfit: npm install redis', { cause: error })
  })
  return createRedisSignatureStore({
    url: redisUrl,
    onDown: (reason) => log.event('store-failed', { reason }),
    onUp: () => log.event('store-back'),
  })
}

async function start(options: ServeSettings['options'] & ServeOptions): Promise<HttpServer> {
  try {
    return await serveGateway(options)
  } catch (error) {
    throw explainListening(error, options.host, options.port) ?? error
  }
}

function upstreamOf({ isEmulated, options }: ServeSettings): string {
  if (isEmulated) return 'emulator'
  if (options.baseURL !== undefined) return new URL(options.baseURL).origin
  return options.profile ?? 'ai-studio'
}

/** What listens here, and a first request to be pasted into a shell. */
function introduction(url: string, settings: ServeSettings): string {
  const { isEmulated, options } = settings
  // A shell cannot ask "every address"; this machine has one.
  const place = url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
  const model = Object.keys(options.models ?? {})[0] ?? 'gemini-3-flash-preview'
  const key = options.clientKeys === undefined ? '' : ` -H "authorization: Bearer $OPENAI_API_KEY"`
  const body = `{"model":${JSON.stringify(model)},"messages":[{"role":"user","content":"Hello"}]}`
  const isOpen = options.clientKeys === undefined && !isEmulated && !/^(127\.|localhost$|::1$)/.test(options.host)
  const said = isEmulated
    ? `No key of Gemini${options.apiKey === undefined ? ' (GEMINI_API_KEY)' : ' is used'}: behind this gateway is an offline one, which is not a language model. Its answers are made by rules.`
    : `A gateway to Gemini (${upstreamOf(settings)}) listens.`
  const warning = isOpen ? '\nAnybody who reaches this address may spend your key: set --client-keys.\n' : ''
  return `${said}
${warning}
  curl -s '${place}/v1/chat/completions' -H 'content-type: application/json'${key} -d '${body.replaceAll("'", "'\\''")}'

Clients of OpenAI: base URL ${place}/v1, ${options.clientKeys === undefined ? 'any key' : 'a key of yours'}. Ctrl-C stops it.`
}
