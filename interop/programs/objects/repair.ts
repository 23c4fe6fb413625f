import { z } from 'zod'
import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** An answer that is nearly JSON is repaired; one that cannot be is reported with the text of the model. */
export async function run({ generateObject, NoObjectGeneratedError, JSONParseError, TypeValidationError }: Sdk) {
  const schema = z.object({ city: z.string() })
  const log: unknown[] = []
  const ask = async (text: string, repaired: string | null) => {
    try {
      const { object } = await generateObject({
        model: scriptedModel([text]),
        schema,
        prompt: 'Rome?',
        repairText: async ({ text: broken, error }) => {
          log.push([broken, JSONParseError.isInstance(error), TypeValidationError.isInstance(error)])
          return repaired
        },
      })
      log.push(object)
    } catch (error) {
      if (!NoObjectGeneratedError.isInstance(error)) throw error
      const { name, message, text: given, finishReason, usage } = error
      log.push({ name, message, given, finishReason, usage, cause: (error.cause as Error).name })
    }
  }
  await ask('{ "city": "Rome"', '{ "city": "Rome" }')
  await ask('{ "town": "Rome" }', '{ "city": "Rome" }')
  await ask('Rome, of course.', null)
  await ask('{ "city": 7 }', '{ "city": 8 }')
  return log
}
