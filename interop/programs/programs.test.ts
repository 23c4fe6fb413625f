import { readdirSync } from 'node:fs'
import * as ai from 'ai7'
import { describe, expect, test } from 'vitest'
import * as toolfit from '../../src/index.ts'
import type { Program, Sdk } from './program.ts'

/** Each file in a folder beside this one is a program: it exports `run`, and its name says what it is about. */
const titles = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.includes('/'))
  .sort()

/** `ai` announces on the console what it warns about. */
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

async function transcript(path: string, sdk: Sdk): Promise<unknown> {
  const url = new URL(path, import.meta.url)
  const { run } = (await import(/* @vite-ignore */ url.pathname)) as { readonly run: Program }
  return JSON.parse(JSON.stringify(await run(sdk)))
}

describe('a program prints the same when its import is changed', () => {
  test.each(titles)('%s', async (path) => {
    const expected = await transcript(path, ai)
    expect(await transcript(path, toolfit as unknown as Sdk)).toEqual(expected)
  })
})
