import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Block } from './blocks.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Platforms that documents show and that this repository has no types for. */
const platforms = `
declare const Bun: { serve(options: { fetch(request: Request): Response | Promise<Response>; idleTimeout?: number }): unknown }
declare const Deno: { serve(handler: (request: Request) => Response | Promise<Response>): unknown; env: { get(name: string): string | undefined } }
declare module 'cloudflare:workers' { export const env: Readonly<Record<string, string>> }
`

/** Which compiler checks, and against what of the package. */
export interface TypeCheckOptions {
  /** Where other packages are. */
  readonly packages?: Readonly<Record<string, string>>
  /** The compiler. Default: that of the repository. */
  readonly tsc?: string
  /** Sources, or the declarations that the build makes. */
  readonly against?: 'src' | 'dist'
}

/**
 * What `tsc --strict` finds in the blocks, each as a module of its own with the package's sources behind its imports:
 * `docs/guide/history.md:25: Property 'x' does not exist …`.
 */
export async function typeCheck(
  blocks: readonly Block[],
  { packages = {}, tsc = `${root}node_modules/.bin/tsc`, against = 'src' }: TypeCheckOptions = {},
): Promise<string[]> {
  mkdirSync(`${root}node_modules/.cache`, { recursive: true })
  const folder = mkdtempSync(`${root}node_modules/.cache/documents-`)
  try {
    writeFileSync(`${folder}/platforms.d.ts`, platforms)
    writeFileSync(`${folder}/package.json`, '{ "type": "module" }')
    writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(configFor(packages, against)))
    for (const [index, { code }] of blocks.entries())
      writeFileSync(`${folder}/block-${index}.ts`, `${code}\nexport {}\n`)
    // The sources are checked by their own tsconfig, which is stricter.
    return (await runTsc(tsc, folder))
      .filter((line) => !line.includes('src/') && !line.startsWith(' '))
      .map((line) => inDocument(line, blocks))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function configFor(packages: Readonly<Record<string, string>>, against: 'src' | 'dist') {
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    exports: Record<string, { readonly types: string } | string>
  }
  const doors = Object.entries(exports).flatMap(([door, target]) =>
    typeof target === 'string'
      ? []
      : [[`toolfit${door.slice(1)}`, [root + (against === 'src' ? sourceOf(target.types) : target.types.slice(2))]]],
  )
  const others = Object.entries(packages).map(([name, path]) => [name, [path]])
  return {
    compilerOptions: {
      strict: true,
      target: 'es2022',
      module: 'nodenext',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node'],
      typeRoots: [`${root}node_modules/@types`],
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      paths: Object.fromEntries([...doors, ...others]),
    },
    include: ['*.ts'],
  }
}

function sourceOf(declaration: string): string {
  return declaration.replace('./dist/', 'src/').replace(/\.d\.ts$/, '.ts')
}

function runTsc(tsc: string, folder: string): Promise<string[]> {
  return new Promise((resolve) => {
    execFile(tsc, ['-p', folder, '--pretty', 'false'], (error, stdout, stderr) => {
      const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '')
      resolve(error === null ? [] : lines.length > 0 ? lines : [error.message])
    })
  })
}

/** `…/block-3.ts(5,1): error TS2339: …` -> `docs/guide/history.md:25: TS2339: …`. */
function inDocument(line: string, blocks: readonly Block[]): string {
  return line.replace(/^.*block-(\d+)\.ts\((\d+),\d+\): error /, (_, index: string, at: string) => {
    const block = blocks[Number(index)]!
    return `${block.path}:${block.line + Number(at) - 1}: `
  })
}
