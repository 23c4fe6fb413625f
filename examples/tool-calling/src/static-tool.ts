// Static tool definition: every field, and the types that follow from them.
import { generateText, type ToolCallOptions, tool } from 'toolfit'
import { emulatedGemini } from 'toolfit/testing'
import { z } from 'zod'
import { call } from '../call.ts'

const getWeather = tool({
  description: 'The weather in a city, now.', // Influences the model's choice of a tool
  inputSchema: z.object({ city: z.string() }), // Required. Zod, JSON Schema, any Standard Schema
  execute: async ({ city }, { toolCallId }: ToolCallOptions) => ({ city, celsius: 31, toolCallId }),
  outputSchema: z.object({ city: z.string(), celsius: z.number(), toolCallId: z.string() }), // Checked, see below
  id: 'weather-1', // Kept. Generated if omitted
  providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
})

// Validated output: what does not fit is a tool-error. (In `ai`, outputSchema gives types and checks nothing.)
const getHumidity = tool({
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => city.length * 100,
  outputSchema: z.number().max(100),
})

const { model } = emulatedGemini([
  [call('getWeather', { city: 'Rome' }, 'call-1'), call('getHumidity', { city: 'Rome' }, 'call-2')],
])
const { staticToolResults, steps } = await generateText({ model, prompt: 'Rome?', tools: { getWeather, getHumidity } })

for (const toolResult of staticToolResults) {
  // The type of `output` follows from `toolName`.
  if (toolResult.toolName === 'getWeather') console.log(toolResult.output.city, toolResult.output.celsius)
}
console.log(steps[0]?.type, String(steps[0]?.error))

// Prints:
//   Rome 31
//   tool-error ToolfitError: The output of the tool "getHumidity" does not fit its outputSchema: Too big: expected number to be <=100.
