import { expect, test } from 'vitest'
import { scriptedModel } from '../../../test/runtime/mock-model.ts'
import { jsonSchema } from '../../tools/json-schema.ts'
import { tool } from '../../tools/tool.ts'
import { generateText } from '../generate-text.ts'

test('a condition gets `steps`, as in `ai`, and can read the fields of the last step too', async () => {
  const it = tool({ inputSchema: jsonSchema({ type: 'object' }), execute: () => 1 })
  const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'it', input: '{}' } as const
  const seen: unknown[] = []
  const { steps } = await generateText({
    model: scriptedModel([{ content: [{ type: 'text', text: 'Well.' }, call] }]),
    prompt: 'Go.',
    tools: { it },
    stopWhen: (input) => {
      seen.push({ keys: Object.keys(input), text: input.text, type: input.type, step: input.step === input.steps[0] })
      return true
    },
  })
  expect(steps).toHaveLength(1)
  expect(seen).toEqual([{ keys: ['steps'], text: 'Well.', type: 'tool-result', step: true }])
})
