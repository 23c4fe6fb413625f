// Dynamic tool definition: a tool whose types are known only when the program runs.
import { dynamicTool, generateText } from 'toolfit'
import { emulatedGemini } from 'toolfit/testing'
import { z } from 'zod'
import { call } from '../call.ts'

const runQuery = dynamicTool({
  description: 'Runs a query of a plug-in.',
  inputSchema: z.unknown(), // Required, even if any input is fine
  execute: async (args: unknown) => ({ received: args }),
})
console.log(runQuery.type)

const { model } = emulatedGemini([[call('runQuery', { sql: 'select 1' })], 'Done.'])
const { toolCalls, toolResults, text } = await generateText({
  model,
  prompt: 'Run select 1.',
  tools: { runQuery },
  maxSteps: 2,
})
console.log(toolCalls[0]?.dynamic, toolCalls[0]?.args)
console.log(toolResults[0]?.result)
console.log(text)

// Prints:
//   dynamic
//   true { sql: 'select 1' }
//   { received: { sql: 'select 1' } }
//   Done.
