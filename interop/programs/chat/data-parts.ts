import type { Sdk } from '../program.ts'
import { scriptedModel } from '../scripted-model.ts'

/** Data parts that are replaced as work goes on, two merged runs, and an error that is masked. */
export async function run({ createUIMessageStream, readUIMessageStream, streamText, isDataUIPart }: Sdk) {
  const ends: unknown[] = []
  const stream = createUIMessageStream({
    generateId: () => 'm1',
    originalMessages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Go.' }] }],
    async execute({ writer }) {
      writer.write({ type: 'start' })
      writer.write({ type: 'data-progress', id: 'p', data: { done: 0 } })
      const first = streamText({ model: scriptedModel(['One. ']), prompt: 'Go.' })
      writer.merge(first.toUIMessageStream({ sendStart: false, sendFinish: false }))
      await first.consumeStream()
      writer.write({ type: 'data-progress', id: 'p', data: { done: 1 } })
      writer.write({ type: 'data-notice', data: 'half way', transient: true })
      throw new Error('The disk is full: /dev/sda1')
    },
    onError: (error) => ((error as Error).message.startsWith('The disk') ? 'Out of space.' : 'Unknown.'),
    onEnd: ({ messages, outcome, isContinuation }) =>
      void ends.push({ roles: messages.map(({ role }) => role), status: outcome.status, isContinuation }),
  })
  const [one, two] = stream.tee()
  const errors: string[] = []
  let parts: unknown[] = []
  const onError = (error: unknown) => void errors.push(String(error))
  for await (const message of readUIMessageStream({ stream: one, onError })) parts = message.parts
  const types: string[] = []
  for await (const chunk of two as unknown as AsyncIterable<{ type: string }>) types.push(chunk.type)
  return { parts, data: parts.filter((part) => isDataUIPart(part as never)), types: types.toSorted(), errors, ends }
}
