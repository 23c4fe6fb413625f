import * as ai from 'ai7'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as toolfit from '../src/index.ts'
import { scriptedModel } from './programs/scripted-model.ts'

type Sdk = typeof ai
const ours = toolfit as unknown as Sdk

/** The fields of an object that have a value. Agents of `ai` say in a header that they are; ours send the headers of the caller. */
const fieldsOf = (value: object) =>
  Object.keys(value)
    .filter((key) => key !== 'headers' && (value as Record<string, unknown>)[key] !== undefined)
    .sort()

function createAgent(sdk: Sdk, note: (name: string) => (event: object) => void) {
  const fail = (name: string) => (event: object) => {
    note(name)(event)
    throw new Error(name)
  }
  return new sdk.ToolLoopAgent({
    model: scriptedModel([{ calls: [{ tool: 'one', input: {} }] }, 'Done.'], note('model')),
    tools: { one: sdk.tool({ inputSchema: z.object({}), execute: () => 1 }) },
    temperature: 0.3,
    runtimeContext: { user: 'ada' },
    instructions: 'Be kind.',
    prepareCall: (options) => {
      note('prepareCall')(options)
      return options
    },
    onStart: fail('settings: start'),
    onStepStart: note('settings: step start'),
    onToolExecutionStart: note('settings: tool start'),
    onToolExecutionEnd: note('settings: tool end'),
    onStepEnd: fail('settings: step end'),
    onEnd: note('settings: end'),
  })
}

async function observe(sdk: Sdk, method: 'generate' | 'stream') {
  const log: unknown[] = []
  const note = (name: string) => (event: object) => void log.push([name, fieldsOf(event)])
  const agent = createAgent(sdk, note)
  const listeners = {
    onStart: note('call: start'),
    onStepStart: note('call: step start'),
    onStepFinish: note('call: step end'),
    onFinish: note('call: end'),
  }
  const result = await agent[method]({ prompt: 'Go.', ...listeners })
  return { log, text: await result.text, usage: await result.totalUsage }
}

describe('an agent does what it does in ai 7', () => {
  test.each(['generate', 'stream'] as const)(
    '%s calls all listeners, with the same fields, in the same order',
    async (method) => {
      expect(await observe(ours, method)).toEqual(await observe(ai, method))
    },
  )

  test('an agent of ai is streamed by ours, and ours by ai, to the same events', async () => {
    const uiMessages = [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Go.' }] }]
    const respond = async (agentOf: Sdk, streamedBy: Sdk) => {
      const agent = createAgent(agentOf, () => () => undefined)
      return await (await streamedBy.createAgentUIStreamResponse({ agent, uiMessages })).text()
    }
    const expected = await respond(ai, ai)
    expect(await respond(ai, ours)).toBe(expected)
    expect(await respond(ours, ai)).toBe(expected)
    expect(await respond(ours, ours)).toBe(expected)
  })
})
