import { z } from 'zod'
import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** A terminal that shows a message as it grows, and one that only logs the text. */
export async function run({
  readUIMessageStream,
  streamText,
  toTextStream,
  toUIMessageStream,
  tool,
  stepCountIs,
}: Sdk) {
  const tools = {
    look: tool({ title: 'Look', inputSchema: z.object({ at: z.string() }), execute: ({ at }) => `a ${at}` }),
  }
  const create = () =>
    streamText({
      model: scriptedModel([
        { reasoning: 'Look first.', calls: [{ tool: 'look', input: { at: 'cat' } }] },
        { text: ['It is ', 'a cat.'] },
      ]),
      tools,
      stopWhen: stepCountIs(2),
      prompt: 'What is it?',
    })
  const screens: string[] = []
  const stream = toUIMessageStream({ stream: create().stream, tools })
  for await (const { parts } of readUIMessageStream({ stream })) {
    screens.push(
      parts
        .map((part) =>
          part.type === 'text' || part.type === 'reasoning' ? part.text : 'state' in part ? part.state : '--',
        )
        .join(' | '),
    )
  }
  const texts: string[] = []
  for await (const text of toTextStream({ stream: create().stream }) as unknown as AsyncIterable<string>)
    texts.push(text)
  return { screens, texts }
}
