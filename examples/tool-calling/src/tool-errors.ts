// Tool errors: in steps, in streams, and where they are thrown.
import { generateText, streamText, ToolfitError, tool } from 'toolfit'
import { emulatedGemini } from 'toolfit/testing'
import { z } from 'zod'
import { call } from '../call.ts'

const getTool = tool({
  inputSchema: z.object({ name: z.string() }),
  execute: async ({ name }): Promise<string> => {
    throw new Error(`There is no ${name}.`)
  },
})
const hammer = () => emulatedGemini([[call('getTool', { name: 'hammer' })], 'I am sorry.'])

// generateText: errors appear as step.type === 'tool-error', and the model sees them
const { steps, text } = await generateText({
  model: hammer().model,
  prompt: 'A hammer, please.',
  tools: { getTool },
  maxSteps: 2,
})
for (const step of steps) if (step.type === 'tool-error') console.log('step:', String(step.error))
console.log(text)

// streamText: errors appear as 'tool-error' parts in the stream
const { fullStream } = streamText({ model: hammer().model, prompt: 'A hammer, please.', tools: { getTool } })
for await (const part of fullStream) if (part.type === 'tool-error') console.log('part:', String(part.error))

// Invalid input throws if the model has no step left to correct it; otherwise the model sees the error
// (see automatic-repair.ts). `invalidToolInput: 'throw'` always throws, `'report'` never does.
const { model } = emulatedGemini([[call('getTool', { title: 'hammer' })]])
try {
  await generateText({ model, prompt: 'A hammer, please.', tools: { getTool } })
} catch (error) {
  if (!ToolfitError.isInstance(error)) throw error
  console.log('thrown:', error.code, error.message)
}

// Prints:
//   step: Error: There is no hammer.
//   I am sorry.
//   part: Error: There is no hammer.
//   thrown: tool-input-invalid Invalid input for tool getTool: The property "name" is required. Expected string.
