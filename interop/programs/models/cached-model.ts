import type { LanguageModelMiddleware } from 'ai7'
import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** Middleware that answers the same question once, and one that guards the answers. */
export async function run({ generateText, wrapLanguageModel }: Sdk) {
  const log: string[] = []
  const cache = new Map<string, Awaited<ReturnType<ReturnType<typeof scriptedModel>['doGenerate']>>>()
  const caching: LanguageModelMiddleware = {
    wrapGenerate: async ({ doGenerate, params }) => {
      const key = JSON.stringify(params.prompt)
      const found = cache.get(key)
      log.push(found === undefined ? 'miss' : 'hit')
      const result = found ?? (await doGenerate())
      cache.set(key, result)
      return result
    },
  }
  const guarding: LanguageModelMiddleware = {
    wrapGenerate: async ({ doGenerate }) => {
      const { content, ...rest } = await doGenerate()
      const hide = (text: string) => text.replaceAll('secret', '<REDACTED>')
      return {
        ...rest,
        content: content.map((part) => (part.type === 'text' ? { ...part, text: hide(part.text) } : part)),
      }
    },
  }
  const model = wrapLanguageModel({
    model: scriptedModel(['The secret is 42.', 'Another secret.']),
    middleware: [guarding, caching],
    modelId: 'guarded',
  })
  const texts: string[] = []
  for (const prompt of ['Tell me', 'Tell me', 'And then?']) texts.push((await generateText({ model, prompt })).text)
  return { texts, log, modelId: model.modelId, provider: model.provider }
}
