import type { ToolSetInput } from '../../tools/compiled-tools.ts'
import type { ExitCode } from './cli-error.ts'
import type { FlagTable } from './flags.ts'

/** A destination of text: `process.stdout`, or an object that collects it. */
export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

/** The environment of a command. Only `main.ts` creates one from the real process. */
export interface Io {
  /** For data only. */
  readonly stdout: Output
  /** For progress, summaries and errors. */
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

/** The columns of a stream. Default 100; some pseudo-terminals report zero. */
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

/** What a command works on, whatever it was read from. */
export interface Input {
  /** What messages call it: a path, `stdin`, or a server's command. */
  readonly name: string
  readonly content: InputContent
  /** What was passed over, as sentences: nothing is left out in silence. */
  readonly notes: readonly string[]
}

export type InputContent =
  /** One schema, in any form that `compileSchema` takes. */
  | { readonly form: 'schema'; readonly schema: unknown }
  /** Several, by name: the exports of a module. */
  | { readonly form: 'schemas'; readonly schemas: readonly (readonly [name: string, schema: unknown])[] }
  | { readonly form: 'tools'; readonly tools: ToolSetInput }
  /** An OpenAI request: its tools, and its `response_format`. */
  | { readonly form: 'request'; readonly tools?: ToolSetInput; readonly response?: unknown }
