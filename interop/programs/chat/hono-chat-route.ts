import { Hono } from 'hono'
import { z } from 'zod'
import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** A chat on Hono: two turns over one route, the second with what the browser made of the first. */
export async function run(sdk: Sdk) {
  const { convertToModelMessages, streamText, tool, stepCountIs, createIdGenerator, readUIMessageStream } = sdk
  const model = scriptedModel([
    { reasoning: 'Rome.', calls: [{ tool: 'weather', input: { city: 'Rome' } }] },
    'Sunny.',
    'Rainy, I think.',
  ])
  const tools = {
    weather: tool({ inputSchema: z.object({ city: z.string() }), execute: ({ city }) => ({ city, celsius: 31 }) }),
  }
  const app = new Hono()
  let count = 0
  app.post('/api/chat', async (context) => {
    const { messages } = await context.req.json()
    const result = streamText({
      model,
      tools,
      messages: await convertToModelMessages(messages, { tools }),
      stopWhen: stepCountIs(3),
    })
    return result.toUIMessageStreamResponse({
      originalMessages: messages,
      generateMessageId: () => `msg-${++count}`,
      sendReasoning: count === 0,
    })
  })
  const ask = async (messages: object[]) => {
    const response = await app.request('/api/chat', { method: 'POST', body: JSON.stringify({ messages }) })
    return await response.text()
  }
  const first = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'How is Rome?' }] }
  const events = (await ask([first])).split('\n\n')
  const chunks = events.filter((event) => event.startsWith('data: {')).map((event) => JSON.parse(event.slice(6)))
  const stream = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  let answer: object = {}
  for await (const message of readUIMessageStream({ stream })) answer = message
  const second = { id: 'u2', role: 'user', parts: [{ type: 'text', text: 'And Bern?' }] }
  await ask([first, answer, second])
  const { prompt } = model.doStreamCalls.at(-1)!
  return {
    events,
    answer,
    roles: prompt.map(({ role }) => role),
    idLength: createIdGenerator({ prefix: 'msg', size: 16 })().length,
  }
}
