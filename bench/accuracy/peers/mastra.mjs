import { createGoogleGenerativeAI as create4 } from '@ai-sdk/google'
import { applyCompatLayer, GoogleSchemaCompatLayer, jsonSchema } from '@mastra/schema-compat'
import { createGoogleGenerativeAI as create3 } from 'ai-sdk-google-3'
import { bareAiSdk, files, sendThroughAiSdk } from './ai-sdk-google.mjs'
import { versionOf } from './published.mjs'

const layer = new GoogleSchemaCompatLayer({
  provider: 'google',
  modelId: 'gemini-2.5-flash',
  supportsStructuredOutputs: false,
})

/** Mastra's layer writes JSON Schema for an AI SDK provider, which converts it once more: nobody sends it as it is. */
function fit(schema) {
  return applyCompatLayer({ schema: jsonSchema(schema), compatLayers: [layer], mode: 'jsonSchema' })
}

function through(version, create, path) {
  return {
    id: `mastra-${version}`,
    name: '@mastra/schema-compat',
    version: versionOf('@mastra/schema-compat'),
    with: `@ai-sdk/google ${versionOf(version === 3 ? 'ai-sdk-google-3' : '@ai-sdk/google')}`,
    path,
    fedBy: '`applyCompatLayer` with `jsonSchema()`, then a model call',
    load: async () => {
      const send = sendThroughAiSdk(create)
      const bare = await bareAiSdk(files[version])
      return { send: async (schema) => send(fit(schema)), bare: (schema) => bare(fit(schema)) }
    },
  }
}

export const mastraOnAiSdk3 = through(3, create3, 'native')
export const mastraOnAiSdk4 = through(4, create4, 'json')
