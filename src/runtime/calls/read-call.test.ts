import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { scriptedModel } from '../../../test/runtime/mock-model.ts'
import { tool } from '../../tools/tool.ts'
import { generateText } from '../generate-text.ts'
import { streamText } from '../stream-text.ts'

const search = tool({
  inputSchema: z.object({ query: z.string(), category: z.string().nullable() }),
  execute: (input) => input.category,
})
const tools = { search }
const input = '{"query":"skis","category":""}'
const options = () => ({
  model: scriptedModel([{ content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'search', input }] }, 'Done.']),
  tools,
  prompt: 'Go.',
  maxSteps: 2,
})
async function collect<PART>(stream: AsyncIterable<PART>): Promise<PART[]> {
  const parts: PART[] = []
  for await (const part of stream) parts.push(part)
  return parts
}

test('a call of a tool that is not there says which tools are', async () => {
  const messageOf = async (given: object) => {
    const { toolCalls } = await generateText({ ...options(), maxSteps: 1, invalidToolInput: 'report', ...given })
    return (toolCalls[0] as { error?: Error }).error!.message
  }
  const unavailable = "Model tried to call unavailable tool 'search'."
  expect(await messageOf({ tools: undefined })).toBe(`${unavailable} No tools are available.`)
  expect(await messageOf({ activeTools: [] })).toBe(`${unavailable} Available tools: .`)
  expect(await messageOf({ tools: { find: search } })).toBe(`${unavailable} Available tools: find.`)
})

const refined = { query: 'skis', category: null }

describe('experimental_refineToolInput', () => {
  test('changes the input before it is run and recorded. The model sees what it sent', async () => {
    const settings = options()
    const result = await generateText({
      ...settings,
      experimental_refineToolInput: { search: async (given) => ({ ...given, category: given.category || null }) },
    })
    expect(result.toolCalls[0]!.input).toEqual(refined)
    expect(result.toolResults[0]).toMatchObject({ input: refined, output: null })
    const [, message] = settings.model.calls[1]!.options.prompt
    expect(message!.content).toMatchObject([{ type: 'tool-call', input: { query: 'skis', category: '' } }])
  })

  test('that throws makes the call invalid', async () => {
    const { fullStream } = streamText({
      ...options(),
      experimental_refineToolInput: {
        search: () => {
          throw new Error('No.')
        },
      },
    })
    const parts = await collect(fullStream)
    const [call, error] = parts.filter(({ type }) => type === 'tool-call' || type === 'tool-error')
    expect(call).toMatchObject({ invalid: true, error: { message: 'No.' } })
    expect(error).toMatchObject({ error: 'Error: No.' })
  })

  test('changes the input of a call that was approved, once', async () => {
    const settings = {
      tools,
      toolApproval: { search: 'user-approval' as const },
      experimental_refineToolInput: {
        search: (given: { query: string; category: string | null }) => ({ ...given, category: `${given.category}!` }),
      },
    }
    const asked = await generateText({ ...options(), ...settings })
    const [request] = asked.content.filter((part) => part.type === 'tool-approval-request')
    const answer = { type: 'tool-approval-response' as const, approvalId: request!.approvalId, approved: true }
    const messages = [
      { role: 'user', content: 'Go.' } as const,
      ...asked.response.messages,
      { role: 'tool', content: [answer] } as const,
    ]
    const resumed = streamText({ ...settings, model: scriptedModel(() => 'Done.'), messages })
    expect(request!.toolCall.input).toEqual({ query: 'skis', category: '!' })
    const parts = await collect(resumed.fullStream)
    expect(parts.filter(({ type }) => type === 'tool-result' || type === 'tool-error')).toMatchObject([
      { type: 'tool-result', input: { query: 'skis', category: '!' }, output: '!' },
    ])
  })
})
