import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** A classifier: one of several words, at once and while it streams. */
export async function run({ generateObject, streamObject }: Sdk) {
  const words = ['bug', 'feature', 'question']
  const { object } = await generateObject({
    model: scriptedModel(['{ "result": "feature" }']),
    output: 'enum',
    enum: words,
    prompt: 'Please add dark mode.',
  })
  const { partialObjectStream, object: streamed } = streamObject({
    model: scriptedModel([{ text: ['{ "res', 'ult": "', 'b', 'ug', '" }'] }]),
    output: 'enum',
    enum: words,
    prompt: 'It crashes.',
  })
  const partials: string[] = []
  for await (const partial of partialObjectStream) partials.push(partial)
  return { object, partials, streamed: await streamed }
}
