import { type ExitCode, exitCode } from './exit-code.ts'

/** Ends a command with a message for people and an exit code. Never shown with a stack. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** The command line is wrong: the help is worth a look. */
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
