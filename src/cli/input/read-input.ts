import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { inputError, reasonOf, UsageError } from '../core/cli-error.ts'
import type { Input, Io } from '../core/command.ts'
import { type Flags, type FlagTable, seconds } from '../core/flags.ts'
import { isModulePath, loadModule } from './load-module.ts'
import { parseJson } from './parse-json.ts'
import { recognise } from './recognise.ts'
import { recogniseModule } from './recognise-module.ts'

/** The flags that say where the input is. */
export const inputFlags = {
  mcp: { type: 'string' },
  export: { type: 'string' },
  timeout: { type: 'string' },
} as const satisfies FlagTable

/** Help for {@link inputFlags}, and what the input may be. */
export const inputHelp = `The input is a file, or - for stdin:
  JSON      a schema, a tool, a list or set of tools, an OpenAI request, an MCP tools/list answer
  a module  .js .mjs .cjs (.ts where Node loads it) that exports schemas or tools: Zod, AI SDK …
`

export const inputFlagsHelp = `  --mcp "<command>"     Ask an MCP server for its tools instead; the command is run without a shell.
  --export <name>       Which export of a module is meant.
  --timeout <seconds>   How long a server or a module may take. Default 60.
`

const defaultPatience = 60_000

/** Reads the input of a command from a file, stdin or an MCP server. */
export async function readInput({ values, positionals }: Flags<typeof inputFlags>, io: Io): Promise<Input> {
  const patience = values.timeout === undefined ? defaultPatience : seconds('--timeout', values.timeout)
  const [path, ...more] = positionals
  if (more.length > 0)
    throw new UsageError(`One input at a time, please: "${path}" and "${more.join('", "')}" were given.`)
  if (values.mcp !== undefined) {
    if (path !== undefined) throw new UsageError(`Either a file or --mcp, not both: "${path}" was given too.`)
    const { readServer } = await import('../mcp/read-server.ts')
    return readServer(values.mcp, io, patience)
  }
  if (path === undefined) throw new UsageError('Which file? Name one, or - for stdin, or use --mcp.')
  if (path !== '-' && isModulePath(path)) {
    const names = { name: path, toolName: basename(path).replace(/\.\w+$/, ''), wanted: values.export }
    return { name: path, ...(await recogniseModule(await loadModule(path, io, patience), names)) }
  }
  if (values.export !== undefined) throw new UsageError('--export is for modules.')
  return readJson(path, io)
}

async function readJson(path: string, io: Io): Promise<Input> {
  const name = path === '-' ? 'stdin' : path
  const value = parseJson(await readText(path, io), name)
  const content = recognise(value, path === '-' ? 'tool' : basename(path).replace(/\.\w+$/, ''))
  if (content === undefined)
    throw inputError(`${name} holds ${describe(value)}: no schema, tool, list of tools or request.`)
  return { name, content, notes: [] }
}

function describe(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list without tools'
  if (typeof value !== 'object') return `a ${typeof value}`
  const keys = Object.keys(value)
  const shown = keys.slice(0, 6).map((key) => `"${key}"`)
  return `an object with ${shown.join(', ')}${keys.length > shown.length ? ', …' : ''}`
}

/** The text of a file, or of stdin for `-`. */
function readText(path: string, io: Io): Promise<string> {
  return path === '-' ? readStdin(io) : readTextFile(path, io.cwd)
}

async function readStdin({ stdin, stderr }: Io): Promise<string> {
  if (stdin.isTTY === true) stderr.write('Reading from the terminal. End with Ctrl-D.\n')
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stdin) text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

async function readTextFile(path: string, cwd: string): Promise<string> {
  try {
    const bytes = await readFile(resolve(cwd, path))
    // What `>` writes in Windows PowerShell.
    const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes)
  } catch (error) {
    throw inputError(`${path} cannot be read: ${reasonOf(error)}.`, { cause: error })
  }
}
