import { z } from 'zod'
import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** A loop of two steps: the parts that a server logs, and the steps that it stores. */
export async function run({ streamText, stepCountIs, tool }: Sdk) {
  const weather = tool({
    description: 'The weather in a city.',
    inputSchema: z.object({ city: z.string() }),
    execute: ({ city }) => ({ city, celsius: 31 }),
  })
  const result = streamText({
    model: scriptedModel([{ calls: [{ tool: 'weather', input: { city: 'Rome' } }] }, { text: ['Sunny, ', '31.'] }]),
    tools: { weather },
    stopWhen: stepCountIs(5),
    prompt: 'How is the weather in Rome?',
  })
  const log: string[] = []
  for await (const part of result.fullStream) log.push(part.type)
  const steps = await result.steps
  return {
    log,
    text: await result.text,
    steps: steps.map(({ text, toolCalls, toolResults, finishReason }) => ({
      text,
      finishReason,
      calls: toolCalls.map(({ toolName, input }) => ({ toolName, input })),
      results: toolResults.map(({ output }) => output),
    })),
  }
}
