import type { Client } from '@modelcontextprotocol/client'
import { isPlainObject } from '../../core/json.ts'
import { upstreamError } from '../cli-error.ts'

/** No server offers more; one that goes on listing is stuck in a loop. */
const mostTools = 20_000

/**
 * Every tool of a server, page by page, as the server wrote it. Not the client's `listTools`: it refuses the whole list for one schema that
 * the protocol does not allow, and those are what a check is for.
 */
export async function listServerTools(
  client: Client,
  options: { readonly signal: AbortSignal; readonly timeout: number },
  onPage: (count: number) => void,
): Promise<readonly unknown[]> {
  if (client.getServerCapabilities()?.tools === undefined) return []
  const tools: unknown[] = []
  const cursors = new Set<string>()
  for (let cursor: string | undefined; ; ) {
    const params = cursor === undefined ? {} : { cursor }
    const page = await client.request({ method: 'tools/list', params }, asItCame, options)
    const list = isPlainObject(page) ? page['tools'] : undefined
    if (!Array.isArray(list)) throw upstreamError('it answered tools/list without a list of tools.')
    for (const tool of list) tools.push(tool)
    onPage(tools.length)
    const next = isPlainObject(page) ? page['nextCursor'] : undefined
    if (typeof next !== 'string') return tools
    if (cursors.has(next)) throw upstreamError(`its list of tools never ends, it gave the cursor "${next}" twice.`)
    if (tools.length > mostTools) throw upstreamError(`its list of tools never ends, ${tools.length} so far.`)
    cursors.add(next)
    cursor = next
  }
}

/** A Standard Schema that takes any value and changes nothing. */
const asItCame = {
  '~standard': {
    version: 1,
    vendor: 'toolfit',
    validate: (value: unknown) => ({ value }),
  },
} as const
