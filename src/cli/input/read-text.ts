import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { inputError } from '../cli-error.ts'
import type { Io } from '../io.ts'

/** The text of a file, or of stdin for `-`. */
export function readText(path: string, io: Io): Promise<string> {
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
    return await readFile(resolve(cwd, path), 'utf8')
  } catch (error) {
    throw inputError(`${path} cannot be read: ${reasonOf(error)}.`, { cause: error })
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return reasons[code ?? ''] ?? message
}
