// Dynamic and static tools in one set: the type narrowing pattern.
import { dynamicTool, generateText, tool } from 'toolfit'
import { emulatedGemini } from 'toolfit/testing'
import { z } from 'zod'
import { call } from '../call.ts'

const getTool = tool({ inputSchema: z.object({ param: z.string() }), execute: async ({ param }) => param })
const plugIn = dynamicTool({ description: 'Of a plug-in.', inputSchema: z.unknown(), execute: async (args) => args })

const { model } = emulatedGemini([[call('getTool', { param: 'a' }), call('plugIn', { query: 'b' })]])
const { toolCalls } = await generateText({ model, prompt: 'Go.', tools: { getTool, plugIn } })

// Type narrowing pattern:
for (const toolCall of toolCalls) {
  if (toolCall.dynamic) {
    // `args` is unknown: validate it before using it. No cast to any is needed
    const input = z.object({ query: z.string() }).parse(toolCall.args)
    console.log('dynamic', toolCall.toolName, input.query)
  } else {
    // Full type safety
    switch (toolCall.toolName) {
      case 'getTool':
        console.log('static', toolCall.args.param)
        break
    }
  }
}

// Prints:
//   static a
//   dynamic plugIn b
