import { type CliError, type ExitCode, exitCode, inputError, UsageError } from './cli-error.ts'
import type { Io } from './command.ts'

/** The number of a port, as it was typed. */
export function readPort(flag: string, text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new UsageError(`${flag} must be a number from 0 to 65535, got "${text}".`)
}

/** A server that was started. Where it was not, the error says what the user can do. */
export async function started<T>(server: Promise<T>, host: string, port: number): Promise<T> {
  try {
    return await server
  } catch (error) {
    throw explainListening(error, host, port) ?? error
  }
}

/** Why a server did not start, if the user can fix it. Undefined: the reason is another one. */
function explainListening(error: unknown, host: string, port: number): CliError | undefined {
  const { code } = error as NodeJS.ErrnoException
  const place = `${host}:${port}`
  if (code === 'EADDRINUSE') {
    return inputError(`${place} is in use. Give another --port, or 0 for one that is free.`, { cause: error })
  }
  if (code === 'EACCES') return inputError(`${place} needs rights that you do not have.`, { cause: error })
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code ?? '')) {
    return inputError(`--host: this machine has no address "${host}".`, { cause: error })
  }
  return undefined
}

/** Waits for a signal. Ctrl-C interrupts the command; for a service manager's SIGTERM, the end of a server is normal. */
export function untilStopped({ onInterrupt }: Io): Promise<ExitCode> {
  return new Promise((resolve) => {
    const off = onInterrupt?.((signal) => {
      off?.()
      resolve(signal === 'SIGINT' ? exitCode.interrupted : exitCode.ok)
    })
  })
}
