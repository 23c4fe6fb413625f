import { readDocument } from './documents.ts'

/** The last line of the table in docs/mcp-servers.md, as a sentence. interop/mcp-servers.test.ts measures the table. */
export function renderMcpSummary(): string {
  const lines = readDocument('docs/mcp-servers.md').text.split('\n')
  const sums = lines.find((line) => /^\| \d+ servers /.test(line))
  if (sums === undefined) throw new Error('docs/mcp-servers.md has no line of sums.')
  const [servers, , tools, refused, stripped, ...accepted] = sums
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())
  const isAll = accepted.every((count) => count === tools)
  const compiled = isAll ? `all ${tools}` : `between ${Math.min(...accepted.map(Number))} and ${tools}`
  return [
    `Of ${tools} tools of ${servers} from npm, Gemini's rules refuse ${refused} as they are, and ${stripped} with \`$schema\` and`,
    `\`additionalProperties\` stripped. Compiled, the rules of every dialect accept ${compiled}: [real MCP servers](docs/mcp-servers.md).`,
  ].join('\n')
}
