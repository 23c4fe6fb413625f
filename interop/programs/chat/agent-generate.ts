import { z } from 'zod'
import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** An agent that is asked twice: what the model was sent, and what came back. */
export async function run({ tool, ToolLoopAgent }: Sdk) {
  const prompts: unknown[] = []
  const model = scriptedModel(
    [{ calls: [{ tool: 'add', input: { a: 2, b: 3 } }] }, 'It is 5.', 'You are welcome.'],
    ({ prompt }) => prompts.push(prompt.map(({ role }) => role)),
  )
  const agent = new ToolLoopAgent({
    id: 'calculator',
    model,
    instructions: 'You calculate.',
    tools: { add: tool({ inputSchema: z.object({ a: z.number(), b: z.number() }), execute: ({ a, b }) => a + b }) },
  })
  const first = await agent.generate({ prompt: 'What is 2 + 3?' })
  const second = await agent.generate({
    messages: [
      { role: 'user', content: 'What is 2 + 3?' },
      ...first.responseMessages,
      { role: 'user', content: 'Thanks.' },
    ],
  })
  return {
    id: agent.id,
    tools: Object.keys(agent.tools),
    answers: [first.text, second.text],
    results: first.toolResults.map(({ toolName, input, output }) => ({ toolName, input, output })),
    steps: [first.steps.length, second.steps.length],
    usage: [first.totalUsage.totalTokens, second.totalUsage.totalTokens],
    prompts,
  }
}
