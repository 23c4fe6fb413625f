import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ScriptVersion, scriptedModel } from '../../../test/runtime/mock-model.ts'
import { tool } from '../../tools/tool.ts'
import { generateText } from '../generate-text.ts'
import { stepCountIs } from '../run/stop-when.ts'
import { streamText } from '../stream-text.ts'

const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'add', input: '{"n":1}' } as const
const add = tool({ title: 'Add', inputSchema: z.object({ n: z.number() }), execute: ({ n }) => n + 1 })

const settings = (version: ScriptVersion, more: object = {}) => ({
  model: scriptedModel([{ content: [call] }, 'Two.'], { version }),
  prompt: 'Add.',
  tools: { add },
  stopWhen: stepCountIs(3),
  ...more,
})

const keys = (object: object) => Object.keys(object).sort()

const inAll = ['content', 'finishReason', 'providerMetadata', 'request', 'response', 'usage', 'warnings']
const since6 = [...inAll, 'model', 'rawFinishReason', 'stepNumber']
const stepFields: [ScriptVersion, string[]][] = [
  ['v2', inAll],
  ['v3', [...since6, 'experimental_context', 'functionId', 'metadata']],
  ['v4', [...since6, 'callId', 'performance', 'runtimeContext', 'toolsContext']],
]

describe('a step', () => {
  test.each(stepFields)('of a %s model shows the fields that it has in its version of ai', async (version, names) => {
    const { steps } = await generateText(settings(version))
    for (const step of steps) expect(keys(step)).toEqual([...names].sort())
  })

  test.each(stepFields)('of a %s model has all fields of ai 7 to read', async (version) => {
    const { steps } = await generateText(settings(version, { runtimeContext: { user: 1 } }))
    expect(steps[1]!.callId).toBe(steps[0]!.callId)
    expect(steps[1]!.stepNumber).toBe(1)
    expect(steps[0]!.runtimeContext).toEqual({ user: 1 })
    expect(steps[0]!.performance.toolExecutionMs).toHaveProperty('c1')
    expect(steps[0]!.usage.inputTokenDetails).toBeDefined()
  })

  test('does not show a context, which may hold secrets', async () => {
    const { steps } = await generateText(settings('v3', { experimental_context: { key: 'secret' } }))
    expect(JSON.stringify(steps)).not.toContain('secret')
    expect(steps[0]).toHaveProperty('experimental_context', { key: 'secret' })
    expect(Object.keys(steps[0]!)).not.toContain('experimental_context')
  })

  test('has what telemetry was told in ai 6', async () => {
    const telemetry = { functionId: 'sum', metadata: { tenant: 'acme' } }
    const { steps } = await generateText(settings('v3', { experimental_telemetry: telemetry }))
    expect(steps[0]).toMatchObject(telemetry)
    const inSeven = await generateText(settings('v4', { telemetry }))
    expect(inSeven.steps[0]).not.toHaveProperty('functionId')
  })

  test('that a transform changed keeps what does not show', async () => {
    const copy = () => new TransformStream({ transform: (part, to) => to.enqueue({ ...part }) })
    const { steps } = streamText(settings('v2', { experimental_transform: copy }))
    expect((await steps)[0]!.callId).toMatch(/^call-/)
    expect((await steps)[0]!.performance.toolExecutionMs).toHaveProperty('c1')
    expect(keys((await steps)[0]!)).toEqual([...inAll].sort())
  })
})

describe('a part of a stream', () => {
  const partOf = async (version: ScriptVersion, type: string) => {
    for await (const part of streamText(settings(version)).fullStream) if (part.type === type) return part as object
    throw new Error(type)
  }

  test('has no fields that its version of ai does not have', async () => {
    expect(keys(await partOf('v2', 'finish-step'))).toEqual([
      'finishReason',
      'providerMetadata',
      'response',
      'type',
      'usage',
    ])
    expect(keys(await partOf('v3', 'finish-step'))).toContain('rawFinishReason')
    expect(keys(await partOf('v3', 'finish-step'))).not.toContain('performance')
    expect(keys(await partOf('v4', 'finish-step'))).toContain('performance')
    expect(await partOf('v2', 'finish-step')).toHaveProperty('performance')
  })

  test('names the tool of a call as its version of ai does', async () => {
    expect(keys(await partOf('v2', 'tool-call'))).not.toContain('title')
    expect(await partOf('v2', 'tool-call')).toHaveProperty('title', 'Add')
    expect(keys(await partOf('v3', 'tool-call'))).toContain('title')
    expect(keys(await partOf('v2', 'tool-result'))).toContain('providerExecuted')
    expect(keys(await partOf('v2', 'tool-result'))).not.toContain('dynamic')
  })
})

describe('an event', () => {
  test.each([
    ['v3', ['durationMs', 'functionId', 'success'], ['callId', 'toolOutput']],
    ['v4', ['callId', 'toolOutput'], ['durationMs', 'success']],
  ] as const)('about a tool of a %s model shows what it has in its version of ai', async (version, shown, hidden) => {
    const events: object[] = []
    const onToolExecutionEnd = (event: object) => void events.push(event)
    await generateText(settings(version, { onToolExecutionEnd }))
    expect(Object.keys(events[0]!)).toEqual(expect.arrayContaining([...shown]))
    expect(Object.keys(events[0]!).filter((name) => (hidden as readonly string[]).includes(name))).toEqual([])
    for (const name of ['callId', 'toolOutput', 'durationMs', 'success']) expect(events[0]).toHaveProperty(name)
  })

  test.each(['v2', 'v3', 'v4'] as const)('of a %s model has the fields of ai 7 for telemetry', async (version) => {
    const heard: object[] = []
    const listen = (event: object) => heard.push(event)
    const integrations = { onToolExecutionEnd: listen, onStepEnd: listen, onEnd: listen }
    await generateText(settings(version, { telemetry: { integrations }, experimental_context: { key: 'secret' } }))
    const [tools, step, , end] = heard as [object, object, object, { steps: object[] }]
    expect(Object.keys(step)).toEqual(expect.arrayContaining(['callId', 'performance', 'runtimeContext', 'stepNumber']))
    expect(Object.keys(tools)).toEqual(expect.arrayContaining(['callId', 'toolOutput', 'toolExecutionMs']))
    expect(Object.keys(end)).toEqual(expect.arrayContaining(['callId', 'finalStep', 'runtimeContext']))
    expect(keys(end.steps[0]!)).toEqual(expect.arrayContaining(['callId', 'performance', 'stepNumber']))
    expect((end.steps[0] as Record<string, unknown>)['experimental_context']).toBeUndefined()
  })
})
