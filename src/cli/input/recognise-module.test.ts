import { expect, test } from 'vitest'
import { z } from 'zod'
import { recogniseModule } from './recognise-module.ts'

const names = { name: 'tools.mjs', toolName: 'tools' }
const search = { description: 'Searches.', inputSchema: z.object({ q: z.string() }) }
const ping = { description: 'Pings.', inputSchema: z.object({}) }
const query = z.string()

test('the default export comes first, and others are named', async () => {
  expect(await recogniseModule({ default: { search }, query, limit: 5 }, names)).toEqual({
    content: { form: 'tools', tools: { search } },
    notes: ['The default export is read. Choose another with --export: query.'],
  })
})

test('a tool that the default export contains may be exported by name too', async () => {
  const { notes } = await recogniseModule({ default: { search }, search }, names)
  expect(notes).toEqual([])
})

test('a default export may be promised', async () => {
  const { content } = await recogniseModule({ default: Promise.resolve(query) }, names)
  expect(content).toEqual({ form: 'schema', schema: query })
})

test('named tools are a set, called like their exports or as they say', async () => {
  const { content } = await recogniseModule({ search, p: { name: 'ping', ...ping } }, names)
  expect(content).toEqual({ form: 'tools', tools: { search, ping: { name: 'ping', ...ping } } })
})

test('named schemas are several schemas', async () => {
  const limit = z.number()
  const { content } = await recogniseModule({ query, limit }, names)
  expect(content).toEqual({
    form: 'schemas',
    schemas: [
      ['query', query],
      ['limit', limit],
    ],
  })
})

test('what is skipped is named', async () => {
  const { content, notes } = await recogniseModule({ query, helper: () => 1, limit: 5, isPublic: true }, names)
  expect(content).toEqual({ form: 'schema', schema: query })
  expect(notes).toEqual(['Skipped, neither a schema nor a tool: helper, limit, isPublic.'])
})

test('of several sets one has to be chosen', async () => {
  const exports = { user: { search, ping }, admin: { ping, search } }
  await expect(recogniseModule(exports, names)).rejects.toThrow(
    'tools.mjs exports several things that could be meant: user, admin. Choose one with --export.',
  )
  const { content } = await recogniseModule(exports, { ...names, wanted: 'admin' })
  expect(content).toEqual({ form: 'tools', tools: exports.admin })
})

test('an export that is not there, or is nothing of the kind, is named', async () => {
  await expect(recogniseModule({ query }, { ...names, wanted: 'qery' })).rejects.toThrow(
    'tools.mjs has no export "qery". Did you mean query? It has: query.',
  )
  await expect(recogniseModule({ limit: 5 }, { ...names, wanted: 'limit' })).rejects.toThrow(
    'The export "limit" of tools.mjs has no schema, tool or set of tools.',
  )
  await expect(recogniseModule({ limit: 5 }, names)).rejects.toThrow('tools.mjs has no schema, tool or set of tools.')
})

test('for a server of the MCP SDK, --mcp is named', async () => {
  const server = { registerTool: () => {}, connect: () => {} }
  const refusal = 'An MCP server is checked while it runs: --mcp "<command>".'
  await expect(recogniseModule({ server }, names)).rejects.toThrow(refusal)
  await expect(recogniseModule({ server }, { ...names, wanted: 'server' })).rejects.toThrow(refusal)
})
