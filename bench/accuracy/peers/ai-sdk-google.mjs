import { createGoogleGenerativeAI as create4 } from '@ai-sdk/google'
import { createGoogleGenerativeAI as create3 } from 'ai-sdk-google-3'
import { declarationOf, fakeFetch, parametersOf, toolDescription, toolName } from './capture.mjs'
import { versionOf, withExports } from './published.mjs'

const modelId = 'gemini-2.5-flash'
const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Go.' }] }]

const asTool = (inputSchema) => ({ type: 'function', name: toolName, description: toolDescription, inputSchema })

/** What `generateText` of `ai` does with a tool's JSON Schema: it hands it to the model. Warnings are its report. */
export function sendThroughAiSdk(create) {
  const model = create({ apiKey: 'none', fetch: fakeFetch })(modelId)
  return async (schema) => {
    let report = []
    const declaration = await declarationOf(async () => {
      const result = await model.doGenerate({ prompt, tools: [asTool(schema)], toolChoice: { type: 'auto' } })
      report = result.warnings ?? []
    })
    return { ...parametersOf(declaration), report }
  }
}

export async function bareAiSdk(file) {
  const { prepareTools } = await withExports(file, ['prepareTools'])
  return (schema) => {
    const { tools } = prepareTools({ tools: [asTool(schema)], modelId })
    return tools[0].functionDeclarations[0]
  }
}

export const files = { 3: 'ai-sdk-google-3/dist/index.mjs', 4: '@ai-sdk/google/dist/index.js' }

export const aiSdkGoogle3 = {
  id: 'ai-sdk-google-3',
  name: '@ai-sdk/google',
  version: versionOf('ai-sdk-google-3'),
  path: 'native',
  fedBy: 'a model call with a function tool',
  load: async () => ({ send: sendThroughAiSdk(create3), bare: await bareAiSdk(files[3]) }),
}

export const aiSdkGoogle4 = {
  id: 'ai-sdk-google-4',
  name: '@ai-sdk/google',
  version: versionOf('@ai-sdk/google'),
  path: 'json',
  fedBy: 'a model call with a function tool',
  load: async () => ({ send: sendThroughAiSdk(create4), bare: await bareAiSdk(files[4]) }),
}
