import { z } from 'zod'
import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** A tool that throws, a tool that is not there, and input that does not fit: the model sees each, and goes on. */
export async function run({ generateText, InvalidToolInputError, NoSuchToolError, stepCountIs, tool }: Sdk) {
  const divide = tool({
    inputSchema: z.object({ by: z.number() }),
    execute: ({ by }) => {
      if (by === 0) throw new RangeError('Division by zero')
      return 12 / by
    },
  })
  const { steps, text } = await generateText({
    model: scriptedModel([
      { calls: [{ tool: 'divide', input: { by: 0 } }] },
      { calls: [{ tool: 'multiply', input: {} }] },
      { calls: [{ tool: 'divide', input: { by: 'four' } }] },
      { calls: [{ tool: 'divide', input: { by: 4 } }] },
      'It is 3.',
    ]),
    tools: { divide },
    stopWhen: stepCountIs(9),
    prompt: 'Divide 12.',
  })
  const errors = steps.flatMap(({ content }) => content).filter((part) => part.type === 'tool-error')
  const invalid = steps.flatMap(({ toolCalls }) => toolCalls).flatMap((call) => (call.invalid ? [call.error] : []))
  return {
    text,
    results: steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => output)),
    thrown: errors.map(({ toolName, error }) => [toolName, error instanceof RangeError ? error.message : 'invalid']),
    invalid: invalid.map((error) => [NoSuchToolError.isInstance(error), InvalidToolInputError.isInstance(error)]),
  }
}
