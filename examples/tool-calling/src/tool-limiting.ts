// Tool limiting: activeTools, swapped from step to step.
import { generateText, type ToolSet, tool } from 'toolfit'
import { emulatedGemini } from 'toolfit/testing'
import { z } from 'zod'
import { call } from '../call.ts'

function getInitialTools(): ToolSet {
  const named = (name: string) => [name, tool({ inputSchema: z.object({}), execute: async () => `${name} done` })]
  return Object.fromEntries(['search', 'open', 'write', 'publish'].map(named))
}

const { model, emulator } = emulatedGemini([[call('search', {})], [call('publish', {})], 'Published.'])
const currentTools = getInitialTools()
const { steps, text } = await generateText({
  model,
  prompt: 'Find it and publish it.',
  maxSteps: 3,
  tools: currentTools,
  activeTools: Object.keys(currentTools),
  // After the first step, the model needs different tools
  prepareStep: ({ stepNumber }) => (stepNumber > 0 ? { activeTools: ['write', 'publish'] } : undefined),
})

interface Sent {
  readonly tools: readonly { readonly functionDeclarations: readonly { readonly name: string }[] }[]
}
for (const { body } of emulator.requests) {
  console.log((body as Sent).tools[0]?.functionDeclarations.map(({ name }) => name).join(', '))
}
console.log(steps.map(({ toolName, result }) => [toolName, result]))
console.log(text)

// Prints:
//   search, open, write, publish
//   write, publish
//   write, publish
//   [
//     [ 'search', 'search done' ],
//     [ 'publish', 'publish done' ],
//     [ undefined, undefined ]
//   ]
//   Published.
