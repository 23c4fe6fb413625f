import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { binary } from '../runtime.ts'
import type { AppOptions } from './app.ts'

/** A gateway that listens. */
export interface Served {
  readonly url: string
  close(): Promise<unknown>
}

export type ServeOn = (folder: string, options: AppOptions) => Promise<Served>

/** Writes `app.mjs`: the built package and what it needs, in one module that imports nothing. */
export async function bundleApp(folder: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL('app.ts', import.meta.url))],
    outfile: `${folder}/app.mjs`,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  })
}

const address = { hostname: '127.0.0.1', port: 0 }

/** Of Bun's server: without it, an answer that takes more than ten seconds to begin is cut off. docs/guide/gateway.md says so. */
const patient = { idleTimeout: 0 }

export const serveOn: Readonly<Record<string, ServeOn>> = {
  bun: (folder, options) =>
    start(
      folder,
      binary('bun'),
      [],
      [
        `const server = Bun.serve({ ...${JSON.stringify({ ...address, ...patient })}, fetch: createApp(${JSON.stringify(options)}) })`,
        'console.log(server.url.origin)',
      ],
    ),
  // No permission but this machine's network: whoever reads a file or a variable fails.
  deno: (folder, options) =>
    start(
      folder,
      binary('deno'),
      ['run', '--no-prompt', '--no-config', '--allow-net=127.0.0.1'],
      [
        "const onListen = ({ port }) => console.log('http://127.0.0.1:' + port)",
        `Deno.serve({ ...${JSON.stringify(address)}, onListen }, createApp(${JSON.stringify(options)}))`,
      ],
    ),
  workerd: async (folder, options) => {
    const worker = `import { env } from 'cloudflare:workers'
      import { createApp } from './app.mjs'
      export default { fetch: createApp(env.OPTIONS) }`
    const miniflare = new Miniflare({
      compatibilityDate: '2026-07-01',
      // Without it Gemini is left all the same, but nothing is written down of a request whose client has gone.
      compatibilityFlags: ['enable_request_signal'],
      bindings: { OPTIONS: { ...options } },
      modules: [
        { type: 'ESModule', path: 'worker.mjs', contents: worker },
        { type: 'ESModule', path: 'app.mjs', contents: readFileSync(`${folder}/app.mjs`, 'utf8') },
      ],
    })
    const url = await miniflare.ready
    return { url: url.origin, close: () => miniflare.dispose() }
  },
}

/** Runs a program beside the bundle, which prints its address. */
async function start(
  folder: string,
  command: string,
  args: readonly string[],
  lines: readonly string[],
): Promise<Served> {
  const main = `${folder}/main-${crypto.randomUUID()}.mjs`
  writeFileSync(main, ["import { createApp } from './app.mjs'", ...lines].join('\n'))
  const child = spawn(command, [...args, main], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => String(line)),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${command} ended with ${code}.`))),
  ])
  return { url, close: () => end(child) }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
