import { testRequestRules, user } from '../../../../test/emulator/request-cases.ts'
import { lengthRules } from './length-rules.ts'

const about = 'Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini'
const words = (count: number) => 'word '.repeat(count)

testRequestRules(lengthRules, {
  'input-too-long': [
    {
      model: 'gemma-3-27b-it',
      request: { contents: [user(words(140_000))] },
      said: 'The input token count (140000) exceeds the maximum number of tokens allowed (131072).',
      accepted: { contents: [user(words(131_072))] },
    },
    {
      endpoint: 'vertex',
      model: 'gemma-3-27b-it',
      request: { contents: [user(words(140_000))] },
      said: `Unable to submit request because the input token count is 140000 but model only supports up to 131072. Reduce the input token count and try again. You can also use the CountTokens API to calculate prompt token count and billable characters. ${about}`,
      accepted: { contents: [user(words(100_000))] },
    },
  ],
})
