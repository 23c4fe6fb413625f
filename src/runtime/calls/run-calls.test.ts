import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { scriptedModel } from '../../../test/runtime/mock-model.ts'
import { tool } from '../../tools/tool.ts'
import { ToolLoopAgent } from '../agent/tool-loop-agent.ts'
import { generateText } from '../generate-text.ts'

const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'it', input: '{}' } as const
const model = () => scriptedModel([{ content: [call] }, 'Done.'])
const prompt = 'Go.'

describe('experimental_sandbox', () => {
  test('is passed to a tool, to its description and to prepareStep as it is', async () => {
    const seen: unknown[] = []
    const note = ({ experimental_sandbox }: { experimental_sandbox?: unknown }) => void seen.push(experimental_sandbox)
    const it = tool({
      description: (options) => {
        note(options)
        return 'It.'
      },
      inputSchema: z.object({}),
      execute: (_input, options) => note(options),
    })
    const experimental_sandbox = { description: 'a container' }
    await generateText({ model: model(), prompt, tools: { it }, experimental_sandbox, prepareStep: note as never })
    expect(seen).toEqual([experimental_sandbox, experimental_sandbox, experimental_sandbox])
  })

  test('of prepareStep is that of the tools of its step; an agent takes it with a call', async () => {
    const seen: unknown[] = []
    const it = tool({
      inputSchema: z.object({}),
      execute: (_input, { experimental_sandbox }) => void seen.push(experimental_sandbox),
    })
    const prepareStep = () => ({ experimental_sandbox: 'of the step' })
    await generateText({ model: model(), prompt, tools: { it }, experimental_sandbox: 'of the run', prepareStep })
    await new ToolLoopAgent({ model: model(), tools: { it } }).generate({ prompt, experimental_sandbox: 'of the call' })
    expect(seen).toEqual(['of the step', 'of the call'])
  })
})

describe('the context of a tool', () => {
  const contextSchema = z.object({ limit: z.number().default(5) })

  test('is parsed by its contextSchema for the tool and its approval', async () => {
    const seen: unknown[] = []
    const it = tool({
      inputSchema: z.object({}),
      contextSchema,
      needsApproval: (_input, { context }) => {
        seen.push(context)
        return false
      },
      execute: (_input, { context }) => void seen.push(context),
    })
    await generateText({ model: model(), prompt, tools: { it }, toolsContext: { it: {} } })
    expect(seen).toEqual([{ limit: 5 }, { limit: 5 }])
  })

  test('that does not fit is an error of the tool', async () => {
    const it = tool({ inputSchema: z.object({}), contextSchema, execute: () => 'ran' })
    const toolsContext = { it: { limit: 'none' } }
    const { content } = await generateText({ model: model(), prompt, tools: { it }, toolsContext })
    expect(content[1]).toMatchObject({ type: 'tool-error', error: { code: 'option-invalid' } })
  })
})
