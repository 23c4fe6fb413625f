import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const manifest: Manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>
  readonly dependencies: Readonly<Record<string, string>>
}

const doors = Object.entries(manifest.exports).flatMap(([door, target]): [string, string][] =>
  typeof target === 'string' ? [] : [[door, target.default]],
)
const forNode = /\/(node|redis)$/
const portable = doors.filter(([door]) => !forNode.test(door))

/** What the built file of a door imports from elsewhere, by itself or through its chunks, now or later. */
async function importsOf(path: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [path],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    packages: 'external',
    metafile: true,
    write: false,
    logLevel: 'error',
  })
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
  return [...new Set(imports.filter(({ external }) => external).map((one) => one.path))].sort()
}

/** `hono/utils/url` is a part of `hono`. */
function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** Dependencies that run on Node only. */
const nodeOnly = ['undici', '@hono/node-server']

describe('the built package', () => {
  test.each(portable)('%s needs nothing but the portable dependencies, and nothing of Node', async (_door, path) => {
    const packages = Object.keys(manifest.dependencies).filter((name) => !nodeOnly.includes(name))
    expect((await importsOf(path)).filter((name) => !packages.includes(packageOf(name)))).toEqual([])
  })

  test('toolfit/gateway needs hono; what brings it to a port is a door of its own', async () => {
    expect((await importsOf('dist/gateway/index.js')).map(packageOf)).toContain('hono')
    expect(await importsOf('dist/gateway/server.node.js')).toContain('node:http')
  })
})
