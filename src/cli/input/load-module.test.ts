import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Io } from '../core/command.ts'
import { loadModule } from './load-module.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolfit-module-'))
afterAll(() => rmSync(folder, { recursive: true }))
const io = { cwd: folder, stderr: { write: () => true } } as unknown as Io

test.each(['undefined', 'null', '"words"', '5'])(
  'a module that throws %s is an error of the module (X259)',
  async (thrown) => {
    const file = `throws-${thrown.replaceAll('"', '')}.mjs`
    writeFileSync(join(folder, file), `throw ${thrown}`)
    const message = expect.stringContaining(`${file} cannot be loaded.`)
    await expect(loadModule(file, io, 60_000)).rejects.toMatchObject({ name: 'CliError', exitCode: 2, message })
  },
)
