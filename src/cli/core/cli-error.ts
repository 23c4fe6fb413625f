/** Exit codes, documented in docs/guide/cli.md: scripts rely on them. */
export const exitCode = {
  ok: 0,
  /** Something was found: a tool that cannot be compiled, or a change that `--fail-on` names. */
  findings: 1,
  /** The command line or the input is wrong. */
  usage: 2,
  /** A program that we asked (an MCP server) did not answer as it should. */
  upstream: 3,
  /** A fault of Toolfit itself. EX_SOFTWARE of sysexits.h, so that it is never taken for a finding. */
  internal: 70,
  /** Stopped by the user: 128 + SIGINT, as shells have it. */
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCode)[keyof typeof exitCode]

/** Ends a command with a message and an exit code. Its stack is never shown. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** The command line is wrong. The message points to the help. */
export class UsageError extends CliError {
  constructor(message: string) {
    super(exitCode.usage, message)
  }
}

/** The input cannot be read. */
export function inputError(message: string, options?: { cause?: unknown }): CliError {
  return new CliError(exitCode.usage, message, options)
}

/** An MCP server did not answer as it should. */
export function upstreamError(message: string, options?: { cause?: unknown }): CliError {
  return new CliError(exitCode.upstream, message, options)
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
}

/** Why a file cannot be read. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return reasons[code ?? ''] ?? message
}
