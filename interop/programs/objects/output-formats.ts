import { z } from 'zod'
import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** The newer way: `output` of generateText and streamText. */
export async function run({ generateText, streamText, Output }: Sdk) {
  const formats: unknown[] = []
  const model = (text: string | readonly string[]) =>
    scriptedModel([{ text }], ({ responseFormat }) => formats.push(responseFormat?.type))
  const person = z.object({ name: z.string(), age: z.number() })
  const one = await generateText({
    model: model('{ "name": "Ada", "age": 36 }'),
    output: Output.object({ schema: person }),
    prompt: 'Ada.',
  })
  const choice = await generateText({
    model: model('{ "result": "red" }'),
    output: Output.choice({ options: ['red', 'blue'] }),
    prompt: 'A colour.',
  })
  const stream = streamText({
    model: model(['{ "elements": [{ "name": "Ada", "age": 36 }', ', { "name": "Alan", "age": 41 }] }']),
    output: Output.array({ element: person }),
    prompt: 'Two.',
  })
  const elements: unknown[] = []
  for await (const element of stream.elementStream) elements.push(element)
  return { one: one.output, choice: choice.output, elements, all: await stream.output, formats }
}
