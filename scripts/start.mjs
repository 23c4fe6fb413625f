/**
 * `npm start`: builds quietly, and serves, in this process. What follows `--` are flags of `toolfit serve`.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const [build, main] = ['./build.mjs', '../dist/cli/main.js'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

const { status } = spawnSync(process.execPath, [build, '--quiet'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)

// npm runs this in a shell, which dies of a signal and hands none on. Without it we would be left behind, with the port.
const shell = process.ppid
const watch = setInterval(() => {
  if (process.ppid === shell) return
  clearInterval(watch)
  process.kill(process.pid, 'SIGTERM')
}, 250)
watch.unref()

process.argv.splice(1, 1, main, 'serve')
await import('../dist/cli/main.js')
