import { z } from 'zod'
import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** An agent that streams, with callbacks in its settings and in the call. */
export async function run({ tool, ToolLoopAgent, smoothStream, isStepCount }: Sdk) {
  const log: string[] = []
  const agent = new ToolLoopAgent({
    model: scriptedModel([
      { text: 'Searching. ', calls: [{ tool: 'search', input: { query: 'tea' } }] },
      { text: ['Green te', 'a is ', 'popular.'] },
    ]),
    tools: {
      search: tool({
        inputSchema: z.object({ query: z.string() }),
        execute: async function* ({ query }) {
          yield { status: 'searching', query }
          yield { status: 'done', query }
        },
      }),
    },
    stopWhen: isStepCount(4),
    onStepEnd: ({ finishReason }) => void log.push(`settings: step ${finishReason}`),
  })
  const result = await agent.stream({
    prompt: 'Which tea?',
    experimental_transform: smoothStream({ delayInMs: null }),
    onEnd: ({ text, steps }) => void log.push(`call: ${steps.length} steps, ${text}`),
  })
  const parts: unknown[] = []
  for await (const part of result.stream) {
    if (part.type === 'text-delta') parts.push(part.text)
    else if (part.type === 'tool-result') parts.push({ output: part.output, preliminary: part.preliminary ?? false })
    else parts.push(part.type)
  }
  return { parts, log }
}
