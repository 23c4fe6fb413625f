import { expect, test } from 'vitest'
import { scriptedModel } from '../../../test/runtime/mock-model.ts'
import { defaultSettingsMiddleware } from './default-settings-middleware.ts'

test('a setting that a call has, even null, is not replaced by the default', async () => {
  const { transformParams } = defaultSettingsMiddleware({ settings: { temperature: 0.7, topK: 3 } })
  const params = { prompt: [], temperature: null as never, topK: undefined }
  const result = await transformParams!({ type: 'generate', params, model: scriptedModel(() => '') as never })
  expect(result).toEqual({ prompt: [], temperature: null, topK: 3 })
})
