// Passing context to tools. It never reaches the model, the messages or telemetry.
import { generateText, tool } from 'toolfit'
import { emulatedGemini } from 'toolfit/testing'
import { z } from 'zod'
import { call } from '../call.ts'

const contextSchema = z.object({ userId: z.string(), apiKey: z.string() })

const getTool = tool({
  inputSchema: z.object({}),
  // In tool execute: it is unknown to the types, so look at it before you use it
  execute: async (_args, { experimental_context }) => {
    const { userId, apiKey } = contextSchema.parse(experimental_context)
    return `${userId} has a key of ${apiKey.length} letters`
  },
})
const getOrders = tool({
  inputSchema: z.object({}),
  contextSchema, // With a schema of its own, `context` has its type
  execute: async (_args, { context }) => `orders of ${context.userId}`,
})

const { model, emulator } = emulatedGemini([[call('getTool', {}), call('getOrders', {})], 'Done.'])
const { text, toolResults } = await generateText({
  model,
  prompt: 'Who am I?',
  tools: { getTool, getOrders },
  experimental_context: { userId: 'user-123', apiKey: 'secret' },
  maxSteps: 2,
})
console.log(toolResults.map(({ output }) => output))
console.log(text, JSON.stringify(emulator.requests).includes('secret'))

// Prints:
//   [ 'user-123 has a key of 6 letters', 'orders of user-123' ]
//   Done. false
