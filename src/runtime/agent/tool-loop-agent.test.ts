import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Script, scriptedModel } from '../../../test/runtime/mock-model.ts'
import { tool } from '../../tools/tool.ts'
import { createAgentUIStream, createAgentUIStreamResponse } from './agent-ui-stream.ts'
import { ToolLoopAgent } from './tool-loop-agent.ts'

const weather = tool({ inputSchema: z.object({ city: z.string() }), execute: ({ city }) => `sun in ${city}` })
const call = (id: string) =>
  ({ type: 'tool-call', toolCallId: id, toolName: 'weather', input: '{"city":"Rome"}' }) as const

function createAgent(script: Script, more: object = {}) {
  const model = scriptedModel(script)
  const settings = { model: model as never, instructions: 'Be kind.', tools: { weather }, maxRetries: 0 }
  return { model, agent: new ToolLoopAgent<{ tone: string }, { weather: typeof weather }>({ ...settings, ...more }) }
}

const uiMessages = [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Rome?' }] }]

describe('ToolLoopAgent', () => {
  test('runs its tools until the model is done, with its instructions', async () => {
    const { model, agent } = createAgent([{ content: [call('c1')] }, { content: [call('c2')] }, 'Sunny.'])
    const { text, steps } = await agent.generate({ prompt: 'Rome?', options: { tone: 'x' } })
    expect([text, steps.length, agent.version, agent.id]).toEqual(['Sunny.', 3, 'agent-v1', undefined])
    expect(model.calls[0]!.options.prompt[0]).toMatchObject({ role: 'system', content: 'Be kind.' })
    expect(steps[0]!.warnings).toEqual([])
  })

  test('stops after 20 steps, unless it is told otherwise', async () => {
    const forever: Script = (count) => ({ content: [call(`c${count}`)] })
    expect((await createAgent(forever).agent.generate({ prompt: 'x', options: { tone: '' } })).steps).toHaveLength(20)
  })

  test('checks the options of a call, and makes the run of what prepareCall returns', async () => {
    const { model, agent } = createAgent(['a'], {
      callOptionsSchema: z.object({ tone: z.string() }),
      prepareCall: ({ options, ...rest }: { options: { tone: string } }) => ({ ...rest, instructions: options.tone }),
    })
    await agent.generate({ prompt: 'x', options: { tone: 'Be brief.' } })
    expect(model.calls[0]!.options.prompt[0]).toMatchObject({ role: 'system', content: 'Be brief.' })
    const wrong = { prompt: 'x', options: { tone: 5 } as never }
    await expect(agent.generate(wrong)).rejects.toThrow('Type validation failed for options')
  })

  test('calls the listeners of its settings and of the call', async () => {
    const seen: string[] = []
    const note = (name: string) => () => void seen.push(name)
    const { agent } = createAgent(['a'], { onStepFinish: note('settings'), onEnd: note('settings end') })
    const { text } = await agent.stream({
      prompt: 'x',
      options: { tone: '' },
      onStepEnd: note('call'),
      onFinish: note('call end'),
    })
    await text
    expect(seen).toEqual(['settings', 'call', 'settings end', 'call end'])
  })

  test('tells onError of a failure of generate, but not of an abort', async () => {
    const errors: unknown[] = []
    const onError = ({ error }: { error: unknown }) => void errors.push(error)
    const broken = createAgent([{ fault: { type: 'throw', error: new Error('down') } }], { onError }).agent
    await expect(broken.generate({ prompt: 'x', options: { tone: '' } })).rejects.toThrow('down')
    expect(errors).toHaveLength(1)
    const abortSignal = AbortSignal.abort(new Error('enough'))
    await expect(broken.generate({ prompt: 'x', options: { tone: '' }, abortSignal })).rejects.toThrow('enough')
    expect(errors).toHaveLength(1)
  })
})

describe('the stream of an agent for a front end', () => {
  test('answers messages of a chat, and reports the conversation', async () => {
    const { agent } = createAgent([{ content: [call('c1')] }, 'Sunny.'])
    const roles: string[][] = []
    const [steps, sizes]: [number[], number[]] = [[], []]
    const stream = await createAgentUIStream({
      agent,
      uiMessages,
      options: { tone: '' },
      onStepEnd: ({ stepNumber }) => void steps.push(stepNumber),
      onUIMessageStepEnd: ({ responseMessage }) => void sizes.push(responseMessage.parts.length),
      onFinish: ({ messages }) => void roles.push(messages.map(({ role }) => role)),
    })
    const types: string[] = []
    for await (const { type } of stream) types.push(type)
    expect(types.filter((type) => type.startsWith('tool') || type.startsWith('text-d'))).toEqual([
      'tool-input-start',
      'tool-input-delta',
      'tool-input-available',
      'tool-output-available',
      'text-delta',
    ])
    expect([roles, steps, sizes]).toEqual([[['user', 'assistant']], [0, 1], [2, 4]])
  })

  test('is a response, and refuses messages that are none', async () => {
    const { agent } = createAgent(['Hi.'])
    const response = await createAgentUIStreamResponse({ agent, uiMessages, options: { tone: '' }, status: 201 })
    expect(response.status).toBe(201)
    expect(await response.text()).toContain('data: {"type":"finish","finishReason":"stop"}')
    await expect(createAgentUIStream({ agent, uiMessages: [{ role: 'user' }] })).rejects.toThrow(
      'Type validation failed',
    )
  })
})
