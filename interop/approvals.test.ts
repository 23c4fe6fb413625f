import * as ai7 from 'ai7'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { generateText } from '../src/runtime/generate-text.ts'
import { streamText } from '../src/runtime/stream-text.ts'
import { scriptedModel } from '../test/runtime/mock-model.ts'

const secret = 'a secret of both servers'

/** A tool that asks for approval, the inputs that it ran with, and the options of a run. */
function setUp(inputSchema: z.ZodType = z.object({ to: z.string(), euros: z.number(), '10': z.array(z.string()) })) {
  const ran: unknown[] = []
  const pay = ai7.tool({ inputSchema, needsApproval: true, execute: (input: unknown) => void ran.push(input) })
  return { ran, options: { tools: { pay }, experimental_toolApprovalSecret: secret } }
}

const input = { to: 'Ann\n“é”', euros: 1.5, '10': ['b', 'a'] }
const asking = (value: unknown = input) =>
  scriptedModel([
    { content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'pay', input: JSON.stringify(value) }] },
    'Done.',
  ])

type Generate = (options: never) => Promise<{ responseMessages: object[] }>
const sides: Readonly<Record<'ai' | 'toolfit', Generate>> = {
  ai: ai7.generateText as never,
  toolfit: generateText as never,
}

const user = { role: 'user', content: 'Pay.' }

/** What a store, or a client, has after a run that waits for approval, and the user's approval. */
function approve(messages: readonly object[]): object[] {
  const stored = JSON.parse(JSON.stringify([user, ...messages])) as { content: { approvalId?: string }[] }[]
  const { approvalId } = stored.flatMap(({ content }) => content).find((part) => part.approvalId !== undefined)!
  return [...stored, { role: 'tool', content: [{ type: 'tool-approval-response', approvalId, approved: true }] }]
}

describe.each([
  ['ai', 'toolfit'],
  ['toolfit', 'ai'],
  ['toolfit', 'toolfit'],
] as const)('an approval that %s signed, in %s', (signs, resumes) => {
  const pause = async (options: object) =>
    approve((await sides[signs]({ model: asking(), prompt: 'Pay.', ...options } as never)).responseMessages)
  const resume = (messages: object[], options: object) =>
    sides[resumes]({ model: scriptedModel(['Done.']), messages, ...options } as never)

  test('runs its call', async () => {
    const { options, ran } = setUp()
    await resume(await pause(options), options)
    expect(ran).toEqual([input])
  })

  test('runs no other call', async () => {
    const { options, ran } = setUp()
    const text = JSON.stringify(await pause(options))
    for (const [from, to] of [
      [/"euros":1.5/, '"euros":2'],
      [/"c1"/g, '"c2"'],
      [/("signature":"[^"]{20})[^"]{3}/, '$1AAA'],
      [/"signature":"[^"]*"/, '"reason":"no"'],
    ] as const) {
      const error: unknown = await resume(JSON.parse(text.replace(from, to)), options).catch(
        (reason: unknown) => reason,
      )
      expect(ai7.InvalidToolApprovalSignatureError.isInstance(error), String(from)).toBe(true)
    }
    expect(ran).toEqual([])
  })
})

test('the error of an approval without a request is the one of `ai`', async () => {
  const { options } = setUp()
  const messages = [
    user,
    { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'x', approved: true }] },
  ]
  for (const generate of Object.values(sides)) {
    const error: unknown = await generate({ model: asking(), messages, ...options } as never).catch((reason) => reason)
    expect(ai7.InvalidToolApprovalError.isInstance(error)).toBe(true)
  }
})

/** A chat of `useChat`: what our stream says becomes its message, the user answers, and the messages come back. */
async function chat(approved: boolean, inputSchema: z.ZodType, value: unknown, change = (text: string) => text) {
  const { options, ran } = setUp(inputSchema)
  const first = streamText({ model: asking(value), prompt: 'Pay.', ...options } as never)
  let message: { parts: object[] } = { parts: [] }
  for await (const state of ai7.readUIMessageStream({ stream: first.toUIMessageStream() as never })) message = state
  const parts = message.parts.map((part) => {
    const { approval } = part as { approval?: object }
    return approval === undefined ? part : { ...part, state: 'approval-responded', approval: { ...approval, approved } }
  })
  const said = JSON.parse(change(JSON.stringify([{ id: 'a', role: 'assistant', parts }])))
  const asked = { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Pay.' }] }
  const messages = await ai7.convertToModelMessages([asked, ...said] as never)
  const second = streamText({ model: scriptedModel(['Done.']), messages, ...options, onError() {} } as never)
  const chunks = []
  for await (const chunk of second.toUIMessageStream()) chunks.push(chunk)
  return { ran, chunks, part: parts[1] as { input: unknown } }
}

describe('a chat of useChat', () => {
  const defaults = z.object({ to: z.string(), euros: z.number().default(5) })
  const transformed = z.object({
    to: z.string().transform((text) => text.length),
    on: z.string().pipe(z.coerce.date()),
  })

  test.each([
    ['input as the model sent it', z.object({ to: z.string() }), { to: 'Ann' }, { to: 'Ann' }],
    ['input with defaults', defaults, { to: 'Ann' }, { to: 'Ann', euros: 5 }],
    ['transformed input', transformed, { to: 'Ann', on: '2026-01-01' }, { to: 3, on: new Date('2026-01-01') }],
  ])('runs what the user approved: %s', async (_, schema, value, parsed) => {
    const { ran, part } = await chat(true, schema, value)
    expect(ran).toEqual([parsed])
    // The user sees the parsed input.
    expect(part.input).toEqual(parsed)
  })

  test('runs nothing if the client changed what the user saw, or what it was parsed from', async () => {
    for (const [from, to] of [
      ['"euros":5', '"euros":6'],
      ['"input":{"to":"Ann"', '"input":{"to":"Bob"'],
      ['"inputSchemaInput":{"to":"Ann"', '"inputSchemaInput":{"to":"Bob"'],
      ['"inputSchemaInput":{"to":"Ann"}', '"inputSchemaInput":{"to":"Ann","euros":9}'],
    ] as const) {
      let isChanged = false
      const change = (text: string) => {
        const changed = text.replace(from, to)
        isChanged = changed !== text
        return changed
      }
      expect((await chat(true, defaults, { to: 'Ann' }, change)).ran, from).toEqual([])
      expect(isChanged, from).toBe(true)
    }
  })

  test('completes a denial', async () => {
    const { ran, chunks } = await chat(false, defaults, { to: 'Ann' })
    expect(ran).toEqual([])
    expect(chunks).toContainEqual({ type: 'tool-output-denied', toolCallId: 'c1' })
  })
})
