import { expect, test } from 'vitest'
import { z } from 'zod'
import { scriptedModel } from '../../../test/runtime/mock-model.ts'
import type { ModelMessage } from '../../core/message.ts'
import { tool } from '../../tools/tool.ts'
import { streamText } from '../stream-text.ts'

test('an approved call whose input no longer fits is not run: the stream and the model get the error', async () => {
  const pay = tool({ inputSchema: z.object({ euros: z.number() }), needsApproval: true, execute: () => 'paid' })
  // Somebody changed it while it waited.
  const messages: ModelMessage[] = [
    { role: 'user', content: 'Pay.' },
    {
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: 'c1', toolName: 'pay', input: { euros: 'all' } },
        { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' },
      ],
    },
    { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a1', approved: true }] },
  ]
  const model = scriptedModel(['I could not pay.'])
  const result = streamText({ model, messages, tools: { pay } })
  const types: string[] = []
  for await (const { type } of result.fullStream) types.push(type)
  expect(types.slice(0, 3)).toEqual(['start', 'tool-error', 'start-step'])
  const [answer] = await result.responseMessages
  expect(answer).toMatchObject({
    role: 'tool',
    content: [{ toolCallId: 'c1', output: { type: 'error-text', value: expect.stringContaining('/euros') } }],
  })
})
