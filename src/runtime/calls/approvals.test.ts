import { expect, test } from 'vitest'
import { z } from 'zod'
import { scriptedModel } from '../../../test/runtime/mock-model.ts'
import { tool } from '../../tools/tool.ts'
import { generateText } from '../generate-text.ts'

test('a function as toolApproval sees the tools that are active in the step', async () => {
  const pay = tool({ inputSchema: z.object({}), execute: () => 'paid' })
  const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'pay', input: '{}' } as const
  const seen: string[][] = []
  await generateText({
    model: scriptedModel([{ content: [call] }]),
    prompt: 'Pay.',
    tools: { pay, erase: pay },
    activeTools: ['pay'],
    toolApproval: ({ tools }) => {
      seen.push(Object.keys(tools))
      return 'approved'
    },
  })
  expect(seen).toEqual([['pay']])
})

test('needsApproval gets the messages, but no signal, as in `ai`', async () => {
  const seen: unknown[] = []
  const needsApproval = (_input: unknown, options: object) => {
    seen.push({ ...options })
    return true
  }
  const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'pay', input: '{}' } as const
  const pay = tool({ inputSchema: z.object({}), needsApproval, execute: () => 'paid' })
  const { signal: abortSignal } = new AbortController()
  await generateText({ model: scriptedModel([{ content: [call] }]), prompt: 'Pay.', tools: { pay }, abortSignal })
  expect(seen).toEqual([{ toolCallId: 'c1', messages: [{ role: 'user', content: 'Pay.' }] }])
})
