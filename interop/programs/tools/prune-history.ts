import type { ModelMessage } from 'ai7'
import { z } from 'zod'
import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** A long conversation whose old calls and thoughts are removed before each question. */
export async function run({ generateText, pruneMessages, stepCountIs, tool }: Sdk) {
  const look = tool({ inputSchema: z.object({ at: z.string() }), execute: ({ at }) => `A view of ${at}.` })
  const sent: number[] = []
  const model = scriptedModel(
    [
      { reasoning: 'I look.', calls: [{ tool: 'look', input: { at: 'Rome' } }] },
      { reasoning: 'Nice.', text: 'Rome is nice.' },
      { calls: [{ tool: 'look', input: { at: 'Oslo' } }] },
      'Oslo is nice, too.',
    ],
    ({ prompt }) => sent.push(prompt.length),
  )
  let messages: ModelMessage[] = []
  for (const question of ['Rome?', 'Oslo?']) {
    messages.push({ role: 'user', content: question })
    const { responseMessages } = await generateText({ model, tools: { look }, messages, stopWhen: stepCountIs(4) })
    messages = pruneMessages({
      messages: [...messages, ...responseMessages],
      reasoning: 'all',
      toolCalls: 'before-last-message',
    })
  }
  return { sent, messages }
}
