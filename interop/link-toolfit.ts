import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** Lets the tests import the built package by its name, through its `exports`. */
export function setup(): void {
  if (!existsSync(path('node_modules'))) throw new Error('Run `bash scripts/install-extra.sh` first.')
  if (!existsSync(path('../dist/schema/index.js'))) throw new Error('Run `npm run build` first.')
  rmSync(path('node_modules/toolfit'), { force: true, recursive: true })
  symlinkSync('../..', path('node_modules/toolfit'))
}
