import { afterEach, expect, test } from 'vitest'
import { scriptedModel } from '../../../test/runtime/mock-model.ts'
import { generateText } from '../generate-text.ts'
import { generateObject } from '../object/generate-object.ts'
import { streamText } from '../stream-text.ts'

const unknown = { temprature: 1 }
const details = 'Toolfit has no option of this name: it is ignored.'
const warnings = [{ type: 'unsupported', feature: 'temprature', details }]
const model = () => scriptedModel(() => '{}', { provider: 'p', modelId: 'm' })

afterEach(() => void Reflect.deleteProperty(globalThis, 'AI_SDK_LOG_WARNINGS'))

function listen(): unknown[] {
  const logged: unknown[] = []
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: (event: unknown) => logged.push(event) })
  return logged
}

test('the function in AI_SDK_LOG_WARNINGS hears of the warnings of each step', async () => {
  const logged = listen()
  await generateText({ model: model(), prompt: 'Hi.', ...unknown })
  await streamText({ model: model(), prompt: 'Hi.', ...unknown }).consumeStream()
  await generateObject({ model: model(), prompt: 'Hi.', output: 'no-schema', ...unknown })
  const event = { warnings, provider: 'p', model: 'm' }
  expect(logged).toEqual([event, event, event])
})

test('it is not called without a warning, and need not be a function', async () => {
  const logged = listen()
  await generateText({ model: model(), prompt: 'Hi.' })
  expect(logged).toEqual([])
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: true })
  expect((await generateText({ model: model(), prompt: 'Hi.', ...unknown })).warnings).toEqual(warnings)
})
