import { z } from 'zod'
import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** A chat that is stored as JSON, validated when it is loaded, and continued after its tools have changed. */
export async function run(sdk: Sdk) {
  const { convertToModelMessages, safeValidateUIMessages, streamText, tool, validateUIMessages, stepCountIs } = sdk
  const weather = tool({
    inputSchema: z.object({ city: z.string() }),
    outputSchema: z.object({ celsius: z.number() }),
    execute: () => ({ celsius: 31 }),
  })
  const question = {
    id: 'u1',
    role: 'user' as const,
    metadata: { at: 1 },
    parts: [{ type: 'text' as const, text: 'Rome?' }],
  }
  let stored = ''
  const first = streamText({
    model: scriptedModel([{ calls: [{ tool: 'weather', input: { city: 'Rome' } }] }, 'Sunny.']),
    messages: await convertToModelMessages([question]),
    tools: { weather },
    stopWhen: stepCountIs(2),
  })
  await first
    .toUIMessageStreamResponse({
      originalMessages: [question],
      generateMessageId: () => 'a1',
      messageMetadata: ({ part }) => (part.type === 'start' ? { at: 2 } : undefined),
      onFinish: ({ messages }) => {
        stored = JSON.stringify(messages)
      },
    })
    .text()
  const metadataSchema = z.object({ at: z.number() })
  const messages = JSON.parse(stored)
  const valid = await validateUIMessages({ messages, metadataSchema, tools: { weather } as never })
  const changed = { weather: tool({ inputSchema: z.object({ place: z.string() }), execute: () => 'x' }) }
  const refused = await safeValidateUIMessages({ messages, tools: changed as never })
  const gone = await validateUIMessages({ messages: JSON.parse(stored), tools: {} as never })
  return {
    stored: JSON.parse(stored),
    isSame: JSON.stringify(valid) === stored,
    refused: refused.success ? 'valid' : refused.error.name,
    goneTypes: gone[1]!.parts.map(({ type }) => type),
    prompt: await convertToModelMessages(gone),
  }
}
