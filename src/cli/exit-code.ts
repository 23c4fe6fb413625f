/** What the process ends with. Scripts rely on these: they are documented in docs/guide/cli.md. */
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
