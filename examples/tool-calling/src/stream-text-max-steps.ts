// streamText with maxSteps. The emulator answers by itself here: it reads the prompt, and calls what fits.
import { streamText, tool } from 'toolfit'
import { emulatedGemini } from 'toolfit/testing'
import { z } from 'zod'

const tool1 = tool({
  description: 'Get the weather in a city.',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => ({ city, celsius: city === 'London' ? 14 : 19 }),
})
const tool2 = tool({
  description: 'Get the location of the user.',
  inputSchema: z.object({}),
  execute: async () => 'Graz',
})
const { model } = emulatedGemini()

// streamText returns at once. Awaiting it does no harm.
const { textStream, steps } = await streamText({
  model,
  prompt: "What's the weather in London and Paris?",
  tools: { getWeather: tool1, getLocation: tool2 },
  maxSteps: 5, // Calls of the model, at most. Default: 1
  stopWhen: (step) => step.finishReason === 'length', // `({ steps }) => …`, as in `ai`, works too
  prepareStep: ({ stepNumber }) => (stepNumber === 0 ? { toolChoice: 'required' } : undefined),
})

let text = ''
for await (const piece of textStream) text += piece
for (const step of await steps)
  console.log(
    step.type,
    step.toolCalls.map((toolCall) => toolCall.args),
  )
console.log(text)

// Prints:
//   tool-result [ { city: 'London' }, { city: 'Paris' } ]
//   text []
//   [Toolfit emulator] getWeather answered {"city":"London","celsius":14}; getWeather answered {"city":"Paris","celsius":19}.
