import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkDependencies, checkPackageImports } from './check-dependencies.ts'
import { runtimeDependencies } from './doors.ts'
import { projectRoot, readSourceFiles, sourceFiles } from './source-file.ts'

const manifest = JSON.parse(readFileSync(`${projectRoot}/package.json`, 'utf8'))

describe('runtime dependencies', () => {
  test('are these and no others', () => {
    expect(checkDependencies(manifest, runtimeDependencies)).toEqual([])
  })

  test('are each explained by a decision record that names them', () => {
    const unexplained = Object.entries(runtimeDependencies).filter(([name, record]) => {
      const file = `${projectRoot}/docs/decisions/${record}`
      return !existsSync(file) || !readFileSync(file, 'utf8').includes(name)
    })
    expect(unexplained).toEqual([])
  })

  test('are all that the sources import', () => {
    expect(checkPackageImports(manifest, readSourceFiles())).toEqual([])
  })

  test('run no install scripts', () => {
    const lock: { packages: Record<string, { dev?: boolean; hasInstallScript?: boolean }> } = JSON.parse(
      readFileSync(`${projectRoot}/package-lock.json`, 'utf8'),
    )
    const installed = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && dev !== true)
    expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([])
  })
})

describe('checkDependencies', () => {
  test('finds the unexplained, the stale and the compulsory peer', () => {
    const bad = {
      dependencies: { 'left-pad': '1.0.0' },
      peerDependencies: { zod: '4', redis: '5' },
      peerDependenciesMeta: { redis: { optional: true } },
    }
    expect(checkDependencies(bad, { hono: '0009-hono.md' })).toEqual([
      'left-pad: no decision record explains it',
      'hono: explained, but not a dependency',
      'zod: peers are optional',
    ])
  })
})

describe('checkPackageImports', () => {
  const installed = { dependencies: { hono: '4' }, peerDependencies: { '@redis/client': '5' } }

  test('takes installed packages and their subpaths, and dev packages in tests', () => {
    const files = sourceFiles({
      'gateway/app.ts': "import 'hono/tiny'",
      'gateway/redis.ts': "import '@redis/client'",
      'core/json.test.ts': "import 'vitest'",
    })
    expect(checkPackageImports(installed, files)).toEqual([])
  })

  test('refuses packages that users do not have, and any in core', () => {
    const files = sourceFiles({ 'schema/read/zod.ts': "import type { z } from 'zod'", 'core/json.ts': "import 'hono'" })
    expect(checkPackageImports(installed, files)).toEqual([
      'schema/read/zod.ts: imports zod',
      'core/json.ts: imports hono',
    ])
  })
})
