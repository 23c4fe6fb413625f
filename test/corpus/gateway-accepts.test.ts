import { describe, expect, test } from 'vitest'
import { model, startGateway } from '../gateway/ask-gateway.ts'
import { type CorpusRecord, hasCorpora, readCorpus, skipped } from './corpora.ts'

if (!hasCorpora) console.info(skipped)

/** `mcp/<server>/<tool>#input` */
function toolsByServer(): ReadonlyMap<string, readonly CorpusRecord[]> {
  const servers = new Map<string, CorpusRecord[]>()
  for (const record of readCorpus('mcp').filter(({ kind }) => kind === 'input')) {
    const server = record.id.split('/')[1]!
    servers.set(server, [...(servers.get(server) ?? []), record])
  }
  return servers
}

describe.skipIf(!hasCorpora)('the gateway, by default', () => {
  test('takes all tools of every MCP server in one request', async () => {
    const { ask } = startGateway()
    const refused: string[] = []
    for (const [server, records] of toolsByServer()) {
      const tools = records.map(({ schema }, index) => ({
        type: 'function',
        function: { name: `tool_${index}`, parameters: schema },
      }))
      const { status, body } = await ask({ model, messages: [{ role: 'user', content: 'Hi' }], tools })
      if (status !== 200) refused.push(`${server}: ${body.error?.message}`)
    }
    expect(refused).toEqual([])
  })
})
