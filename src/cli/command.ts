import type { ExitCode } from './exit-code.ts'
import type { FlagTable } from './flags.ts'
import type { Io } from './io.ts'

/** One command of the command line. */
export interface Command {
  readonly flags: FlagTable
  /** The text of `toolfit <command> --help`. */
  readonly help: string
  run(args: readonly string[], io: Io): Promise<ExitCode>
}
