/** Starts @musistudio/llms as its README says, with Gemini as its only provider and without its log. */
import { createRequire } from 'node:module'
import { model } from './scenarios.mjs'

// Its build for `import` does not start on Node: "Dynamic require of child_process is not supported".
const { default: Server } = createRequire(import.meta.url)('@musistudio/llms')

const provider = {
  name: 'gemini',
  api_base_url: `${process.env.GEMINI_BASE_URL}/models/`,
  api_key: 'bench',
  models: [model],
  transformer: { use: ['gemini'] },
}

const server = new Server({
  initialConfig: { providers: [provider], PORT: process.env.PORT, HOST: '127.0.0.1' },
  useJsonFile: false,
  logger: false,
})
await server.start()
