import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Client, type Tool } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { compileTools, type DialectId, type JsonObject } from 'toolfit'
import { dialects } from 'toolfit/schema'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkSchema } from '../src/emulator/accept/check-schema.ts'
import { declaredIn } from './declared-in.ts'
import { type McpRow, renderMcpTable } from './mcp-server-table.ts'
import { commandOf, environmentOf, type McpServer, mcpServers, versionOf } from './mcp-servers.ts'
import { refusalsOf } from './refusals-of.ts'
import { stripKeywords } from './strip-keywords.ts'

const dialectIds = Object.keys(dialects) as DialectId[]
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** As much of `toolfit check --json` as is looked at here. */
interface CheckReport {
  readonly findings: number
  readonly parts: readonly {
    readonly name: string
    readonly results: readonly { readonly dialect: string; readonly error?: unknown }[]
    readonly unconverted: readonly { readonly endpoint: string; readonly message?: string }[]
  }[]
}

const rows: McpRow[] = []

describe.each(mcpServers.map((server) => [server.name, server] as const))('%s', (name, server) => {
  let report: CheckReport
  let tools: Tool[]
  beforeAll(async () => {
    ;[report, tools] = await Promise.all([check(server), listTools(server)])
  }, 300_000)

  test('is read by `toolfit check --mcp`, and every tool compiles to every dialect', () => {
    expect(report.parts.length).toBeGreaterThan(0)
    expect(report.parts.map((part) => part.name)).toEqual(tools.map((tool) => tool.name))
    expect(report.findings).toBe(0)
    const results = report.parts.flatMap((part) => part.results)
    expect(results).toHaveLength(tools.length * dialectIds.length)
    expect(results.filter(({ error }) => error !== undefined)).toEqual([])
  })

  test('has each tool accepted by the endpoints of each dialect', () => {
    const refusals = new Map(
      dialectIds.map((dialect) => [dialect, refusalsOf(compileTools(tools, { to: dialect }), dialect)]),
    )
    rows.push({
      server: name,
      version: versionOf(server),
      tools: tools.length,
      refusedAsTheyAre: report.parts.filter(isRefused).length,
      refusedStripped: tools.filter(isRefusedStripped).length,
      accepted: new Map(Array.from(refusals, ([dialect, refused]) => [dialect, tools.length - refused.size])),
    })
    expect([...refusals.values()].flatMap((refused) => [...refused])).toEqual([])
  })

  test('has its schemas reach OpenAI as they are', () => {
    const declared = declaredIn(compileTools(tools, { to: 'openai' }).tools, 'openai')
    expect(declared.map(({ schema }) => schema)).toEqual(tools.map(({ inputSchema }) => inputSchema))
  })
})

test('docs/mcp-servers.md holds what was measured (UPDATE_DOCS=1 writes it anew)', (context) => {
  if (rows.length < mcpServers.length) context.skip('not every server was asked')
  const table = renderMcpTable(rows, dialectIds)
  const sum = (of: (row: McpRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  const accepted = sum((row) => Math.min(...row.accepted.values()))
  const listed = `${sum(({ tools }) => tools)} tools of ${rows.length} servers`
  console.log(`mcp: ${accepted} of ${listed} are accepted in each of ${dialectIds.length} dialects`)
  const document = path('../docs/mcp-servers.md')
  const text = readFileSync(document, 'utf8')
  const fresh = text.replace(
    /(<!-- measured -->\n)[\s\S]*?(<!-- end -->)/,
    (_, start, end) => `${start}\n${table}\n${end}`,
  )
  if (process.env.UPDATE_DOCS === '1') writeFileSync(document, fresh)
  else expect(text).toBe(fresh)
  expect(fresh).toContain(table)
})

/** `toolfit check --mcp`, as a user runs it. Rejects where the exit code is not 0. */
async function check(server: McpServer): Promise<CheckReport> {
  const main = path('node_modules/toolfit/dist/cli/main.js')
  const line = commandOf(server)
    .map((word) => `'${word}'`)
    .join(' ')
  const args = [main, 'check', '--mcp', line, '--to', dialectIds.join(','), '--json', '--explain', '--timeout', '120']
  const options = { cwd: path('.'), env: environmentOf(server), maxBuffer: 1e9, timeout: 240_000 }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(JSON.parse(stdout))
      else reject(new Error(`toolfit check ended with ${error.code}: ${stderr}`, { cause: error }))
    })
  })
}

/** The same list from the official client, without the command line between. */
async function listTools(server: McpServer): Promise<Tool[]> {
  const [command, ...args] = commandOf(server)
  const env = environmentOf(server)
  const transport = new StdioClientTransport({ command: command!, args, env, cwd: path('.'), stderr: 'ignore' })
  const client = new Client({ name: 'toolfit-interop', version: '1' }, { versionNegotiation: { mode: 'legacy' } })
  try {
    await client.connect(transport, { timeout: 120_000 })
    const tools: Tool[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await client.listTools(cursor === undefined ? {} : { cursor }, { timeout: 120_000 })
      tools.push(...page.tools)
      cursor = page.nextCursor
      if (cursor === undefined) return tools
    }
  } finally {
    await client.close()
  }
}

function isRefused({ unconverted }: CheckReport['parts'][number]): boolean {
  return unconverted.some(({ endpoint, message }) => endpoint === 'ai-studio' && message !== undefined)
}

/** What is left of the refusals when the two keywords are gone that most clients already take out. */
function isRefusedStripped({ name, inputSchema }: Tool): boolean {
  const stripped = stripKeywords(inputSchema as JsonObject, ['$schema', 'additionalProperties'])
  return checkSchema(stripped, { endpoint: 'ai-studio', place: 'parameters', functionName: name }).length > 0
}
