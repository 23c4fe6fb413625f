import { expect, test } from 'vitest'
import { z } from 'zod'
import { scriptedModel } from '../../test/runtime/mock-model.ts'
import { generateText } from './generate-text.ts'
import { Output } from './output/output.ts'

test('a program for ai 5 finds its output under the name that it asked by', async () => {
  const { experimental_output, output } = await generateText({
    model: scriptedModel(['{"city":"Rome"}']),
    prompt: 'Where?',
    experimental_output: Output.object({ schema: z.object({ city: z.string() }) }),
  })
  expect(experimental_output satisfies { city: string }).toEqual({ city: 'Rome' })
  expect(output).toBe(experimental_output)
  expect(await generateText({ model: scriptedModel(['Hi.']), prompt: 'Hi.' })).toMatchObject({
    experimental_output: 'Hi.',
  })
})
