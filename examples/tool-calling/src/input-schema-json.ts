// Input schema with JSON Schema: with jsonSchema(), or as it is.
import { generateText, jsonSchema, tool } from 'toolfit'
import { emulatedGemini } from 'toolfit/testing'
import { call } from '../call.ts'

const getWeather = tool({
  // The type argument is what execute gets. The values are checked by the schema.
  inputSchema: jsonSchema<{ city: string }>({
    type: 'object',
    properties: {
      city: { type: 'string', description: 'City name for lookup' },
    },
    required: ['city'],
  }),
  execute: async ({ city }) => `Sunny in ${city}.`,
})

// A plain JSON Schema will do too. (`ai` throws a TypeError for it.)
const getTime = tool({
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  execute: async ({ city }: { city: string }) => `Noon in ${city}.`,
})

const { model } = emulatedGemini([[call('getWeather', { city: 'Rome' }), call('getTime', { city: 'Rome' })]])
const { toolResults } = await generateText({ model, prompt: 'Rome?', tools: { getWeather, getTime } })
console.log(toolResults.map(({ output }) => output))

// Prints:
//   [ 'Sunny in Rome.', 'Noon in Rome.' ]
