// Error handling in several steps: what failed, and whether the model recovered.
import { generateText, tool } from 'toolfit'
import { emulatedGemini } from 'toolfit/testing'
import { z } from 'zod'
import { call } from '../call.ts'

const getTool = tool({
  inputSchema: z.object({ name: z.string() }),
  execute: async ({ name }) => {
    if (name === 'hammer') throw new Error('Sold out.')
    return `a ${name}`
  },
})
const { model } = emulatedGemini([
  [call('getTool', { name: 'hammer' })],
  [call('getTool', { name: 'mallet' })],
  'There was no hammer, so here is a mallet.',
])

const { text, steps } = await generateText({
  model,
  prompt: 'A hammer, please.',
  maxSteps: 5,
  tools: { getTool },
})

// Check for tool errors in steps
const hasErrors = steps.some((s) => s.type === 'tool-error')
if (hasErrors) {
  const errors = steps.filter((s) => s.type === 'tool-error')
  // Handle gracefully: the model may have recovered in subsequent steps
  for (const { toolName, args, error } of errors) console.log(toolName, args, String(error))
}
console.log(text)

// Prints:
//   getTool { name: 'hammer' } Error: Sold out.
//   There was no hammer, so here is a mallet.
