// Tool call repair by hand: repairToolCall, or by its older name experimental_repairToolCall. It uses no step.
import { generateText, type RepairToolCall, tool } from 'toolfit'
import { emulatedGemini } from 'toolfit/testing'
import { z } from 'zod'
import { call } from '../call.ts'

const getTool = tool({ inputSchema: z.object({ name: z.string() }), execute: async ({ name }) => `a ${name}` })
const tools = { getTool }

// Returns a corrected call, with its input as JSON text, or null.
const repairToolCall: RepairToolCall<typeof tools> = async ({ toolCall, error, inputSchema }) => {
  console.log(error.code)
  if (error.code === 'tool-unknown') return { ...toolCall, toolName: 'getTool' }
  const { required } = await inputSchema(toolCall)
  const [value] = Object.values(JSON.parse(toolCall.input) as object)
  return { ...toolCall, input: JSON.stringify({ [String(required)]: value }) }
}

const wrongInput = emulatedGemini([[call('getTool', { title: 'hammer' })]])
const first = await generateText({ model: wrongInput.model, prompt: 'A hammer.', tools, repairToolCall })
console.log(first.toolCalls[0]?.args, first.toolResults[0]?.result)

const wrongName = emulatedGemini([[call('get_tool', { name: 'saw' })]])
const second = await generateText({
  model: wrongName.model,
  prompt: 'A saw.',
  tools,
  experimental_repairToolCall: repairToolCall,
})
console.log(second.toolCalls[0]?.toolName, second.toolResults[0]?.result)

// Prints:
//   tool-input-invalid
//   { name: 'hammer' } a hammer
//   tool-unknown
//   getTool a saw
