import { expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { generateText, hasToolCall, type Step, stepCountIs, streamText, tool } from '../../src/index.ts'
import type { RunResult, resultFields } from '../../src/runtime/result/run-result.ts'
import { scriptedModel } from '../runtime/mock-model.ts'

const weather = tool({ inputSchema: z.object({ city: z.string() }), execute: ({ city }) => city.length })

/** Takes steps of any tools. */
function log(step: Step): number {
  return step.toolCalls.length
}

test('conditions and callbacks for any tools leave the calls typed by the tools', async () => {
  const { toolCalls, toolResults } = await generateText({
    model: scriptedModel(['Hi.']) as never,
    prompt: 'Hi',
    stopWhen: [stepCountIs(3), hasToolCall('weather'), ({ steps }) => steps.length > 9],
    onStepFinish: log,
    toolChoice: 'auto',
    activeTools: ['weather'],
    tools: { weather },
  })
  for (const call of toolCalls) if (call.dynamic !== true) expectTypeOf(call.input).toEqualTypeOf<{ city: string }>()
  for (const result of toolResults) if (result.dynamic !== true) expectTypeOf(result.output).toEqualTypeOf<number>()
  const stream = streamText({
    model: scriptedModel(['Hi.']) as never,
    prompt: 'Hi',
    stopWhen: stepCountIs(3),
    tools: { weather: tool({ inputSchema: z.object({ city: z.string() }), execute: ({ city }) => city.length }) },
  })
  for (const call of await stream.toolCalls)
    if (!call.dynamic) expectTypeOf(call.input).toEqualTypeOf<{ city: string }>()
})

test('names of tools are checked, but for activeTools, which takes Object.keys of other tools', () => {
  const options = { model: scriptedModel([]) as never, prompt: 'Hi', tools: { weather } }
  const names = Object.keys(options.tools)
  void (() => generateText({ ...options, activeTools: names, prepareStep: () => ({ activeTools: names }) }))
  // @ts-expect-error: there is no such tool
  void (() => generateText({ ...options, toolChoice: { type: 'tool', toolName: 'whether' } }))
})

test('streamText promises every field of a result', () => {
  expectTypeOf<Exclude<keyof RunResult, (typeof resultFields)[number]>>().toBeNever()
})
