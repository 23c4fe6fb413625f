import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** JSON without a schema, and options that do not belong together. */
export async function run({ generateObject, streamObject, InvalidArgumentError, jsonSchema }: Sdk) {
  const { object } = await generateObject({
    model: scriptedModel(['[1, { "a": null }]']),
    output: 'no-schema',
    prompt: 'Anything.',
  })
  const stream = streamObject({
    model: scriptedModel([{ text: ['{ "a": [1, 2', ', 3] }'] }]),
    output: 'no-schema',
    prompt: 'x',
  })
  const partials: unknown[] = []
  for await (const partial of stream.partialObjectStream) partials.push(partial)
  const problems: unknown[] = []
  for (const more of [{ schema: jsonSchema({}) }, { schemaName: 'n' }, { output: 'enum', enum: [1] }]) {
    const options = { model: scriptedModel(['{}']), output: 'no-schema', prompt: 'x', ...more }
    await generateObject(options as never).catch((error: unknown) => {
      if (InvalidArgumentError.isInstance(error)) problems.push([error.name, error.message, error.parameter])
    })
  }
  return { object, partials, problems }
}
