import { z } from 'zod'
import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** The route of a chat with an agent: the events that the browser gets, and what the server stores. */
export async function run({ tool, ToolLoopAgent, createAgentUIStreamResponse }: Sdk) {
  const agent = new ToolLoopAgent({
    model: scriptedModel([{ calls: [{ tool: 'weather', input: { city: 'Rome' } }] }, { text: ['Sun', 'ny.'] }]),
    tools: { weather: tool({ inputSchema: z.object({ city: z.string() }), execute: ({ city }) => `sun in ${city}` }) },
  })
  const stored: unknown[] = []
  const response = await createAgentUIStreamResponse({
    agent,
    uiMessages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'How is Rome?' }] }],
    generateMessageId: () => 'a1',
    messageMetadata: ({ part }) => (part.type === 'finish' ? { tokens: part.totalUsage.totalTokens } : undefined),
    onEnd: ({ messages, outcome }) => void stored.push({ messages, outcome }),
  })
  const events = (await response.text()).split('\n\n')
  const refused = await createAgentUIStreamResponse({ agent, uiMessages: [{ role: 'user' }] }).catch(
    (error: Error) => error.name,
  )
  return { status: response.status, headers: [...response.headers], events, stored, refused }
}
