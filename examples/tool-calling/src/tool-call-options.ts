// ToolCallOptions: the second parameter of execute.
import { generateText, type ToolCallOptions, tool } from 'toolfit'
import { emulatedGemini } from 'toolfit/testing'
import { z } from 'zod'
import { call } from '../call.ts'

const getWeather = tool({
  inputSchema: z.object({ city: z.string() }),
  execute: async (
    { city },
    {
      toolCallId, // Unique in the run
      messages, // Without the system prompt, and without the answer that made this call
      abortSignal, // Aborted when the run is, or when the tool's own timeout is over
      experimental_context, // What was given to generateText, the same object
    }: ToolCallOptions,
  ) => {
    console.log(toolCallId)
    console.log(messages)
    console.log(abortSignal?.aborted, experimental_context)
    return `Sunny in ${city}.`
  },
})

const { model } = emulatedGemini([[call('getWeather', { city: 'Rome' }, 'call-1')]])
await generateText({
  model,
  system: 'Be short.',
  prompt: 'How is the weather in Rome?',
  tools: { getWeather },
  abortSignal: new AbortController().signal,
  experimental_context: { userId: 'user-123' },
})

// Prints:
//   call-1
//   [ { role: 'user', content: 'How is the weather in Rome?' } ]
//   false { userId: 'user-123' }
