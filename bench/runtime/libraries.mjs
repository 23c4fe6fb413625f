import { z } from 'zod'
import { loadToolfit } from './subject.mjs'

const properties = { city: { type: 'string' }, days: { type: 'integer' }, unit: { enum: ['celsius', 'fahrenheit'] } }
const required = ['city', 'days']

/** Toolfit, and `ai` with the models of the version that it speaks itself. */
const versions = { toolfit: 'v3', ai5: 'v2', ai6: 'v3', ai7: 'v4' }

export const libraryNames = Object.keys(versions)

export async function loadLibrary(name) {
  return { version: versions[name], library: name === 'toolfit' ? await loadToolfit() : await import(name) }
}

export async function loadLibraries() {
  const libraries = {}
  for (const name of libraryNames) libraries[name] = await loadLibrary(name)
  return libraries
}

/** The same tool for each, by the library's own functions. A new schema each time: nothing that was kept for another one helps. */
export const tools = {
  zod: ({ tool }) => {
    const unit = z.enum(['celsius', 'fahrenheit']).optional()
    return weather(tool, z.object({ city: z.string(), days: z.number().int(), unit }))
  },
  json: ({ tool, jsonSchema }) => {
    return weather(tool, jsonSchema({ type: 'object', properties, required, additionalProperties: false }))
  },
}

function weather(tool, inputSchema) {
  const description = 'The weather in a city.'
  return { weather: tool({ description, inputSchema, execute: async ({ city }) => ({ city, celsius: 31 }) }) }
}
