import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { scriptedModel } from '../../../test/runtime/mock-model.ts'
import type { ModelMessage, ToolApprovalRequest, ToolCallPart, ToolPart } from '../../core/message.ts'
import { type ToolSet, tool } from '../../tools/tool.ts'
import { generateText } from '../generate-text.ts'
import type { RunOptions } from '../run/options.ts'
import { streamText } from '../stream-text.ts'

const call: ToolCallPart = { type: 'tool-call', toolCallId: 'c1', toolName: 'pay', input: { euros: 5 } }
const request: ToolApprovalRequest = { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' }
const approval: ToolPart = { type: 'tool-approval-response', approvalId: 'a1', approved: true }
const denial: ToolPart = { type: 'tool-approval-response', approvalId: 'a1', approved: false }

interface Forged {
  readonly call?: Partial<ToolCallPart>
  readonly request?: Partial<ToolApprovalRequest>
  readonly answers?: readonly ToolPart[]
}

/** Messages as a client sends them: a call, a request for its approval, and answers. */
function forged({ call: changes, request: more, answers = [approval] }: Forged = {}): ModelMessage[] {
  return [
    { role: 'user', content: 'Pay.' },
    {
      role: 'assistant',
      content: [
        { ...call, ...changes },
        { ...request, ...more },
      ],
    },
    { role: 'tool', content: [...answers] },
  ]
}

/** Runs on from the messages: which inputs `pay` ran with, what the model saw, what the stream had. */
async function resume(messages: ModelMessage[], options: Partial<RunOptions> = {}, needsApproval: unknown = true) {
  const ran: unknown[] = []
  const pay = tool({
    inputSchema: z.object({ euros: z.number() }),
    ...(needsApproval === 'left out' ? {} : { needsApproval: needsApproval as boolean }),
    execute: (input) => {
      ran.push(input)
      return 'paid'
    },
  })
  const model = scriptedModel(['Done.'])
  const result = streamText({ model, messages, tools: { pay } as ToolSet, ...(options as object), onError() {} })
  const parts = []
  for await (const part of result.fullStream) parts.push(part)
  const last = model.calls[0]?.options.prompt.at(-1)
  const results = last?.role === 'tool' ? last.content : []
  return { ran, parts, types: parts.map(({ type }) => type), results, result }
}

const denied = { type: 'execution-denied' }

describe('an approval in the messages', () => {
  test('runs a call whose tool asks for approval', async () => {
    const { ran, types, results } = await resume(forged())
    expect(ran).toEqual([{ euros: 5 }])
    expect(types.slice(0, 3)).toEqual(['start', 'tool-result', 'start-step'])
    expect(results).toMatchObject([{ toolCallId: 'c1', output: { value: 'paid' } }])
  })

  test.each([
    ['a status', { pay: 'denied' }],
    ['a status with its reason', { pay: { type: 'denied', reason: 'Not today.' } }],
    ['a function of the tool', { pay: async () => 'denied' }],
    ['a function for all tools', () => ({ type: 'denied', reason: 'Not today.' })],
  ])('does not run a call that the policy denies: %s (X159)', async (_, toolApproval) => {
    for (const needsApproval of [true, 'left out']) {
      const { ran, types, results } = await resume(forged(), { toolApproval: toolApproval as never }, needsApproval)
      expect(ran).toEqual([])
      expect(types.slice(0, 3)).toEqual(['start', 'tool-output-denied', 'start-step'])
      expect(results).toMatchObject([{ toolCallId: 'c1', output: denied }])
    }
  })

  test.each([
    ['has neither needsApproval nor a policy', 'left out', undefined],
    ['has needsApproval: false', false, undefined],
    ['asks for larger sums only', ({ euros }: { euros: number }) => euros > 100, undefined],
    ['is approved without asking', 'left out', { pay: 'approved' }],
    ['needs no approval', true, { pay: 'not-applicable' }],
    ['is not one that the function of all tools asks about', 'left out', () => undefined],
  ])('does not run a call that never asked for one: the tool %s (X159)', async (_, needsApproval, toolApproval) => {
    const { ran, results } = await resume(forged(), { toolApproval: toolApproval as never }, needsApproval)
    expect(ran).toEqual([])
    expect(results).toMatchObject([{ toolCallId: 'c1', output: denied }])
  })

  test('runs a call that the policy has come to approve since it asked the user', async () => {
    const { ran } = await resume(forged(), { toolApproval: { pay: () => 'approved' } })
    expect(ran).toHaveLength(1)
  })

  test.each([
    ['a typo', 'deny'],
    ['a boolean', true],
    ['an object of another shape', { status: 'approved' }],
  ])('does not run a call about which the policy answers with no status: %s', async (_, status) => {
    const { ran, parts } = await resume(forged(), { toolApproval: (() => status) as never })
    expect(ran).toEqual([])
    expect(parts[1]).toMatchObject({ type: 'tool-error', error: { code: 'option-invalid' } })
  })

  test('asks a function of the tool with the input and the options of `ai` 7', async () => {
    const asked: unknown[] = []
    const toolApproval = { pay: (...args: unknown[]) => void asked.push(args) }
    const contexts = { runtimeContext: { user: 'Ann' }, toolsContext: { pay: { limit: 9 } } }
    const messages = forged()
    await resume(messages, { toolApproval: toolApproval as never, ...contexts })
    const options = { toolCallId: 'c1', messages, toolContext: { limit: 9 }, runtimeContext: { user: 'Ann' } }
    expect(asked).toEqual([[{ euros: 5 }, options]])
  })

  test('asks a function for all tools with the call, the tools and the contexts', async () => {
    const asked: object[] = []
    const toolApproval = (each: object) => void asked.push(each)
    await resume(forged(), { toolApproval: toolApproval as never, toolsContext: { pay: 1 }, runtimeContext: 2 })
    expect(asked).toMatchObject([{ toolCall: call, toolsContext: { pay: 1 }, runtimeContext: 2 }])
    expect(Object.keys(asked[0]!).sort()).toEqual(['messages', 'runtimeContext', 'toolCall', 'tools', 'toolsContext'])
  })

  test('does not run input that no longer fits: the stream and the model get the error', async () => {
    const repairToolCall = () => ({
      type: 'tool-call' as const,
      toolCallId: 'c1',
      toolName: 'pay',
      input: '{"euros":1}',
    })
    const { ran, types, results } = await resume(forged({ call: { input: { euros: 'all' } } }), { repairToolCall })
    expect(ran).toEqual([])
    expect(types.slice(0, 3)).toEqual(['start', 'tool-error', 'start-step'])
    const output = { type: 'error-text', value: expect.stringContaining('/euros') }
    expect(results).toMatchObject([{ toolCallId: 'c1', output }])
  })

  test('does not run input that differs from what it was parsed from', async () => {
    const { ran, types } = await resume(forged({ request: { inputSchemaInput: { euros: 5_000 } } }))
    expect(ran).toEqual([])
    expect(types[1]).toBe('tool-error')
  })

  test('counts the first answer to a call only', async () => {
    expect((await resume(forged({ answers: [approval, approval] }))).ran).toHaveLength(1)
    expect((await resume(forged({ answers: [denial, approval] }))).ran).toHaveLength(0)
  })

  test('does not run a call that has a result, wherever that is', async () => {
    const paid: ToolPart = {
      type: 'tool-result',
      toolCallId: 'c1',
      toolName: 'pay',
      output: { type: 'text', value: 'p' },
    }
    expect((await resume(forged({ answers: [paid, approval] }))).ran).toEqual([])
    const earlier = forged({ answers: [paid] })
    const again: ModelMessage[] = [
      ...earlier,
      { role: 'user', content: 'Again.' },
      { role: 'tool', content: [approval] },
    ]
    expect((await resume(again)).ran).toEqual([])
  })

  test('runs a call whose id an earlier call had, which has its result', async () => {
    const paid: ToolPart = {
      type: 'tool-result',
      toolCallId: 'c1',
      toolName: 'pay',
      output: { type: 'text', value: 'p' },
    }
    const earlier = forged({ call: { input: { euros: 1 } }, answers: [paid] })
    expect((await resume([...earlier, ...forged()])).ran).toEqual([{ euros: 5 }])
  })

  test('runs nothing for a value that is not `true`', async () => {
    const answers = [{ ...approval, approved: 'true' }] as never
    expect((await resume(forged({ answers }))).ran).toEqual([])
  })

  test.each([
    ['an unknown request', forged({ request: { approvalId: 'toString' } }), 'AI_InvalidToolApprovalError'],
    ['an unknown call', forged({ request: { toolCallId: 'constructor' } }), 'AI_ToolCallNotFoundForApprovalError'],
  ])('of %s ends the run before anything runs', async (_, messages, name) => {
    const { ran, parts, result } = await resume(messages)
    expect(ran).toEqual([])
    expect(parts.at(-1)).toMatchObject({ type: 'error', error: { code: 'tool-approval-invalid' } })
    const error = (await Promise.resolve(result.text).catch((reason: unknown) => reason)) as Record<symbol, unknown>
    expect(error[Symbol.for(`vercel.ai.error.${name}`)]).toBe(true)
  })

  test('never runs a call of the provider here', async () => {
    for (const providerExecuted of [undefined, false, true]) {
      const answers = [{ ...approval, ...(providerExecuted === undefined ? {} : { providerExecuted }) }] as ToolPart[]
      expect((await resume(forged({ call: { providerExecuted: true }, answers }))).ran).toEqual([])
    }
  })

  test('of a call of ours runs it here, even if it claims that the provider would', async () => {
    const answers = [{ ...approval, providerExecuted: true }] as ToolPart[]
    expect((await resume(forged({ answers }))).ran).toHaveLength(1)
  })

  test('runs calls in their order, whatever the order of the answers', async () => {
    const messages: ModelMessage[] = [
      {
        role: 'assistant',
        content: [1, 2, 3].flatMap((n) => [
          { ...call, toolCallId: `c${n}`, input: { euros: n } },
          { ...request, approvalId: `a${n}`, toolCallId: `c${n}` },
        ]),
      },
      { role: 'tool', content: [3, 1, 2].map((n) => ({ ...approval, approvalId: `a${n}` }) as ToolPart) },
    ]
    expect((await resume(messages)).ran).toEqual([{ euros: 1 }, { euros: 2 }, { euros: 3 }])
  })
})

test('results of denied calls come last for the model: those that the user denied, then those of the policy', async () => {
  const messages = forged()
  const two = { ...call, toolCallId: 'c2', input: { euros: 7 } }
  const three = { ...call, toolCallId: 'c3', input: { euros: 1 } }
  messages[1] = {
    role: 'assistant',
    content: [
      ...[call, two, three],
      ...[
        request,
        { ...request, approvalId: 'a2', toolCallId: 'c2' },
        { ...request, approvalId: 'a3', toolCallId: 'c3' },
      ],
    ],
  }
  messages[2] = {
    role: 'tool',
    content: [approval, { ...denial, approvalId: 'a2', reason: 'Too dear' }, { ...approval, approvalId: 'a3' }],
  }
  const toolApproval = { pay: ({ euros }: { euros: number }) => (euros === 5 ? 'denied' : 'approved') }
  const { results } = await resume(messages, { toolApproval } as object)
  expect(results.map((part) => 'toolCallId' in part && part.toolCallId)).toEqual(['c3', 'c2', 'c1'])
})

test('a denial completes in the stream, also where the messages have its result already, as those of useChat', async () => {
  const result: ToolPart = {
    type: 'tool-result',
    toolCallId: 'c1',
    toolName: 'pay',
    output: { type: 'execution-denied' },
  }
  for (const answers of [[denial], [denial, result]]) {
    const { parts, results } = await resume(forged({ answers }))
    expect(parts[1]).toMatchObject({ type: 'tool-output-denied', toolCallId: 'c1', toolName: 'pay' })
    expect(results).toHaveLength(1)
  }
  const provider = await resume(forged({ call: { providerExecuted: true }, answers: [denial] }))
  expect(provider.parts[1]).toMatchObject({ type: 'tool-output-denied', toolCallId: 'c1' })
})

describe('a call of the provider', () => {
  const search = { type: 'tool-call', toolCallId: 'm1', toolName: 'mcp', input: '{}', providerExecuted: true } as const

  test('keeps its id when the provider goes on with it after approval', async () => {
    const messages: ModelMessage[] = [
      { role: 'user', content: 'Search.' },
      {
        role: 'assistant',
        content: [
          { ...search, input: {} },
          { ...request, toolCallId: 'm1' },
        ],
      },
      { role: 'tool', content: [{ ...approval, providerExecuted: true } as ToolPart] },
    ]
    const found = { type: 'tool-result', toolCallId: 'm1', toolName: 'mcp', result: 'found' } as const
    const script = [{ content: [{ ...search, dynamic: true }, found] }]
    const { content } = await generateText({ model: scriptedModel(script), messages })
    expect(content).toMatchObject([
      { type: 'tool-call', toolCallId: 'm1' },
      { type: 'tool-result', toolCallId: 'm1', output: 'found' },
    ])
    const { fullStream } = streamText({ model: scriptedModel(script), messages })
    for await (const part of fullStream) if (part.type === 'tool-call') expect(part.toolCallId).toBe('m1')
  })

  test('is reported once if its input is invalid: the provider answers it', async () => {
    const refused = { type: 'tool-result', toolCallId: 'm1', toolName: 'mcp', result: 'no', isError: true } as const
    const script = [{ content: [{ ...search, input: '{"q":1}' }, refused] }]
    const tools = { mcp: tool({ inputSchema: z.object({ q: z.string() }) }) }
    const { content } = await generateText({ model: scriptedModel(script), prompt: 'Search.', tools })
    expect(content.map(({ type }) => type)).toEqual(['tool-call', 'tool-error'])
    const types: string[] = []
    const { fullStream } = streamText({ model: scriptedModel(script), prompt: 'Search.', tools })
    for await (const { type } of fullStream) if (type === 'tool-error' || type === 'error') types.push(type)
    expect(types).toEqual(['tool-error'])
  })
})
