import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Client, type Tool } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { compileTools, type DialectId, type JsonObject } from 'toolfit'
import { dialects } from 'toolfit/schema'
import { afterAll, describe, expect, test } from 'vitest'
import { accepts } from '../test/acceptance/index.ts'
import { type Declared, declaredIn, isTakenName } from './declared-in.ts'
import { commandOf, environmentOf, type McpServer, mcpServers, versionOf } from './mcp-servers.ts'

const dialectIds = Object.keys(dialects) as DialectId[]
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** A line of the table. */
interface Row {
  readonly server: string
  readonly version: string
  readonly tools: number
  /** Refused by AI Studio as they are. */
  readonly refused: number
  /** By dialect. */
  readonly accepted: ReadonlyMap<string, number>
}

const rows: Row[] = []

describe.concurrent.each(mcpServers.map((server) => [server.name, server] as const))('%s', (name, server) => {
  test('lists tools that every dialect compiles to what its endpoints accept', async ({ expect }) => {
    const [report, listed] = [await check(server), await listTools(server)]
    expect(report.parts.length).toBeGreaterThan(0)
    expect(report.parts.map((part) => part.name)).toEqual(listed.map((tool) => tool.name))

    const accepted = new Map<string, number>()
    for (const dialect of dialectIds) {
      const judged = judge(listed, dialect)
      expect(judged.flatMap(({ breaches }) => breaches)).toEqual([])
      accepted.set(dialect, judged.filter(({ breaches }) => breaches.length === 0).length)
    }
    rows.push({
      server: name,
      version: versionOf(server),
      tools: listed.length,
      refused: report.parts.filter(isRefused).length,
      accepted,
    })
  })
})
