/** The tools of the MCP servers of `interop`: what a clone can measure without any corpus. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = new URL('../../', import.meta.url)
const interop = new URL('interop/', root)
const cache = new URL('node_modules/.cache/', import.meta.url)

/**
 * Starts each server, offline, and asks it for its tools through `toolfit convert --to openai`, which passes schemas on unchanged.
 * @param dist the folder of a build
 * @returns the tools, or undefined where `interop` is not installed
 */
export async function readServerTools(dist, progress) {
  if (!existsSync(new URL('node_modules/@modelcontextprotocol/client', interop))) return undefined
  const { commandOf, environmentOf, mcpServers } = await loadServers()
  const tools = []
  for (const server of mcpServers) {
    progress(`starting ${server.name}`)
    const line = commandOf(server)
      .map((word) => `'${word}'`)
      .join(' ')
    const args = [
      fileURLToPath(new URL('cli/main.js', dist)),
      'convert',
      '--to',
      'openai',
      '--mcp',
      line,
      '--timeout',
      '120',
    ]
    const options = { cwd: fileURLToPath(interop), env: environmentOf(server), maxBuffer: 1e9 }
    const { stdout } = await promisify(execFile)(process.execPath, args, options)
    for (const {
      function: { name, parameters },
    } of JSON.parse(stdout))
      tools.push({ id: `${server.name}/${name}`, schema: parameters })
  }
  return tools
}

async function loadServers() {
  const { build } = createRequire(new URL('package.json', root))('esbuild')
  mkdirSync(cache, { recursive: true })
  const source = new URL('mcp-servers.ts', interop)
  const outfile = fileURLToPath(new URL('mcp-servers.mjs', cache))
  await build({
    entryPoints: [fileURLToPath(source)],
    outfile,
    format: 'esm',
    // It finds the servers from where it stands.
    define: { 'import.meta.url': JSON.stringify(source.href) },
    logLevel: 'warning',
  })
  return import(new URL('mcp-servers.mjs', cache).href)
}
