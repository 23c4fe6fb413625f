import { expect, test } from 'vitest'
import { scriptedModel } from '../../../test/runtime/mock-model.ts'
import { generateText } from '../generate-text.ts'

test.each([
  [{ maxOutputTokens: '5' }, 'maxOutputTokens must be an integer'],
  [{ maxOutputTokens: 0 }, 'maxOutputTokens must be >= 1'],
  [{ seed: Number.NaN }, 'seed must be an integer'],
  [{ maxRetries: -1 }, 'maxRetries must be >= 0'],
  [{ toolCallConcurrency: 1.5 }, 'toolCallConcurrency must be an integer'],
  [{ toolCallConcurrency: 0 }, 'toolCallConcurrency must be >= 1'],
  [{ maxSteps: 1.5 }, 'maxSteps must be an integer'],
  [{ concurrency: 0 }, 'concurrency must be >= 1'],
])('%o is refused in the words of ai', async (options, words) => {
  const run = generateText({ model: scriptedModel([{ content: [] }]), prompt: 'Hi.', ...(options as object) })
  const [parameter] = Object.keys(options)
  await expect(run).rejects.toMatchObject({
    name: 'AI_InvalidArgumentError',
    code: 'option-invalid',
    parameter,
    message: `Invalid argument for parameter ${parameter}: ${words}`,
  })
})

test.each([{ toolCallConcurrency: null }, { maxSteps: null }, { concurrency: Number.POSITIVE_INFINITY }])(
  '%o sets no limit',
  async (options) => {
    const model = scriptedModel([{ content: [{ type: 'text', text: 'Hello.' }] }])
    expect((await generateText({ model, prompt: 'Hi.', ...(options as object) })).text).toBe('Hello.')
  },
)

test.each([null, 5, 'text'])('content with the part %j is refused by a clear error', async (part) => {
  const messages = [{ role: 'user', content: [{ type: 'text', text: 'Hi.' }, part] }] as never
  const failure = await generateText({ model: scriptedModel([]), messages }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'prompt-invalid', message: expect.stringContaining('messages[0]') })
})
