import { describe, expect, test } from 'vitest'
import { checkPlatform } from './check-platform.ts'
import { sourceFiles } from './source-file.ts'

const check = (path: string, text: string) => checkPlatform(sourceFiles({ [path]: text }))

describe('checkPlatform', () => {
  test.each([
    ["import { readFileSync } from 'node:fs'", 'imports node:fs'],
    ["import type { Readable } from 'stream'", 'imports stream'],
    ["export const load = () => import('node:os')", 'imports node:os'],
    ["import { Pool } from 'undici'", 'imports undici'],
    ["import { serve } from '@hono/node-server'", 'imports @hono/node-server'],
    ["import { createClient } from 'redis'", 'imports redis'],
    ['export const home = process.env.HOME', 'uses process'],
    ['export const home = globalThis.process', 'uses process'],
    ["export const home = globalThis['process']", 'uses process'],
    ['export const shorthand = { process }', 'uses process'],
    ["export const bytes = Buffer.from('')", 'uses Buffer'],
    ['export let bytes: Buffer', 'uses Buffer'],
    ["export const fs = require('x')", 'uses require'],
    ['export const version = Deno.version', 'uses Deno'],
    ["export const two = eval('1 + 1')", 'uses eval'],
    ["export const two = new Function('return 2')", 'uses Function'],
    ["export const two = Function('return 2')", 'uses Function'],
    ["export const ok = URL.canParse('a:b')", 'uses URL.canParse'],
    ["console.warn('lost')", 'uses console'],
    ['export const now = Date.now()', 'uses Date.now'],
    ['export const now = new Date()', 'uses new Date()'],
    ['export const dice = Math.random()', 'uses Math.random'],
    ["export const page = fetch('http://example.com')", 'uses fetch'],
  ])('refuses in schema: %s', (text, complaint) => {
    expect(check('schema/compile.ts', text)).toEqual([expect.stringContaining(complaint)])
  })

  test.each([
    'export const text = "process.env, eval(1)" // Buffer',
    'export const names = { process: 1, eval: 2 }.process',
    'export const run = (process: string) => process',
    'export const run = ({ Buffer = 1 }) => Buffer',
    'export const day = new Date("2026-01-01")',
    'export interface Step { process(): void }',
  ])('takes in schema: %s', (text) => {
    expect(check('schema/compile.ts', text)).toEqual([])
  })

  test('lets only cli, mcp and *.node.ts touch Node', () => {
    const text = "import 'node:http'\nexport const port = process.env.PORT"
    const allowed = [
      'cli/commands/serve.ts',
      'mcp/transports/stdio.ts',
      'gateway/server.node.ts',
      'gateway/stores/redis.node.ts',
      'server/undici-transport.node.ts',
    ]
    const banned = [
      'gateway/app.ts',
      'gateway/node.ts',
      'gateway/stores/redis.ts',
      'emulator/app.ts',
      'emulator/accept/node-rules.ts',
      'server/limits.ts',
      'runtime/loop.ts',
      'index.ts',
    ]
    expect(allowed.filter((path) => check(path, text).length > 0)).toEqual([])
    expect(banned.filter((path) => check(path, text).length !== 2)).toEqual([])
  })

  test('lets models fetch and use the clock', () => {
    expect(check('models/retry.ts', 'export const send = () => fetch(String(Date.now()))')).toEqual([])
  })

  test('holds unit tests of core and schema to the same platforms, for they run on all of them', () => {
    expect(check('schema/compile.test.ts', "import 'node:fs'")).toEqual(['schema/compile.test.ts: imports node:fs'])
    expect(check('schema/compile.test.ts', 'console.log(performance.now())')).toEqual([])
    expect(check('emulator/accept/parse.test.ts', "import 'node:fs'")).toEqual([])
  })

  test('says where', () => {
    expect(check('core/json.ts', '\n\nprocess.exit()')).toEqual(['core/json.ts:3: uses process'])
  })
})
