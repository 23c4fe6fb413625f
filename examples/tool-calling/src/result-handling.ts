// Tool call result handling in generateText: the loop over steps.
import { generateText, tool } from 'toolfit'
import { emulatedGemini } from 'toolfit/testing'
import { z } from 'zod'
import { call } from '../call.ts'

const getTool = tool({ inputSchema: z.object({ name: z.string() }), execute: async ({ name }) => `a ${name}` })
// No execute: its calls are reported, and end the loop.
const askUser = tool({ inputSchema: z.object({ question: z.string() }) })

const { model } = emulatedGemini([
  [call('getTool', { name: 'hammer' })],
  [call('askUser', { question: 'Which nail?' })],
])
const result = await generateText({ model, prompt: 'I need a tool.', tools: { getTool, askUser }, maxSteps: 5 })
// result.steps: Step[] containing tool calls and results
// result.toolCalls: only the tool calls themselves, of all steps
console.log(result.toolCalls.map(({ toolName }) => toolName))

// `type` says how a step ended; toolName, args and result are of the call that gave it its type.
result.steps.forEach((step) => {
  if (step.type === 'tool-call') {
    console.log(step.toolName, step.args)
  } else if (step.type === 'tool-result') {
    console.log(step.result)
  } else if (step.type === 'text') {
    console.log(step.text)
  }
})

// The conversation goes on with the user's answer.
const next = emulatedGemini(['Take the small one.'])
const [question] = result.toolCalls.slice(-1)
const { steps } = await generateText({
  model: next.model,
  messages: [
    ...result.messages,
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: question!.toolCallId,
          toolName: question!.toolName,
          output: { type: 'text', value: 'the small one' },
        },
      ],
    },
  ],
  tools: { getTool, askUser },
})
steps.forEach((step) => {
  if (step.type === 'text') console.log(step.text)
})

// Prints:
//   [ 'getTool', 'askUser' ]
//   a hammer
//   askUser { question: 'Which nail?' }
//   Take the small one.
