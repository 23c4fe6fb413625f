import type { ModelMessage } from 'ai7'
import { z } from 'zod'
import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** A tool that waits for a person: asked, approved, run. */
export async function run({ generateText, tool, stepCountIs }: Sdk) {
  const deleted: string[] = []
  const remove = tool({
    inputSchema: z.object({ file: z.string() }),
    needsApproval: true,
    execute: ({ file }) => {
      deleted.push(file)
      return `deleted ${file}`
    },
  })
  const model = scriptedModel([{ calls: [{ tool: 'remove', input: { file: 'a.txt' } }] }, 'It is gone.'])
  const messages: ModelMessage[] = [{ role: 'user', content: 'Delete a.txt' }]
  const asked = await generateText({ model, tools: { remove }, messages, stopWhen: stepCountIs(5) })
  const requests = asked.content.filter((part) => part.type === 'tool-approval-request')
  messages.push(...asked.responseMessages)
  for (const { approvalId } of requests) {
    messages.push({ role: 'tool', content: [{ type: 'tool-approval-response', approvalId, approved: true }] })
  }
  const before = [...deleted]
  const done = await generateText({ model, tools: { remove }, messages, stopWhen: stepCountIs(5) })
  return {
    before,
    deleted,
    asked: requests.map(({ toolCall }) => [toolCall.toolName, toolCall.input]),
    finishReason: asked.finishReason,
    text: done.text,
    roles: done.responseMessages.map(({ role }) => role),
  }
}
