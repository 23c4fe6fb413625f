import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { doors } from './doors.ts'
import { projectRoot } from './source-file.ts'

const manifest = JSON.parse(readFileSync(`${projectRoot}/package.json`, 'utf8'))

describe('the doors of the package', () => {
  test('are these and no others', () => {
    expect(Object.keys(manifest.exports).sort()).toEqual([...Object.keys(doors), './package.json'].sort())
  })

  test.each(Object.entries(doors))('%s exports exactly the pinned names', async (door, names) => {
    const entry = manifest.exports[door].default.replace('./dist/', 'src/').replace(/\.js$/, '.ts')
    expect(Object.keys(await import(`${projectRoot}/${entry}`)).sort()).toEqual([...names].sort())
  })

  test('carry declarations that the build makes', () => {
    const built: string[] = JSON.parse(readFileSync(`${projectRoot}/tsconfig.build.json`, 'utf8')).files
    const promised = Object.keys(doors).map((door) => manifest.exports[door].types as string)
    expect(built.map((file) => `./${file.replace(/^src/, 'dist').replace(/\.ts$/, '.d.ts')}`).sort()).toEqual(
      promised.sort(),
    )
  })
})
