// Anthropic prompt caching: providerOptions of a tool reach the request.
import { generateText, tool } from 'toolfit'
import { anthropic } from 'toolfit/anthropic'
import { z } from 'zod'

const tools = {
  getTool: tool({
    description: 'Heavy tool definition',
    inputSchema: z.object({ name: z.string() }),
    execute: async (args) => `a ${args.name}`,
    providerOptions: {
      anthropic: {
        cacheControl: { type: 'ephemeral' },
      },
    },
  }),
}

// The emulator only serves Gemini's API. Here a custom fetch stands for Anthropic, and records the requests.
let sent: { tools: { name: string; cache_control?: object }[] } | undefined
const model = anthropic('claude-sonnet-4-5', {
  apiKey: 'any',
  fetch: async (_url, init) => {
    sent = JSON.parse(String(init.body))
    const content = [{ type: 'text', text: 'Hello.' }]
    return Response.json({ type: 'message', role: 'assistant', content, stop_reason: 'end_turn', usage: {} })
  },
})

await generateText({ model, prompt: 'Hello.', tools })
console.log(sent?.tools.map(({ name, cache_control }) => ({ name, cache_control })))

// Prints:
//   [ { name: 'getTool', cache_control: { type: 'ephemeral' } } ]
