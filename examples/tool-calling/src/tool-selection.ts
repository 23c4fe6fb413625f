// Tool selection control: toolChoice and activeTools, and what the model is sent.
import { generateText, type ToolChoice, tool } from 'toolfit'
import { emulatedGemini } from 'toolfit/testing'
import { z } from 'zod'

const answer = (text: string) => tool({ description: text, inputSchema: z.object({}), execute: async () => text })
const tools = { getWeather: answer('the weather'), getTime: answer('the time') }

const choices: ToolChoice<typeof tools>[] = [
  'auto', // Default: the model chooses whether and which
  'required', // The model must call a tool
  'none', // The model cannot use tools
  { type: 'tool', toolName: 'getWeather' }, // It must call this one
]

interface Sent {
  readonly toolConfig?: { readonly functionCallingConfig: object }
  readonly tools?: readonly { readonly functionDeclarations: readonly { readonly name: string }[] }[]
}

for (const toolChoice of choices) {
  const { model, emulator } = emulatedGemini()
  const { toolCalls } = await generateText({ model, prompt: 'Hello.', tools, toolChoice })
  const { toolConfig } = emulator.requests[0]!.body as Sent
  console.log(
    toolConfig?.functionCallingConfig,
    toolCalls.map(({ toolName }) => toolName),
  )
}

// activeTools: undefined is all of them, [] is none.
for (const activeTools of [undefined, ['getTime'], []] as const) {
  const { model, emulator } = emulatedGemini()
  await generateText({ model, prompt: 'Hello.', tools, activeTools })
  const sent = emulator.requests[0]!.body as Sent
  console.log(sent.tools?.[0]?.functionDeclarations.map(({ name }) => name))
}

// Prints:
//   undefined []
//   { mode: 'ANY' } [ 'getWeather' ]
//   { mode: 'NONE' } []
//   { mode: 'ANY', allowedFunctionNames: [ 'getWeather' ] } [ 'getWeather' ]
//   [ 'getWeather', 'getTime' ]
//   [ 'getTime' ]
//   undefined
