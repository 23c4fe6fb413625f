import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { Miniflare } from 'miniflare'
import type { Report } from './portable-vitest.ts'

/** Runs the bundled tests of a folder somewhere and brings their report back. */
export type Runtime = (folder: string) => Promise<Report>

const { resolve } = createRequire(import.meta.url)

/** The postinstall scripts of bun and deno stay blocked: their platform packages hold the same binary. */
const binaries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bun: {
    'linux-x64': '@oven/bun-linux-x64/bin/bun',
    'linux-arm64': '@oven/bun-linux-aarch64/bin/bun',
    'darwin-x64': '@oven/bun-darwin-x64/bin/bun',
    'darwin-arm64': '@oven/bun-darwin-aarch64/bin/bun',
  },
  deno: {
    'linux-x64': '@deno/linux-x64-glibc/deno',
    'linux-arm64': '@deno/linux-arm64-glibc/deno',
    'darwin-x64': '@deno/darwin-x64/deno',
    'darwin-arm64': '@deno/darwin-arm64/deno',
  },
}

export function binary(name: string): string {
  const platform = `${process.platform}-${process.arch}`
  const path = binaries[name]?.[platform]
  if (path === undefined) throw new Error(`No ${name} for ${platform} is known here: add its package to runtime.ts.`)
  return resolve(path)
}

/** The only permission: what vitest's assertions ask about colours. Whoever reads a file or another name fails. */
const denoEnv = '--allow-env=FORCE_TTY,FORCE_COLOR,NO_COLOR,TERM,CI'

async function reportOf(command: string, args: readonly string[]): Promise<Report> {
  const { stdout } = await promisify(execFile)(command, args, { maxBuffer: 1e9, timeout: 300_000 })
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
}

async function workerd(folder: string): Promise<Report> {
  const worker = `import { run } from './bundle.mjs'\nexport default { fetch: async () => Response.json(await run()) }`
  const miniflare = new Miniflare({
    compatibilityDate: '2026-07-01',
    modules: [
      { type: 'ESModule', path: 'worker.mjs', contents: worker },
      { type: 'ESModule', path: 'bundle.mjs', contents: readFileSync(`${folder}/bundle.mjs`, 'utf8') },
    ],
  })
  try {
    const response = await miniflare.dispatchFetch('http://localhost/')
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as Report
  } finally {
    await miniflare.dispose()
  }
}

export const runtimes: Readonly<Record<string, Runtime>> = {
  node: (folder) => reportOf(process.execPath, [`${folder}/main.mjs`]),
  bun: (folder) => reportOf(binary('bun'), [`${folder}/main.mjs`]),
  deno: (folder) => reportOf(binary('deno'), ['run', '--no-prompt', '--no-config', denoEnv, `${folder}/main.mjs`]),
  workerd,
}
