import { z } from 'zod'
import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** An agent that asks another one through a tool, and tells its model a summary of what that found. */
export async function run({ tool, ToolLoopAgent }: Sdk) {
  const researcher = new ToolLoopAgent({
    model: scriptedModel([{ reasoning: 'I know this.', text: 'Rome has 2.8 million inhabitants.' }]),
    instructions: 'You research.',
  })
  const prompts: unknown[] = []
  const assistant = new ToolLoopAgent({
    model: scriptedModel(
      [{ calls: [{ tool: 'research', input: { task: 'Inhabitants of Rome' } }] }, 'About 2.8 million.'],
      ({ prompt }) => prompts.push(prompt.at(-1)?.content),
    ),
    tools: {
      research: tool({
        inputSchema: z.object({ task: z.string() }),
        execute: async ({ task }, { abortSignal }) => {
          const { text, reasoningText } = await researcher.generate({
            prompt: task,
            ...(abortSignal && { abortSignal }),
          })
          return { text, thoughts: reasoningText }
        },
        toModelOutput: ({ output }) => ({ type: 'text', value: output.text }),
      }),
    },
  })
  const { text, toolResults } = await assistant.generate({ prompt: 'How many people live in Rome?' })
  return { text, outputs: toolResults.map(({ output }) => output), prompts: JSON.parse(JSON.stringify(prompts)) }
}
