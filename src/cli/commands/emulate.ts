import { present } from '../../core/json.ts'
import { type Endpoint, endpoints } from '../../emulator/api/endpoint.ts'
import type { RecordedRequest } from '../../emulator/routes/request-log.ts'
import { startEmulator } from '../../emulator/server.node.ts'
import { type ExitCode, UsageError } from '../core/cli-error.ts'
import type { Command, Io } from '../core/command.ts'
import { commonFlags, oneOf, parseFlags } from '../core/flags.ts'
import { readPort, started, untilStopped } from '../core/listening.ts'
import { createPaint, type Paint, printable, type Style } from '../render/paint.ts'
import { writeJson } from '../render/words.ts'

const defaultPort = 8787

const flags = {
  ...commonFlags,
  port: { type: 'string', short: 'p' },
  host: { type: 'string' },
  profile: { type: 'string' },
  key: { type: 'string', multiple: true },
  'allow-host': { type: 'string', multiple: true },
  cors: { type: 'string', multiple: true },
  strict: { type: 'boolean' },
  lenient: { type: 'boolean' },
  quiet: { type: 'boolean', short: 'q' },
} as const

const help = `Run an offline Gemini: it rejects what Gemini rejects, in Gemini's words, and answers by rules.

Usage: toolfit emulate [--port <number>] [options]

It speaks generateContent, streamGenerateContent, countTokens and models. Point a client at the address
that it prints; any API key will do. It is not a language model: it calls the functions that you declare,
with arguments drawn from their schemas, and answers their responses with text. Same request, same answer.

  -p, --port <number>   Default ${defaultPort}. 0 selects a free port.
  --host <address>      Default 127.0.0.1: this machine only.
  --profile <name>      ${endpoints.join(', ')}. Default any: the path of a request decides.
                          /v1beta/models/…                                 ai-studio
                          /v1/projects/…/publishers/google/models/…        vertex
                          /v1internal:…                                    cloud-code
  --key <key>           A key or token to accept; may be repeated. Default: any.
  --allow-host <name>   A name of this server besides localhost, such as that of a container; may be
                        repeated; "*": any. Without --key, requests for other names are refused.
  --cors <origin>       Web pages that may send requests, or "*"; may be repeated. Default: pages of this
                        machine, if their browser lets them.
  --strict              Also enforce rules that are old, contradicted or merely likely. The default: what
                        passes here should pass there.
  --lenient             Refuse only what Gemini was seen to refuse.
  -q, --quiet           Do not log requests.
  --json                Print the address, and each request on stderr, as a line of JSON.

A request can ask for a fault with a header: "x-toolfit-fault: 503", "429;retry=2;times=1", "stall-mid-stream",
"cut-event" … An unknown name gets a 400 that lists them.

The address is printed to stdout, requests to stderr. Ctrl-C stops it.

Example:
  toolfit emulate --port 8787 &
  GOOGLE_GEMINI_BASE_URL=http://127.0.0.1:8787 GEMINI_API_KEY=any npm test
`

/** `toolfit emulate`: the emulator on a port, until it is stopped. */
export const emulate: Command = { flags, help, run }

async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const { values, positionals } = parseFlags(args, flags)
  if (positionals.length > 0) throw new UsageError(`"toolfit emulate" takes no "${positionals[0]}".`)
  if (values.strict === true && values.lenient === true)
    throw new UsageError('--strict and --lenient exclude each other.')
  const isJson = values.json === true
  const paint = createPaint(io.stderr, io.env, args)
  const log = (request: RecordedRequest) => io.stderr.write(`${renderRequest(request, isJson, paint)}\n`)
  const profile = readProfile(values.profile)
  const strict = values.lenient !== true
  const port = readPort('--port', values.port ?? String(defaultPort))
  const { host = '127.0.0.1', key: apiKeys, 'allow-host': allowHosts, cors } = values
  const onRequest = values.quiet === true ? undefined : log
  const starting = startEmulator({ port, host, profile, strict, ...present({ apiKeys, allowHosts, cors, onRequest }) })
  const server = await started(starting, host, port)
  const stopped = untilStopped(io)
  if (isJson) writeJson(io.stdout, { url: server.url, profile, strict }, false)
  else {
    io.stdout.write(`${server.url}\n`)
    io.stderr.write(`${introduction(server.url, profile, values.key === undefined ? 'any' : '$GEMINI_API_KEY')}\n`)
  }
  const code = await stopped
  await server.close()
  return code
}

function readProfile(name: string | undefined): Endpoint | 'any' {
  return name === undefined ? 'any' : oneOf('--profile', name, [...endpoints, 'any'])
}

/** Describes the emulator, with a first request for a shell. */
function introduction(url: string, profile: Endpoint | 'any', key: string): string {
  const contents = '"contents":[{"role":"user","parts":[{"text":"Hello"}]}]'
  const model = 'gemini-3-flash-preview'
  const requests: Readonly<Record<Endpoint, readonly [path: string, header: string, body: string]>> = {
    'ai-studio': [`/v1beta/models/${model}:generateContent`, `x-goog-api-key: ${key}`, `{${contents}}`],
    vertex: [
      `/v1/projects/p/locations/global/publishers/google/models/${model}:generateContent`,
      `Authorization: Bearer ${key}`,
      `{${contents}}`,
    ],
    'cloud-code': [
      '/v1internal:generateContent',
      `Authorization: Bearer ${key}`,
      `{"model":"${model}","project":"p","request":{${contents}}}`,
    ],
  }
  // A key of the command line is not printed. The shell expands the variable between double quotes.
  const quote = key.startsWith('$') ? '"' : "'"
  const [path, header, body] = requests[profile === 'any' ? 'ai-studio' : profile]
  return `An offline Gemini is running. It is not a language model, and answers by rules. Try it:

  curl -s '${url}${path}' -H ${quote}${header}${quote} -H 'content-type: application/json' -d '${body}'

Ctrl-C stops it.`
}

/** One line about a request that the emulator has answered: for people, or as JSON. */
export function renderRequest(request: RecordedRequest, isJson: boolean, paint: Paint): string {
  const { method, path, status, error, rejections, crash } = request
  const stack = crash instanceof Error ? (crash.stack ?? crash.message) : crash
  if (isJson) {
    const rules = rejections.map(({ stage, rule }) => ({ stage, rule }))
    return JSON.stringify({ method, path, status, error, rejections: rules, crash: stack })
  }
  const reason = rejections[0]?.message ?? error
  const head = `${paint(styleOf(status), String(status))} ${method} ${printable(path)}`
  const more = rejections.length > 1 ? ` (and ${rejections.length - 1} more)` : ''
  const why = reason === undefined ? '' : `\n    ${printable(reason.trimEnd().split('\n')[0]!)}${more}`
  const report =
    crash === undefined
      ? ''
      : `\nThis is a fault of Toolfit, or of a script. Please report it.\n${printable(String(stack), '\n')}`
  return `${head}${why}${report}`
}

function styleOf(status: number): Style {
  if (status >= 500) return 'red'
  return status >= 400 ? 'yellow' : 'green'
}
