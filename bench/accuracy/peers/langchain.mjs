import { tool } from '@langchain/core/tools'
import { ChatGoogleBase } from '@langchain/google-common'
import { ChatGoogleGenerativeAI } from '@langchain/google-genai'
import { declarationOf, fakeFetch, parametersOf, toolDescription, toolName } from './capture.mjs'
import { publishedFile, versionOf } from './published.mjs'

const model = 'gemini-2.5-flash'

/** LangChain's own kind of tool: what its MCP adapters make, too. */
const asTool = (schema) => tool(async () => 'ok', { name: toolName, description: toolDescription, schema })

export const langchainGenai = {
  id: 'langchain-google-genai',
  name: '@langchain/google-genai',
  version: versionOf('@langchain/google-genai'),
  path: 'native',
  fedBy: '`bindTools` with a structured tool',
  load: async () => {
    const chat = new ChatGoogleGenerativeAI({ model, apiKey: 'none', maxRetries: 0 })
    const { convertToGenerativeAITools } = await publishedFile('@langchain/google-genai/dist/utils/common.js')
    return {
      send: async (schema) => parametersOf(await declarationOf(() => chat.bindTools([asTool(schema)]).invoke('Go.'))),
      prepare: asTool,
      bare: (prepared) => convertToGenerativeAITools([prepared])[0].functionDeclarations[0],
    }
  },
}

/** `google-common` is the base of the Vertex and web packages, which add only the way to log in. */
class ChatWithoutLogin extends ChatGoogleBase {
  buildAbstractedClient() {
    return {
      clientType: 'fake',
      getProjectId: async () => 'none',
      request: async ({ data }) => {
        const response = await fakeFetch('', { body: typeof data === 'string' ? data : JSON.stringify(data) })
        return { data: await response.json(), config: {}, status: 200, statusText: 'OK', headers: {}, request: {} }
      },
    }
  }

  buildApiKeyClient() {
    return this.buildAbstractedClient()
  }

  buildApiKey() {
    return 'none'
  }
}

export const langchainCommon = {
  id: 'langchain-google-common',
  name: '@langchain/google-common',
  version: versionOf('@langchain/google-common'),
  path: 'native',
  fedBy: '`bindTools` with a structured tool',
  load: async () => {
    const chat = new ChatWithoutLogin({ model, platformType: 'gai', apiKey: 'none', maxRetries: 0 })
    const { convertToGeminiTools } = await publishedFile('@langchain/google-common/dist/utils/common.js')
    return {
      send: async (schema) => parametersOf(await declarationOf(() => chat.bindTools([asTool(schema)]).invoke('Go.'))),
      prepare: asTool,
      bare: (prepared) => convertToGeminiTools([prepared])[0].functionDeclarations[0],
    }
  },
}
