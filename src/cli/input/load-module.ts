import { Console } from 'node:console'
import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import { version } from 'node:process'
import { Writable } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { inputError } from '../core/cli-error.ts'
import type { Io, Output } from '../core/command.ts'

export const isModulePath = (path: string) => /\.[cm]?[jt]s$/.test(path)

/** Loads a module of the user's, and returns its exports. `patience` is in milliseconds. */
export async function loadModule(path: string, io: Io, patience: number): Promise<Readonly<Record<string, unknown>>> {
  const file = resolve(io.cwd, path)
  await access(file).catch((error) => {
    throw inputError(`${path} cannot be read: there is no such file.`, { cause: error })
  })
  const restoreConsole = sendConsoleTo(io.stderr)
  try {
    return await importWithin(pathToFileURL(file).href, path, patience)
  } catch (error) {
    throw loadError(error, path, file)
  } finally {
    restoreConsole()
  }
}

/** What a module prints while it loads (dotenv does) must not get into the data. */
function sendConsoleTo(output: Output): () => void {
  const before = globalThis.console
  const stream = new Writable({
    write(chunk, _encoding, done) {
      output.write(String(chunk))
      done()
    },
  })
  globalThis.console = new Console(stream, stream)
  return () => {
    globalThis.console = before
  }
}

/** Loads a module, unless it takes longer: it may await something that never comes, or loop. */
async function importWithin(url: string, path: string, patience: number): Promise<Readonly<Record<string, unknown>>> {
  const watchdog = startWatchdog(patience)
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    const late = inputError(`${path} did not finish loading within ${patience / 1000} s: does it wait, or loop?`)
    timer = setTimeout(() => reject(late), patience)
  })
  try {
    return await Promise.race([import(url), timeout])
  } finally {
    clearTimeout(timer)
    await watchdog.terminate()
  }
}

/**
 * A thread that ends an endless loop of the main thread: the debugger's protocol can terminate what runs there. The timer of
 * {@link importWithin}, which is due by then, rejects.
 */
function startWatchdog(patience: number): Worker {
  const code = `
    const { Session } = require('node:inspector')
    const { workerData } = require('node:worker_threads')
    setTimeout(() => {
      const session = new Session()
      session.connectToMainThread()
      session.post('Runtime.terminateExecution')
    }, workerData)`
  return new Worker(code, { eval: true, workerData: patience + 100 })
}

function loadError(error: unknown, path: string, file: string): Error {
  if (error instanceof Error && error.name === 'CliError') return error
  const { code } = (error ?? {}) as NodeJS.ErrnoException
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION' && /ts$/.test(file)) {
    const advice = `Use Node 22.18 or later, or run it through tsx: npx tsx node_modules/.bin/toolfit …`
    return inputError(`${path}: this Node (${version}) loads no TypeScript. ${advice}`, { cause: error })
  }
  const what = error instanceof Error ? `${error.name}: ${error.message}` : `threw ${String(error)}`
  return inputError(`${path} cannot be loaded. ${what}${whereOf(error, file)}`, { cause: error })
}

/** The first line of the stack that lies in the user's files; a syntax error has its place on top. */
function whereOf(error: unknown, file: string): string {
  if (!(error instanceof Error) || error.stack === undefined) return ''
  const lines = error.stack.split('\n')
  const frame = lines.find(
    (line) => /^\s+at /.test(line) && line.includes('file://') && !/node:internal|node_modules/.test(line),
  )
  if (frame !== undefined) return `\n    at ${fileName(frame.trim().replace(/^at /, ''))}`
  const syntax = /^(file:\/\/\S+|\/\S+):(\d+)$/.exec(lines[0] ?? '')
  return syntax === null ? `\n    in ${file}` : `\n    at ${fileName(syntax[0])}`
}

function fileName(frame: string): string {
  return frame.replace(/file:\/\/[^\s):]+/, (url) => fileURLToPath(url))
}
