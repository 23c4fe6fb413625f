#!/usr/bin/env node
import type { StopSignal } from './core/command.ts'
import { runCommand } from './run-command.ts'

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // `toolfit dialects | head -1` closes the pipe: the reader has what it wants.
    if (error.code !== 'EPIPE') throw error
  })
}

process.exitCode = await runCommand(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  // Read only when asked for: opening it keeps the process alive.
  get stdin() {
    return process.stdin
  },
  env: process.env,
  cwd: process.cwd(),
  onInterrupt,
})
await Promise.all([process.stdout, process.stderr].map(flushed))
// A module that was checked may have left a connection open: it must not keep us.
process.exit()

/** Once for each signal: the second time, the system ends the process. */
function onInterrupt(stop: (signal: StopSignal) => void): () => void {
  const signals: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.once(signal, stop)
  return () => {
    for (const signal of signals) process.off(signal, stop)
  }
}

/** Waits until everything is written, or cannot be. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || !stream.writable) resolve()
    else stream.write('', () => resolve())
  })
}
