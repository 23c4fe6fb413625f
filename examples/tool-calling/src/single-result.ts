// A single result, the default.
import { generateText, tool } from 'toolfit'
import { emulatedGemini } from 'toolfit/testing'
import { z } from 'zod'
import { call } from '../call.ts'

const value = 42
const lookUp = tool({
  inputSchema: z.object({ param: z.string() }),
  execute: async ({ param }) => ({ status: 'success', data: `${param}: ${value}` }),
})

const { model } = emulatedGemini([[call('lookUp', { param: 'answer' })]])
const { toolResults } = await generateText({ model, prompt: 'Look up the answer.', tools: { lookUp } })
console.log(toolResults[0]?.output)

// Prints:
//   { status: 'success', data: 'answer: 42' }
