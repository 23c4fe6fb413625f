import type { ExitCode } from './cli-error.ts'
import type { FlagTable } from './flags.ts'

/** Where text goes. `process.stdout` is one; so is an object with a `write` that collects. */
export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

/** All that a command knows of the world around it. Only `main.ts` makes one of the real process. */
export interface Io {
  /** Data, and nothing else. */
  readonly stdout: Output
  /** Talk: progress, summaries, what went wrong. */
  readonly stderr: Output
  readonly stdin: AsyncIterable<string | Uint8Array> & { readonly isTTY?: boolean | undefined }
  readonly env: Readonly<Record<string, string | undefined>>
  /** Paths are read from here. */
  readonly cwd: string
  /**
   * Calls `stop` when the process is told to stop, so that a command can end what it started. The returned function removes `stop`; the
   * system then ends the process at once.
   */
  readonly onInterrupt?: (stop: (signal: StopSignal) => void) => () => void
}

export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/** The columns of a stream; a comfortable line where it has none, or says zero as some pseudo-terminals do. */
export function widthOf({ columns = 0 }: Output): number {
  return columns > 0 ? columns : 100
}

/** One command of the command line. */
export interface Command {
  readonly flags: FlagTable
  /** The text of `toolfit <command> --help`. */
  readonly help: string
  run(args: readonly string[], io: Io): Promise<ExitCode>
}
