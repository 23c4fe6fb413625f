import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** Models by names of one's own, from several providers. */
export async function run(sdk: Sdk) {
  const { createProviderRegistry, customProvider, defaultSettingsMiddleware, generateText } = sdk
  const temperatures: unknown[] = []
  const model = (text: string) => scriptedModel([text], ({ temperature }) => temperatures.push(temperature))
  const ours = customProvider({
    languageModels: { fast: model('Fast.') },
    fallbackProvider: customProvider({ languageModels: { slow: model('Slow.') } }),
  })
  const theirs = customProvider({ languageModels: { 'vendor/large': model('Large.') } })
  const registry = createProviderRegistry(
    { ours, theirs },
    { separator: ' > ', languageModelMiddleware: defaultSettingsMiddleware({ settings: { temperature: 0.3 } }) },
  )
  const texts: string[] = []
  for (const id of ['ours > fast', 'ours > slow', 'theirs > vendor/large'] as const) {
    texts.push((await generateText({ model: registry.languageModel(id), prompt: 'Who are you?' })).text)
  }
  const problems: unknown[] = []
  for (const id of ['ours > none', 'nobody > x', 'plain'] as const) {
    try {
      registry.languageModel(id as never)
    } catch (error) {
      const isModel = sdk.NoSuchModelError.isInstance(error)
      const isProvider = sdk.NoSuchProviderError.isInstance(error)
      problems.push([(error as Error).name, (error as Error).message, isModel, isProvider])
    }
  }
  return { texts, temperatures, problems }
}
