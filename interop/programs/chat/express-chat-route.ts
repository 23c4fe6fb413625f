import type { AddressInfo } from 'node:net'
import express from 'express'
import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** A chat on Express: a UI stream, a stream of text, and a stream of the server's own. */
export async function run({ createUIMessageStream, pipeUIMessageStreamToResponse, streamText }: Sdk) {
  const app = express()
  const model = () =>
    scriptedModel([{ reasoning: 'Hm.', text: ['Hello', ', ', 'world.'], sources: ['https://a.example'] }])
  app.get('/chat', (_, response) => {
    streamText({ model: model(), prompt: 'Hi' }).pipeUIMessageStreamToResponse(response, {
      sendSources: true,
      status: 201,
    })
  })
  app.get('/text', (_, response) => {
    streamText({ model: model(), prompt: 'Hi' }).pipeTextStreamToResponse(response, { headers: { 'x-kind': 'text' } })
  })
  app.get('/own', (_, response) => {
    const stream = createUIMessageStream({
      generateId: () => 'm1',
      execute({ writer }) {
        writer.write({ type: 'start' })
        writer.write({ type: 'data-status', data: { step: 'begun' }, transient: true })
        writer.merge(
          streamText({ model: model(), prompt: 'Hi' }).toUIMessageStream({ sendStart: false, sendReasoning: false }),
        )
      },
    })
    pipeUIMessageStreamToResponse({ response, stream, statusText: 'Fine' })
  })
  const server = app.listen(0)
  try {
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const answers: unknown[] = []
    for (const path of ['/chat', '/text', '/own']) {
      const response = await fetch(`http://localhost:${port}${path}`)
      const { status, statusText, headers } = response
      const kept = ['content-type', 'x-vercel-ai-ui-message-stream', 'x-kind', 'cache-control']
      answers.push({
        path,
        status,
        statusText,
        headers: kept.map((name) => headers.get(name)),
        body: await response.text(),
      })
    }
    return answers
  } finally {
    server.close()
  }
}
