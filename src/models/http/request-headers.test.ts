import { expect, test } from 'vitest'
import { anthropic } from '../anthropic/anthropic.ts'
import { gemini } from '../gemini/gemini.ts'
import { openai } from '../openai/openai.ts'

const mark = Symbol.for('vercel.ai.error.AI_LoadAPIKeyError')

test.each([
  ['gemini', gemini('gemini-3-flash-preview', { apiKey: '' })],
  ['openai', openai('gpt-5.2', { apiKey: ' ' })],
  ['openai', openai('gpt-5.2')],
  ['anthropic', anthropic('claude-sonnet-4-5', { apiKey: '' })],
  ['anthropic', anthropic('claude-sonnet-4-5')],
])('%s() without a key, or with an empty one, says what to pass, in a way that ai knows', async (_name, model) => {
  const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] as const
  await expect(model.doGenerate({ prompt })).rejects.toMatchObject({
    code: 'api-key-missing',
    message: expect.stringContaining('{ apiKey }'),
    [mark]: true,
  })
})
