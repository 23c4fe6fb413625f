import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** A model that cannot stream, and default settings for all calls. */
export async function run(sdk: Sdk) {
  const { streamText, wrapLanguageModel, simulateStreamingMiddleware, defaultSettingsMiddleware } = sdk
  const settings: unknown[] = []
  const inner = scriptedModel([{ reasoning: 'Hm.', text: 'Hello, world.' }], ({ temperature, topP, providerOptions }) =>
    settings.push({ temperature, topP, providerOptions }),
  )
  const model = wrapLanguageModel({
    model: inner,
    middleware: [
      defaultSettingsMiddleware({
        settings: { temperature: 0.1, topP: 0.5, providerOptions: { one: { a: 1 } } },
      }),
      simulateStreamingMiddleware(),
    ],
  })
  const result = streamText({ model, prompt: 'Hi', temperature: 1, providerOptions: { one: { b: 2 } } })
  const deltas: string[] = []
  for await (const delta of result.textStream) deltas.push(delta)
  return { deltas, reasoning: await result.reasoningText, settings, usage: await result.usage }
}
