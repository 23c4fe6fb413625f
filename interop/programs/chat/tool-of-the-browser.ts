import { z } from 'zod'
import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** A tool that the browser answers: the run ends at its call, and goes on when the result is in the messages. */
export async function run(sdk: Sdk) {
  const { convertToModelMessages, getToolName, isToolUIPart, lastAssistantMessageIsCompleteWithToolCalls } = sdk
  const { readUIMessageStream, streamText, tool } = sdk
  const tools = {
    confirm: tool({ inputSchema: z.object({ question: z.string() }), outputSchema: z.string() }),
  }
  const model = scriptedModel([{ calls: [{ tool: 'confirm', input: { question: 'Delete it?' } }] }, 'Deleted.'])
  const user = { id: 'u1', role: 'user' as const, parts: [{ type: 'text' as const, text: 'Delete the file.' }] }
  const first = streamText({ model, tools, messages: await convertToModelMessages([user], { tools }) })
  let answer: { id: string; role: 'assistant'; parts: Record<string, unknown>[] } | undefined
  for await (const message of readUIMessageStream({ stream: first.toUIMessageStream() })) answer = message as never
  const call = answer!.parts.find((part) => isToolUIPart(part as never))!
  const before = lastAssistantMessageIsCompleteWithToolCalls({ messages: [user, answer] as never })
  Object.assign(call, { state: 'output-available', output: 'yes' })
  const after = lastAssistantMessageIsCompleteWithToolCalls({ messages: [user, answer] as never })
  const messages = await convertToModelMessages([user, answer] as never, { tools })
  const second = streamText({ model, tools, messages })
  return { name: getToolName(call as never), before, after, call, messages, text: await second.text }
}
