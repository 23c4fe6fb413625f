// Input schema with Zod: descriptions, an enum, a default, bounds.
import { generateText, tool } from 'toolfit'
import { emulatedGemini } from 'toolfit/testing'
import { z } from 'zod'
import { call } from '../call.ts'

const getForecast = tool({
  inputSchema: z.object({
    city: z.string().describe('City name for lookup'),
    units: z.enum(['celsius', 'fahrenheit']).default('celsius'),
    timeframe: z.number().min(1).max(7).describe('Days ahead'),
  }),
  // What arrives is parsed: `units` is there although the model left it out.
  execute: async ({ city, units, timeframe }) => `${city}, ${timeframe} days, in ${units}`,
})

const { model } = emulatedGemini([
  [call('getForecast', { city: 'Rome', timeframe: 30 })],
  [call('getForecast', { city: 'Rome', timeframe: 3 })],
])
const { steps } = await generateText({ model, prompt: 'Rome?', tools: { getForecast }, maxSteps: 2 })
console.log(steps[0]?.error)
console.log(steps[1]?.result)

// Prints:
//   AI_InvalidToolInputError: Invalid input for tool getForecast: /timeframe: Too big: expected number to be <=7.
//   Rome, 3 days, in celsius
