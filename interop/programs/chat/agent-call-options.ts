import { z } from 'zod'
import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** An agent whose instructions and settings depend on typed options of the call. */
export async function run({ ToolLoopAgent }: Sdk) {
  const calls: unknown[] = []
  const model = scriptedModel(['Hallo.', 'Hello.'], ({ prompt, temperature, maxOutputTokens }) =>
    calls.push({ system: prompt[0]?.content, temperature, maxOutputTokens }),
  )
  const agent = new ToolLoopAgent({
    model,
    instructions: 'You are polite.',
    callOptionsSchema: z.object({ language: z.string(), isBrief: z.boolean().default(false) }),
    prepareCall: ({ options, instructions, ...rest }) => ({
      ...rest,
      instructions: `${instructions} Answer in ${options.language}.`,
      temperature: 0.5,
      ...(options.isBrief ? { maxOutputTokens: 10 } : {}),
    }),
  })
  const answers = [
    (await agent.generate({ prompt: 'Hi', options: { language: 'German', isBrief: true } })).text,
    (await agent.generate({ prompt: 'Hi', options: { language: 'English' } as never })).text,
  ]
  const refused = await agent
    .generate({ prompt: 'Hi', options: { language: 5 } as never })
    .catch((error: Error) => error.name)
  return { answers, calls, refused }
}
