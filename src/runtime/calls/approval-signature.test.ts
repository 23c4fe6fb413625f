import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { scriptedModel } from '../../../test/runtime/mock-model.ts'
import type { ModelMessage } from '../../core/message.ts'
import { type ToolSet, tool } from '../../tools/tool.ts'
import { generateText } from '../generate-text.ts'

const secret = 'a secret of the server'

/** A run that pauses for approval, and one that goes on from the messages. */
function conversation(
  inputSchema: unknown,
  input: object,
  options: object = { experimental_toolApprovalSecret: secret },
) {
  const ran: unknown[] = []
  const execute = (value: unknown) => void ran.push(value)
  const tools = { pay: tool({ inputSchema, needsApproval: true, execute } as never) } as ToolSet
  const content = [{ type: 'tool-call' as const, toolCallId: 'c1', toolName: 'pay', input: JSON.stringify(input) }]
  const pause = async () => {
    const { messages } = await generateText({ model: scriptedModel([{ content }]), prompt: 'Pay.', tools, ...options })
    return JSON.parse(JSON.stringify(messages)) as ModelMessage[]
  }
  const resume = async (messages: ModelMessage[], change: (text: string) => string = (text) => text) => {
    const parts = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : (content as object[])))
    const { approvalId } = parts.find((part) => 'approvalId' in part) as { approvalId: string }
    const answer: ModelMessage = {
      role: 'tool',
      content: [{ type: 'tool-approval-response', approvalId, approved: true }],
    }
    const sent = JSON.parse(change(JSON.stringify([...messages, answer]))) as ModelMessage[]
    await generateText({ model: scriptedModel(['Done.']), messages: sent, tools, ...options })
  }
  return { ran, pause, resume }
}

const schema = z.object({ euros: z.number(), to: z.string() })
const input = { to: 'Ann', euros: 5 }

describe('experimental_toolApprovalSecret', () => {
  test('signs a request as `ai` 7 does, in the place where it does', async () => {
    const { pause } = conversation(schema, input, {
      experimental_toolApprovalSecret: secret,
      generateId: () => 'approval-1',
    })
    const [, { content }] = (await pause()) as [unknown, { content: object[] }]
    // Written by signToolApproval of ai 7.0.169 for this approval, call and input.
    const signature = '_1IVOBzsyzoHTcOzShcG2sxMvMcHAsGFzYDD7wl72QM'
    expect(content[1]).toEqual({ type: 'tool-approval-request', approvalId: 'approval-1', toolCallId: 'c1', signature })
  })

  test('runs a call that `ai` 6 signed, unless a field has a line break, with which such a signature is ambiguous', async () => {
    let id = 'approval-1'
    const options = { experimental_toolApprovalSecret: secret, generateId: () => id }
    const { pause, resume, ran } = conversation(schema, input, options)
    const sign = (signature: string) => (text: string) =>
      text.replace(/"signature":"[^"]+"/, `"signature":"${signature}"`)
    // Written by signToolApproval of ai 6.0.264 for this call, and each of the approvals.
    await resume(await pause(), sign('_l9xTBiuHbC_FINrIqxTgi3AwrUxFX6jDM12bSoW66k'))
    expect(ran).toEqual([input])
    id = 'approval\n1'
    const ambiguous = resume(await pause(), sign('L59X80ZkzMG4DCF8M17DxudRq-zb730ey3-PhwBM2R0'))
    await expect(ambiguous).rejects.toMatchObject({ code: 'tool-approval-invalid' })
    expect(ran).toHaveLength(1)
  })

  test('runs a call that was signed, whatever the order of its keys became', async () => {
    const { pause, resume, ran } = conversation(schema, input)
    await resume(await pause(), (text) => text.replace('"to":"Ann","euros":5', '"euros":5,"to":"Ann"'))
    expect(ran).toEqual([input])
  })

  test.each([
    ['the input', '"euros":5', '"euros":6'],
    ['the id of the call', /"c1"/g, '"c2"'],
    ['the id of the approval', /"approvalId":"[^"]+"/g, '"approvalId":"other"'],
    ['the signature', /("signature":"[^"]*)[^"](.")/, '$1~$2'],
    ['the length of the signature', /("signature":")/, '$1AAAA'],
    ['the alphabet of the signature', /("signature":")./, '$1='],
    ['the signature, left out', /,"signature":"[^"]+"/, ''],
    ['the signature, replaced by null', /"signature":"[^"]+"/, '"signature":null'],
  ])('runs nothing if a client changed %s (X160)', async (_, from, to) => {
    const { pause, resume, ran } = conversation(schema, input)
    const code = 'tool-approval-invalid'
    await expect(resume(await pause(), (text) => text.replace(from, to))).rejects.toMatchObject({ code })
    expect(ran).toEqual([])
  })

  test('binds bytes of a secret, and no other secret', async () => {
    const bytes = new TextEncoder().encode(secret)
    const { pause } = conversation(schema, input)
    const same = conversation(schema, input, { experimental_toolApprovalSecret: bytes })
    await same.resume(await pause())
    expect(same.ran).toEqual([input])
    const other = conversation(schema, input, { experimental_toolApprovalSecret: 'another secret' })
    await expect(other.resume(await pause())).rejects.toMatchObject({ code: 'tool-approval-invalid' })
    expect(other.ran).toEqual([])
  })

  test('binds input that has no JSON form after parsing, by what it was parsed from', async () => {
    const dated = z.object({ on: z.string().transform((text) => new Date(text)) })
    const first = conversation(dated, { on: '2026-01-01' })
    await first.resume(await first.pause())
    expect(first.ran).toEqual([{ on: new Date('2026-01-01') }])
    const changed = first.resume(await first.pause(), (text) => text.replaceAll('2026-01-01', '2027-01-01'))
    await expect(changed).rejects.toMatchObject({ code: 'tool-approval-invalid' })
    expect(first.ran).toHaveLength(1)
  })

  test('runs what the user was asked about, even if the policy asks no more', async () => {
    let isAsked = true
    const toolApproval = () => (isAsked ? 'user-approval' : undefined)
    const options = { experimental_toolApprovalSecret: secret, toolApproval }
    const { pause, resume, ran } = conversation(schema, input, options)
    const messages = await pause()
    isAsked = false
    await resume(messages)
    expect(ran).toEqual([input])
  })

  test.each(['', new Uint8Array(), 5, null])('is refused if it is %o, and its value is not shown', async (value) => {
    const options = { experimental_toolApprovalSecret: value as never }
    const run = generateText({ model: scriptedModel(['Done.']), prompt: 'Hi.', ...options })
    await expect(run).rejects.toMatchObject({ code: 'option-invalid', evidence: { option: Object.keys(options)[0] } })
  })
})
