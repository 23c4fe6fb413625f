// generateText over several steps.
import { generateText, tool } from 'toolfit'
import { emulatedGemini } from 'toolfit/testing'
import { z } from 'zod'
import { call } from '../call.ts'

const getWeather = tool({
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => ({ city, celsius: city === 'Oslo' ? 4 : 31 }),
})
const { model } = emulatedGemini([
  [call('getWeather', { city: 'Rome' })],
  [call('getWeather', { city: 'Oslo' })],
  'Rome is 27 degrees warmer than Oslo.',
])

const { text, steps, parts } = await generateText({
  model,
  tools: { getWeather },
  maxSteps: 5,
  prompt: 'How much warmer than Oslo is Rome?',
})
// A step is one call of the model, and what became of the calls that it made.
console.log(steps.map(({ type }) => type))
// `parts` is the array of tool calls and results in sequence.
for (const part of parts) if (part.type === 'tool-result') console.log(part.toolName, part.args, part.result)
console.log(text)

// Prints:
//   [ 'tool-result', 'tool-result', 'text' ]
//   getWeather { city: 'Rome' } { city: 'Rome', celsius: 31 }
//   getWeather { city: 'Oslo' } { city: 'Oslo', celsius: 4 }
//   Rome is 27 degrees warmer than Oslo.
