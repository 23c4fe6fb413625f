import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

/** An MCP server from npm, and how it is started so that it lists its tools. */
export interface McpServer {
  readonly name: string
  /** Where the package has more than one binary. */
  readonly binary?: string
  readonly args?: readonly string[]
  /** Keys that nobody knows: a server wants one to start, and is never asked to use it. */
  readonly env?: Readonly<Record<string, string>>
}

/** Those that list their tools without a network, a browser or an install script. */
export const mcpServers: readonly McpServer[] = [
  { name: '@modelcontextprotocol/server-everything' },
  { name: '@modelcontextprotocol/server-filesystem', args: [tmpdir()] },
  { name: '@modelcontextprotocol/server-github', env: { GITHUB_PERSONAL_ACCESS_TOKEN: 'none' } },
  { name: '@modelcontextprotocol/server-memory' },
  { name: '@modelcontextprotocol/server-sequential-thinking' },
  { name: '@brave/brave-search-mcp-server', args: ['--transport', 'stdio'], env: { BRAVE_API_KEY: 'none' } },
  { name: '@hubspot/mcp-server', env: { PRIVATE_APP_ACCESS_TOKEN: 'none' } },
  { name: '@notionhq/notion-mcp-server', env: { NOTION_TOKEN: 'none' } },
  { name: '@playwright/mcp' },
  { name: '@sentry/mcp-server', env: { SENTRY_ACCESS_TOKEN: 'none' } },
  { name: '@upstash/context7-mcp' },
  { name: 'chrome-devtools-mcp', binary: 'chrome-devtools-mcp' },
  { name: 'figma-developer-mcp', args: ['--stdio', '--figma-api-key=none'] },
  { name: 'firecrawl-mcp', env: { FIRECRAWL_API_KEY: 'none' } },
  { name: 'tavily-mcp', env: { TAVILY_API_KEY: 'none' } },
]

interface Manifest {
  readonly version: string
  readonly bin: string | Readonly<Record<string, string>>
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

function manifestOf({ name }: McpServer): Manifest {
  return JSON.parse(readFileSync(path(`node_modules/${name}/package.json`), 'utf8'))
}

export function versionOf(server: McpServer): string {
  return manifestOf(server).version
}

/** The program and the arguments that start a server: Node itself, because a shim is one process more to end. */
export function commandOf(server: McpServer): readonly string[] {
  const { bin } = manifestOf(server)
  const binaries = typeof bin === 'string' ? { [server.name]: bin } : bin
  const script = server.binary === undefined ? Object.values(binaries)[0] : binaries[server.binary]
  if (script === undefined) throw new Error(`${server.name} has no such binary; it has ${Object.keys(binaries)}.`)
  return [process.execPath, path(`node_modules/${server.name}/${script}`), ...(server.args ?? [])]
}

/**
 * What a server finds in its environment. No connection leaves it: with a network and without, it has to list the same
 * tools, and telemetry stays at home.
 */
export function environmentOf({ env }: McpServer): Record<string, string> {
  const offline = new URL('refuse-connections.mjs', import.meta.url).href
  return {
    PATH: process.env.PATH ?? '',
    HOME: tmpdir(),
    NODE_OPTIONS: `--import=${offline}`,
    DO_NOT_TRACK: '1',
    ...env,
  }
}
