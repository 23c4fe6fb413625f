import type * as ai5 from 'ai5'
import type * as ai6 from 'ai6'
import type * as ai7 from 'ai7'
import { expect, test } from 'vitest'
import { anthropic } from '../src/models/anthropic/anthropic.ts'
import { gemini } from '../src/models/gemini/gemini.ts'
import { openai } from '../src/models/openai/openai.ts'

/** Checked by the type checker: `ai` declares what it takes, and our models are it, without a cast. */
test('models have the types that ai 5, 6 and 7 ask for', () => {
  const given = [openai('m'), anthropic('m'), gemini('gemini-2.5-flash')] as const
  const six: ai6.LanguageModel[] = [...given]
  const seven: ai7.LanguageModel[] = [...given]
  const five: ai5.LanguageModel[] = given.map((model) => model.v2())
  expect([six.length, seven.length, five.length]).toEqual([3, 3, 3])
})
