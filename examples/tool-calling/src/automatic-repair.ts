// Tool call repair in the next step: the model sees the error, and calls again.
import { generateText, tool } from 'toolfit'
import { emulatedGemini } from 'toolfit/testing'
import { z } from 'zod'
import { call } from '../call.ts'

const getTool = tool({ inputSchema: z.object({ name: z.string() }), execute: async ({ name }) => `a ${name}` })
const { model } = emulatedGemini([
  [call('getTool', { title: 'hammer' })],
  [call('getTool', { name: 'hammer' })],
  'Here is your hammer.',
])

const { text, steps } = await generateText({
  model,
  prompt: 'A hammer, please.',
  maxSteps: 3,
  tools: { getTool },
  // Failed tool calls auto-repair in next step
})
for (const step of steps) console.log(step.type, step.error ?? step.result ?? '')
console.log(text)

// Prints:
//   tool-error AI_InvalidToolInputError: Invalid input for tool getTool: The property "name" is required. Expected string.
//   tool-result a hammer
//   text
//   Here is your hammer.
