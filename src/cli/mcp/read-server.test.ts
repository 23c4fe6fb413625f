import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { loadClient } from './read-server.ts'

const empty = mkdtempSync(`${tmpdir()}/toolfit-client-`)
afterAll(() => rmSync(empty, { recursive: true }))

/** What Node says where a package is not installed. */
async function missing(): Promise<never> {
  const message = "Cannot find package '@modelcontextprotocol/client' imported from /x/dist/chunks/a.js"
  throw Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' })
}

test('the client beside Toolfit is taken', async () => {
  expect((await loadClient(empty)).Client).toBeTypeOf('function')
})

test('else the one of the project', async () => {
  expect((await loadClient(process.cwd(), missing)).Client).toBeTypeOf('function')
})

test('without any, the message says how to install it', async () => {
  await expect(loadClient(empty, missing)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('npm install @modelcontextprotocol/client'),
  })
})

test('a client that is there but broken is not called missing', async () => {
  const broken = async () => {
    throw Object.assign(new Error("Cannot find package 'zod'"), { code: 'ERR_MODULE_NOT_FOUND' })
  }
  await expect(loadClient(empty, broken)).rejects.toThrow("Cannot find package 'zod'")
})
