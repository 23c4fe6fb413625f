import { GoogleGenAI, mcpToTool } from '@google/genai'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { declarationOf, parametersOf, toolDescription, toolName } from './capture.mjs'
import { versionOf, withExports } from './published.mjs'

const file = '@google/genai/dist/node/index.mjs'
const version = versionOf('@google/genai')
const client = new GoogleGenAI({ apiKey: 'none', vertexai: false })

const ask = (tools) => client.models.generateContent({ model: 'gemini-2.5-flash', contents: 'Go.', config: { tools } })

const declare = (parameters) => ({ name: toolName, description: toolDescription, parameters })

export const genaiParameters = {
  id: 'google-genai-parameters',
  name: '@google/genai',
  version,
  with: '`parameters`',
  path: 'native',
  fedBy: '`generateContent` with a function declaration',
  load: async () => {
    const { tTool } = await withExports(file, ['tTool'])
    return {
      send: async (schema) =>
        parametersOf(await declarationOf(() => ask([{ functionDeclarations: [declare(schema)] }]))),
      bare: (schema) => tTool({ functionDeclarations: [declare(schema)] }).functionDeclarations[0],
    }
  },
}

/** A real MCP server with one tool, in this process. */
async function connect(schema) {
  const server = new Server({ name: 'bench', version: '0' }, { capabilities: { tools: {} } })
  const tools = [{ name: toolName, description: toolDescription, inputSchema: schema }]
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools }))
  const [here, there] = InMemoryTransport.createLinkedPair()
  const mcp = new Client({ name: 'bench', version: '0' })
  await Promise.all([server.connect(there), mcp.connect(here)])
  return mcp
}

export const genaiMcp = {
  id: 'google-genai-mcp',
  name: '@google/genai',
  version,
  with: '`mcpToTool`',
  path: 'json',
  fedBy: '`generateContent` with `mcpToTool` and an MCP server',
  load: async () => {
    const { mcpToolsToGeminiTool } = await withExports(file, ['mcpToolsToGeminiTool'])
    return {
      send: async (schema) => {
        const mcp = await connect(schema)
        try {
          return parametersOf(await declarationOf(() => ask([mcpToTool(mcp)])))
        } finally {
          await mcp.close()
        }
      },
      bare: (inputSchema) =>
        mcpToolsToGeminiTool([{ name: toolName, description: toolDescription, inputSchema }]).functionDeclarations[0],
    }
  },
}
