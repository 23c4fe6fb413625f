import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { isPlainObject } from '../../core/json.ts'
import { guard } from '../../runtime/run/deadline.ts'
import { CliError, exitCode, inputError, upstreamError } from '../core/cli-error.ts'
import type { Input, Io } from '../core/command.ts'
import { createProgress, type Progress } from '../render/progress.ts'
import { type Ending, ServerProcess, ServerTransport } from './server-process.ts'
import { type SplitCommand, splitCommand } from './split-command.ts'

/** What one conversation with a server needs. */
interface Session {
  readonly command: SplitCommand
  readonly module: ClientModule
  readonly io: Io
  readonly patience: number
  readonly progress: Progress
  /** Aborted by Ctrl-C. */
  readonly interrupted: AbortSignal
}

/** Starts an MCP server, asks it for its tools, and always ends it. */
export async function readServer(line: string, io: Io, patience: number): Promise<Input> {
  const command = splitCommand(line)
  const module = await loadClient(io.cwd)
  const progress = createProgress(io)
  const stop = new AbortController()
  const release = io.onInterrupt?.(() => stop.abort())
  try {
    const session = { command, module, io, patience, progress, interrupted: stop.signal }
    const { tools, notes } = await converse(session, 'legacy').catch((error) => {
      // A server of the 2026 revision alone knows no `initialize`, and says so. Asked in its own way, it answers.
      if (!isRefusal(error)) throw error
      return converse(session, 'auto')
    })
    return { name: command.shown, content: { form: 'tools', tools }, notes }
  } finally {
    progress.end()
    release?.()
  }
}

async function converse(
  session: Session,
  mode: 'legacy' | 'auto',
): Promise<{ tools: readonly unknown[]; notes: string[] }> {
  const { command, module, io, patience, progress, interrupted } = session
  const { shown } = command
  progress.say(mode === 'legacy' ? `Starting ${shown}` : `Starting ${shown} again, for the newer protocol`)
  const server = new ServerProcess(command, { cwd: io.cwd, env: io.env })
  const transport = new ServerTransport(server, command.mask)
  const client = new module.Client({ name: 'toolfit', version: '1' }, { versionNegotiation: { mode } })
  const deadline = AbortSignal.timeout(patience)
  const signal = AbortSignal.any([deadline, interrupted])
  const options = { signal, timeout: patience }
  try {
    const talk = client.connect(transport, options).then(() => {
      progress.say(`Asking ${shown} for its tools`)
      return listServerTools(client, options, (count) =>
        progress.update(`Asking ${shown} for its tools: ${count} so far`),
      )
    })
    const tools = await Promise.race([guard(talk, signal), died(server, talk)])
    return { tools, notes: remarksOn(transport, command) }
  } catch (error) {
    throw await explain(error, session, { server, transport, deadline })
  } finally {
    await server.stop()
  }
}

/** Rejects when the server ends before it has answered. */
async function died(server: ServerProcess, talk: Promise<unknown>): Promise<never> {
  await server.ended
  // Its last messages may still be in the pipe.
  await Promise.race([talk.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 200))])
  throw upstreamError('The server ended.')
}

/** A server that prints text on stdout breaks other clients, even if it answers. */
function remarksOn({ remark }: ServerTransport, { shown }: SplitCommand): string[] {
  return remark === undefined ? [] : [`"${shown}": ${remark}`]
}

/** The server answered `initialize` with an error. */
class Refusal extends CliError {}

const isRefusal = (error: unknown): boolean => error instanceof Refusal

interface Evidence {
  readonly server: ServerProcess
  readonly transport: ServerTransport
  readonly deadline: AbortSignal
}

async function explain(
  error: unknown,
  { command, patience, interrupted }: Session,
  evidence: Evidence,
): Promise<Error> {
  if (interrupted.aborted) return new CliError(exitCode.interrupted, 'Stopped.', { cause: error })
  const { server, transport, deadline } = evidence
  const ending = await Promise.race([server.ended, undefined])
  const { code, message } = error as { code?: unknown; message?: string }
  const what = deadline.aborted
    ? `did not list its tools within ${patience / 1000} s (--timeout). Does it speak MCP over stdio?`
    : ending !== undefined
      ? describeEnding(ending)
      : `did not answer as it should: ${message ?? String(error)}`
  const text = [`The MCP server "${command.shown}" ${command.mask(what)}`, transport.remark, tailOf(server, command)]
    .filter(Boolean)
    .join('\n')
  // JSON-RPC errors have numbers for codes; faults of the connection have words.
  const isAnswer = typeof code === 'number' && !deadline.aborted && ending === undefined
  return isAnswer ? new Refusal(exitCode.upstream, text, { cause: error }) : upstreamError(text, { cause: error })
}

function describeEnding(ending: Ending): string {
  if (!('error' in ending)) {
    const how = ending.signal === null ? `with exit code ${ending.code}` : `by ${ending.signal}`
    return `ended ${how} before it had listed its tools.`
  }
  const isMissing = (ending.error as NodeJS.ErrnoException).code === 'ENOENT'
  return `could not be started: ${isMissing ? 'there is no such command. For a package of npm, write "npx -y <package>"' : ending.error.message}.`
}

const longestTailLine = 300

/** Masked before its lines are cut, so that no half of a secret is left. */
function tailOf({ stderrTail }: ServerProcess, { mask }: SplitCommand): string {
  if (stderrTail === '') return ''
  const lines = mask(stderrTail).split('\n')
  return `The end of its stderr:\n${lines.map((line) => `  ${line.slice(0, longestTailLine)}`).join('\n')}`
}

/** A server that lists more is stuck in a loop. */
const mostTools = 20_000

/**
 * Every tool of a server, page by page, as the server wrote it. Not the client's `listTools`: it refuses the whole list for one schema that
 * the protocol does not allow, and those are what a check is for.
 */
async function listServerTools(
  client: Client,
  options: { readonly signal: AbortSignal; readonly timeout: number },
  onPage: (count: number) => void,
): Promise<readonly unknown[]> {
  if (client.getServerCapabilities()?.tools === undefined) return []
  const tools: unknown[] = []
  const cursors = new Set<string>()
  for (let cursor: string | undefined; ; ) {
    const params = cursor === undefined ? {} : { cursor }
    const page = await client.request({ method: 'tools/list', params }, asItCame, options)
    const list = isPlainObject(page) ? page['tools'] : undefined
    if (!Array.isArray(list)) throw upstreamError('it answered tools/list without a list of tools.')
    for (const tool of list) tools.push(tool)
    onPage(tools.length)
    const next = isPlainObject(page) ? page['nextCursor'] : undefined
    if (typeof next !== 'string') return tools
    if (cursors.has(next)) throw upstreamError(`its list of tools never ends, it gave the cursor "${next}" twice.`)
    if (tools.length > mostTools) throw upstreamError(`its list of tools never ends, ${tools.length} so far.`)
    cursors.add(next)
    cursor = next
  }
}

/** A Standard Schema that takes any value and changes nothing. */
const asItCame = {
  '~standard': {
    version: 1,
    vendor: 'toolfit',
    validate: (value: unknown) => ({ value }),
  },
} as const

const packageName = '@modelcontextprotocol/client'

/** What is used of the official client. */
export interface ClientModule {
  readonly Client: typeof Client
}

/** The official MCP client: an optional peer, looked for beside Toolfit and then in the user's project. */
export async function loadClient(
  cwd: string,
  importOwn: () => Promise<ClientModule> = () => import('@modelcontextprotocol/client'),
): Promise<ClientModule> {
  try {
    return await importOwn()
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  try {
    return createRequire(join(cwd, 'package.json'))(packageName) as ClientModule
  } catch (error) {
    if (!isMissing(error)) throw error
    const advice = `--mcp needs the official MCP client, which is not installed. Run:\n  npm install ${packageName}`
    const once = `or, once and without installing:\n  npx -p toolfit -p ${packageName} toolfit check --mcp "…"`
    throw inputError(`${advice}\n${once}`, { cause: error })
  }
}

/** The client itself is missing; one that is there but broken is an error of its own. */
function isMissing(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  return ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'].includes(code ?? '') && message.includes(packageName)
}
