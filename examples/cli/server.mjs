// The smallest MCP server that lists tools, for `toolfit check --mcp "node examples/cli/server.mjs"`. Real ones use the SDK.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const { tools } = JSON.parse(readFileSync(new URL('tools.json', import.meta.url), 'utf8'))

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'example', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools }),
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const answer = answers[method]
  const outcome =
    answer === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result: answer(params) }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\n`)
}
