import { googleAI } from '@genkit-ai/google-genai'
import { genkit } from 'genkit'
import { logger } from 'genkit/logging'
import { declarationOf, parametersOf, toolDescription, toolName } from './capture.mjs'
import { publishedFile, versionOf } from './published.mjs'

export const genkitGoogle = {
  id: 'genkit',
  name: '@genkit-ai/google-genai',
  version: versionOf('@genkit-ai/google-genai'),
  path: 'native',
  fedBy: '`generate` with a dynamic tool',
  load: async () => {
    logger.setLogLevel('error')
    const ai = genkit({ plugins: [googleAI({ apiKey: 'none' })] })
    const model = googleAI.model('gemini-2.5-flash')
    const asTool = (inputJsonSchema) =>
      ai.dynamicTool({ name: toolName, description: toolDescription, inputJsonSchema }, async () => 'ok')
    const { toGeminiTool } = await publishedFile('@genkit-ai/google-genai/lib/common/converters.mjs')
    return {
      send: async (schema) =>
        parametersOf(await declarationOf(() => ai.generate({ model, prompt: 'Go.', tools: [asTool(schema)] }))),
      bare: (inputSchema) => toGeminiTool({ name: toolName, description: toolDescription, inputSchema }),
    }
  },
}
