import { z } from 'zod'
import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** A payment that the user approves, and one that the user denies, over the messages of a chat. */
export async function run(sdk: Sdk) {
  const { convertToModelMessages, lastAssistantMessageIsCompleteWithApprovalResponses, streamText, tool, stepCountIs } =
    sdk
  const outcomes: unknown[] = []
  for (const approved of [true, false]) {
    const paid: number[] = []
    const tools = {
      pay: tool({
        inputSchema: z.object({ amount: z.number() }),
        needsApproval: true,
        execute: ({ amount }) => {
          paid.push(amount)
          return { paid: amount }
        },
      }),
    }
    const model = scriptedModel([{ calls: [{ tool: 'pay', input: { amount: 5 } }] }, 'As you wish.'])
    const turn = async (messages: object[]) => {
      let stored: { id: string; role: 'assistant'; parts: Record<string, unknown>[] }[] = []
      const result = streamText({
        model,
        tools,
        messages: await convertToModelMessages(messages as never, { tools }),
        stopWhen: stepCountIs(3),
      })
      const response = result.toUIMessageStreamResponse({
        originalMessages: messages as never,
        generateMessageId: () => 'a1',
        onEnd: ({ messages: all }) => {
          stored = structuredClone(all) as never
        },
      })
      const body = await response.text()
      return { stored, events: body.replace(/"approvalId":"[^"]+"/g, '"approvalId":"p1"').split('\n\n') }
    }
    const first = await turn([{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Pay 5.' }] }])
    const call = first.stored[1]!.parts.find((part) => part['state'] === 'approval-requested')!
    call['state'] = 'approval-responded'
    call['approval'] = { ...(call['approval'] as object), approved, ...(approved ? {} : { reason: 'too much' }) }
    const isReady = lastAssistantMessageIsCompleteWithApprovalResponses({ messages: first.stored as never })
    const second = await turn(first.stored)
    outcomes.push({
      approved,
      isReady,
      paid,
      events: [first.events, second.events],
      states: second.stored.at(-1)!.parts.map(({ type, state }) => ({ type, state })),
    })
  }
  return outcomes
}
