import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, describe, expect, test } from 'vitest'
import { projectRoot } from './source-file.ts'

describe('scripts/complete-lockfile.mjs', () => {
  const folder = mkdtempSync(`${tmpdir()}/toolfit-lockfile-`)
  const file = `${folder}/package-lock.json`
  afterAll(() => rmSync(folder, { recursive: true }))

  const packages = {
    '': { devDependencies: { biome: '2.0.0' } },
    'node_modules/biome': {
      version: '2.0.0',
      dev: true,
      optionalDependencies: {
        '@biome/cli-linux-x64': '2.0.0',
        '@biome/cli-linux-arm64-musl': '2.0.0',
        fsevents: '~2.3.3',
      },
    },
    'node_modules/@biome/cli-linux-x64': { version: '2.0.0', dev: true, optional: true },
  }
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [`${projectRoot}/scripts/complete-lockfile.mjs`, ...args, file], { encoding: 'utf8' })

  test('--check fails for an optional package that npm left out', () => {
    writeFileSync(file, JSON.stringify({ packages }))
    expect(run('--check')).toMatchObject({ status: 1, stdout: expect.stringContaining('1 optional package') })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ packages })
  })

  test('adds it with what its name says, and then the check passes', () => {
    writeFileSync(file, JSON.stringify({ packages }))
    expect(run()).toMatchObject({ status: 0 })
    expect(JSON.parse(readFileSync(file, 'utf8')).packages).toEqual({
      ...packages,
      'node_modules/@biome/cli-linux-arm64-musl': {
        version: '2.0.0',
        cpu: ['arm64'],
        dev: true,
        libc: ['musl'],
        optional: true,
        os: ['linux'],
      },
    })
    expect(run('--check')).toMatchObject({ status: 0, stdout: '' })
  })
})
