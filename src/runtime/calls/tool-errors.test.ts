import { expect, test } from 'vitest'
import { z } from 'zod'
import { scriptedModel } from '../../../test/runtime/mock-model.ts'
import { tool } from '../../tools/tool.ts'
import { generateText } from '../generate-text.ts'

test('the error about a choice that was not honoured has the answer as the model gave it', async () => {
  const it = tool({ inputSchema: z.object({ n: z.number().default(1) }) })
  const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'other', input: '{"n":2}' } as const
  const model = scriptedModel([{ content: [{ type: 'text', text: 'Hm.' }, call] }])
  const toolChoice = { type: 'tool', toolName: 'it' } as const
  const failed = generateText({ model, prompt: 'Go.', tools: { it, other: it }, toolChoice })
  await expect(failed).rejects.toMatchObject({
    name: 'AI_ToolChoiceViolationError',
    toolChoice,
    content: [{ type: 'text', text: 'Hm.' }, call],
  })
})
