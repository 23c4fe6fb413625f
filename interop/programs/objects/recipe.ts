import { z } from 'zod'
import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** Structured output: a recipe as an object, with nested lists and defaults. */
export async function run({ generateObject }: Sdk) {
  const schema = z.object({
    name: z.string(),
    servings: z.number().int().default(2),
    ingredients: z.array(z.object({ name: z.string(), amount: z.string() })),
  })
  const answer = { name: 'Tea', ingredients: [{ name: 'Water', amount: '200 ml' }] }
  const result = await generateObject({
    model: scriptedModel([{ reasoning: 'Tea is easy.', text: JSON.stringify(answer) }]),
    schema,
    schemaName: 'recipe',
    prompt: 'A recipe for tea.',
  })
  const { object, finishReason, usage, warnings, reasoning } = result
  const response = result.toJsonResponse({ status: 201 })
  return { object, finishReason, usage, warnings, reasoning, status: response.status, body: await response.json() }
}
