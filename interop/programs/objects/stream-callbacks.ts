import { z } from 'zod'
import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** A server that logs what happens to an object while it streams. */
export async function run({ streamObject }: Sdk) {
  const log: unknown[] = []
  const result = streamObject({
    model: scriptedModel([{ text: ['{ "city": ', '"Rome", "celsius": 3', '1 }'] }]),
    schema: z.object({ city: z.string(), celsius: z.number() }),
    system: 'Answer in JSON.',
    prompt: 'Rome?',
    temperature: 0.2,
    onStart: ({ operationId, provider, modelId, system, prompt, temperature, output, maxRetries }) => {
      log.push({ operationId, provider, modelId, system, prompt, temperature, output, maxRetries })
    },
    onStepStart: ({ stepNumber, promptMessages }) => {
      log.push({ stepNumber, promptMessages })
    },
    onStepEnd: ({ objectText, finishReason, usage }) => {
      log.push({ objectText, finishReason, usage })
    },
    onFinish: ({ object, error, finishReason }) => {
      log.push({ object, error: error ?? null, finishReason })
    },
  })
  for await (const partial of result.partialObjectStream) log.push(partial)
  return log
}
