import { Gemini, LogLevel, setLogLevel } from '@google/adk'
import { MCPTool } from '@google/adk/tools/mcp'
import { declarationOf, parametersOf, toolDescription, toolName } from './capture.mjs'
import { versionOf, withExports } from './published.mjs'

const contents = [{ role: 'user', parts: [{ text: 'Go.' }] }]

/** Tools of MCP servers are ADK's way in for JSON Schema; its function tools take Zod or Gemini's own schema. */
const asTool = (inputSchema) => new MCPTool({ name: toolName, description: toolDescription, inputSchema }, undefined)

export const googleAdk = {
  id: 'google-adk',
  name: '@google/adk',
  version: versionOf('@google/adk'),
  path: 'native',
  fedBy: 'an `MCPTool` in a request to its `Gemini` model',
  load: async () => {
    setLogLevel(LogLevel.ERROR)
    const model = new Gemini({ model: 'gemini-2.5-flash', apiKey: 'none', vertexai: false })
    const { tTool } = await withExports('@google/genai/dist/node/index.mjs', ['tTool'])
    return {
      send: async (schema) => parametersOf(await declarationOf(() => ask(model, schema))),
      bare: (schema) => tTool({ functionDeclarations: [asTool(schema)._getDeclaration()] }).functionDeclarations[0],
    }
  },
}

async function ask(model, schema) {
  const llmRequest = { contents: structuredClone(contents), config: {}, liveConnectConfig: {}, toolsDict: {} }
  await asTool(schema).processLlmRequest({ llmRequest, toolContext: undefined })
  for await (const response of model.generateContentAsync(llmRequest, false)) {
    if (response.errorCode) throw new Error(response.errorMessage)
  }
}
