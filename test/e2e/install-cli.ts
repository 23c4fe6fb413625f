import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The command line, built as `npm run build` builds it, in a folder that looks like an installed package. */
export interface InstalledCli {
  readonly folder: string
  readonly main: string
  remove(): void
}

/** `withPeers: false`: nothing but Toolfit is installed. */
export async function installCli(options: { readonly withPeers: boolean }): Promise<InstalledCli> {
  const folder = mkdtempSync(`${tmpdir()}/toolfit-e2e-`)
  await build({
    absWorkingDir: root,
    entryPoints: [{ in: 'src/cli/main.ts', out: 'cli/main' }],
    outdir: `${folder}/dist`,
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[hash]',
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    packages: 'external',
    logLevel: 'error',
  })
  copyFileSync(`${root}/package.json`, `${folder}/package.json`)
  if (options.withPeers) symlinkSync(`${root}/node_modules`, `${folder}/node_modules`)
  mkdirSync(`${folder}/work`)
  return { folder, main: `${folder}/dist/cli/main.js`, remove: () => rmSync(folder, { recursive: true }) }
}

export interface Run {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
  /** Called with the process when it has started. */
  readonly onStart?: (child: ReturnType<typeof spawn>) => void
}

/** Runs the installed command line as users do. */
export function runCli(cli: InstalledCli, args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const { FORCE_COLOR: _force, NO_COLOR: _no, ...env } = process.env
  const child = spawn(process.execPath, [cli.main, ...args], {
    cwd: `${cli.folder}/work`,
    env: { ...env, ...options.env },
  })
  const written = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written.stderr += text
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(options.input ?? '')
  options.onStart?.(child)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (exitCode) => resolve({ exitCode, ...written }))
  })
}
