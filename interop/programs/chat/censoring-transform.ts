import type { TextStreamPart, ToolSet } from 'ai7'
import { z } from 'zod'
import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

type Part = TextStreamPart<ToolSet>

/** A transform that hides a secret from readers, from the stored steps, and from the next prompt. */
export async function run({ stepCountIs, streamText, tool }: Sdk) {
  const hide = (text: string) => text.replaceAll('hunter2', '*******')
  const prompts: unknown[] = []
  const result = streamText({
    model: scriptedModel(
      [
        { text: 'The password is hunter2. ', calls: [{ tool: 'login', input: { password: 'hunter2' } }] },
        { text: ['It is ', 'hunter2', ' indeed.'] },
      ],
      ({ prompt }) => prompts.push(JSON.stringify(prompt).includes('The password is hunter2')),
    ),
    prompt: 'Log in.',
    tools: {
      login: tool({ inputSchema: z.object({ password: z.string() }), execute: ({ password }) => password.length }),
    },
    stopWhen: stepCountIs(3),
    experimental_transform: () =>
      new TransformStream<Part, Part>({
        transform(part, controller) {
          controller.enqueue(part.type === 'text-delta' ? { ...part, text: hide(part.text) } : part)
        },
      }),
  })
  let text = ''
  for await (const piece of result.textStream) text += piece
  return {
    text,
    steps: (await result.steps).map((step) => step.text),
    results: (await result.toolResults).map(({ input, output }) => ({ input, output })),
    prompts,
  }
}
