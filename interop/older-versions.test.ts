import * as ai5 from 'ai5'
import * as ai6 from 'ai6'
import { expect, test } from 'vitest'
import { z } from 'zod'
import * as toolfit from '../src/index.ts'

/* The table "Coming from `ai` 4, 5 or 6" of docs/guide/ai-sdk-users.md: what the older versions do, and what Toolfit does. */

type Sdk = typeof toolfit
const [five, six] = [ai5, ai6] as unknown as [Sdk, Sdk]
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const usage = { inputTokens: 1, outputTokens: 2, totalTokens: 3, cachedInputTokens: 0, reasoningTokens: 0 }
const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'add', input: '{"n":1}' }

/** A v2 model, which all versions take: it calls a tool in the first step, and says so in the second. */
function createModel() {
  const prompts: { tools?: unknown; toolChoice?: unknown; prompt: { role: string; content: unknown }[] }[] = []
  const doGenerate = async (options: (typeof prompts)[number]) => {
    prompts.push(options)
    const isFirst = prompts.length === 1 && Array.isArray(options.tools) && options.tools.length > 0
    const content = isFirst ? [call] : [{ type: 'text', text: 'Done.' }]
    const finishReason = isFirst ? 'tool-calls' : 'stop'
    return { content, finishReason, usage, warnings: [], request: { body: 'sent' }, response: { body: 'got' } }
  }
  const model = {
    specificationVersion: 'v2',
    provider: 'p',
    modelId: 'm',
    supportedUrls: {},
    doGenerate,
    doStream() {},
  }
  return { model: model as never, prompts }
}

/** A run of two steps. */
async function runTwoSteps(sdk: Sdk, options: object = {}, execute: () => unknown = () => 2) {
  const { model, prompts } = createModel()
  const add = sdk.tool({ inputSchema: z.object({ n: z.number() }), execute: async () => execute() })
  const result = await sdk.generateText({
    model,
    prompt: 'x',
    tools: { add } as toolfit.ToolSet,
    stopWhen: sdk.stepCountIs(3),
    ...options,
  })
  return { result, prompts }
}

/** What each of the three makes of it. */
async function each<T>(show: (sdk: Sdk) => Promise<T>): Promise<T[]> {
  return [await show(five), await show(six), await show(toolfit)]
}

test('calls, results and content are those of the last step, and here of all', async () => {
  const counts = await each(async (sdk) => {
    const { result } = await runTwoSteps(sdk)
    return [result.toolCalls.length, result.toolResults.length, result.content.length]
  })
  expect(counts).toEqual([
    [0, 0, 1],
    [0, 0, 1],
    [1, 1, 3],
  ])
})

test('usage is that of the last step, and here the sum', async () => {
  const sums = await each(async (sdk) => {
    const { result } = await runTwoSteps(sdk)
    return [result.usage.totalTokens, result.totalUsage.totalTokens]
  })
  expect(sums).toEqual([
    [3, 6],
    [3, 6],
    [6, 6],
  ])
})

test('the messages of steps grow, and here are those of each step', async () => {
  const counts = await each(async (sdk) => {
    const { result } = await runTwoSteps(sdk)
    return result.steps.map(({ response }) => response.messages.length)
  })
  expect(counts).toEqual([
    [2, 3],
    [2, 3],
    [2, 1],
  ])
})

test('messages of prepareStep apply to one step, and here to later ones too', async () => {
  const prepareStep = ({ stepNumber }: { stepNumber: number }) =>
    stepNumber === 0 ? { messages: [{ role: 'user', content: 'y' }] } : {}
  const opened = await each(async (sdk) => {
    const { prompts } = await runTwoSteps(sdk, { prepareStep })
    return prompts.map(({ prompt }) => (prompt[0]!.content as { text: string }[])[0]!.text)
  })
  expect(opened).toEqual([
    ['y', 'x'],
    ['y', 'x'],
    ['y', 'y'],
  ])
})

test('bodies are kept, and here only if asked for', async () => {
  const bodies = (options?: object) =>
    each(async (sdk) => {
      const { result } = await runTwoSteps(sdk, options)
      return [result.request.body, result.response.body]
    })
  const kept = ['sent', 'got']
  expect(await bodies()).toEqual([kept, kept, [undefined, undefined]])
  expect((await bodies({ include: { requestBody: true, responseBody: true } }))[2]).toEqual(kept)
})

test('the JSON of usage has cachedInputTokens and reasoningTokens, and here so with models of the same age', async () => {
  const names = await each(async (sdk) => {
    const { result } = await runTwoSteps(sdk)
    const stored = JSON.parse(JSON.stringify(result.usage)) as object
    return ['cachedInputTokens', 'reasoningTokens', 'inputTokenDetails'].map((name) => name in stored)
  })
  expect(names).toEqual([
    [true, true, false],
    [true, true, true],
    [true, true, false],
  ])
})

test('the model sees the message of an error of a tool, and here its name too', async () => {
  const values = await each(async (sdk) => {
    const fail = () => {
      throw new Error('boom')
    }
    const { prompts } = await runTwoSteps(sdk, {}, fail)
    const [result] = prompts[1]!.prompt.at(-1)!.content as { output: { value: string } }[]
    return result!.output.value
  })
  expect(values).toEqual(['boom', 'boom', 'Error: boom'])
})

test('steps have fewer fields, and here they show no others', async () => {
  const names = await each(async (sdk) => {
    const [step] = (await runTwoSteps(sdk)).result.steps
    return ['callId', 'model', 'performance', 'runtimeContext', 'toolsContext'].filter((name) => name in { ...step })
  })
  expect(names[0]).toEqual([])
  expect(names[1]).toEqual(['model'])
  expect(names[2]).toEqual([])
})

test('activeTools: [] is an empty list, and here there is none', async () => {
  const sent = await each(async (sdk) => {
    const { model, prompts } = createModel()
    await sdk.generateText({ model, prompt: 'x' })
    const { prompts: inactive } = await runTwoSteps(sdk, { activeTools: [] })
    return [prompts[0]!.toolChoice, inactive[0]!.tools]
  })
  expect(sent).toEqual([
    [undefined, []],
    [undefined, []],
    [undefined, undefined],
  ])
})

test('maxSteps is ignored, and here works', async () => {
  const steps = await each(async (sdk) => {
    const { result } = await runTwoSteps(sdk, { stopWhen: undefined, maxSteps: 3 })
    return result.steps.length
  })
  expect(steps).toEqual([1, 1, 2])
})

test('a call of an inherited name finds a property of the set, and here no tool', async () => {
  const answers = await each(async (sdk) => {
    const model = {
      ...(createModel().model as object),
      doGenerate: async () => ({
        content: [{ ...call, toolName: 'toString' }],
        finishReason: 'tool-calls',
        usage,
        warnings: [],
      }),
    }
    const { result } = await runTwoSteps(sdk, { model, stopWhen: sdk.stepCountIs(1), invalidToolInput: 'report' })
    const [found] = result.toolCalls as unknown as { invalid?: boolean; error?: { name: string } }[]
    return found?.error?.name
  })
  expect(answers[2]).toBe('AI_NoSuchToolError')
  expect(answers.slice(0, 2)).not.toContain('AI_NoSuchToolError')
})

test('5 runs a tool that needs approval; 6 and Toolfit wait', async () => {
  const runs = await each(async (sdk) => {
    let count = 0
    const { model } = createModel()
    const execute = async () => {
      count += 1
      return 2
    }
    const add = sdk.tool({ inputSchema: z.object({ n: z.number() }), needsApproval: true, execute })
    await sdk.generateText({ model, prompt: 'x', tools: { add } as toolfit.ToolSet, stopWhen: sdk.stepCountIs(3) })
    return count
  })
  expect(runs).toEqual([1, 0, 0])
})

test('5 ends a run with an error of onStepFinish; 6 and Toolfit go on', async () => {
  const onStepFinish = () => {
    throw new Error('mine')
  }
  const endings = await each((sdk) =>
    runTwoSteps(sdk, { onStepFinish }).then(
      ({ result }) => result.text,
      (error: Error) => error.message,
    ),
  )
  expect(endings[0]).toBe('mine')
  expect(endings[2]).toBe('Done.')
})

test('5 returns a list from convertToModelMessages, 6 a promise, and Toolfit a list that can be awaited', async () => {
  const messages = [{ role: 'user', parts: [{ type: 'text', text: 'Hi.' }] }] as never
  const kinds = await each(async (sdk) => {
    const converted: unknown = sdk.convertToModelMessages(messages)
    return [Array.isArray(converted), Array.isArray(await converted)]
  })
  expect(kinds).toEqual([
    [true, true],
    [false, true],
    [true, true],
  ])
})

test('without an output, experimental_output of 5 is an error, and here the text', async () => {
  const outputs = await each(async (sdk) => {
    const { result } = await runTwoSteps(sdk)
    try {
      return (result as unknown as { experimental_output: unknown }).experimental_output
    } catch (error) {
      return (error as Error).name
    }
  })
  expect(outputs).toEqual(['AI_NoOutputSpecifiedError', 'Done.', 'Done.'])
})

/** The parts of a v2 stream: a text with the id 1, and calls. */
function streamedStep(calls: readonly object[]) {
  const text = [
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: 'Hm.' },
    { type: 'text-end', id: '1' },
  ]
  const finishReason = calls.length === 0 ? 'stop' : 'tool-calls'
  return [{ type: 'stream-start', warnings: [] }, ...text, ...calls, { type: 'finish', finishReason, usage }]
}

/** A stream of two steps, the first of which calls two tools: the one that was called first takes longer. */
async function streamTwoSteps(sdk: Sdk, options: object = {}) {
  const { model, prompts } = createModel()
  const calls = [
    { ...call, toolCallId: 'slow', input: '{"ms":20}' },
    { ...call, toolCallId: 'fast', input: '{"ms":0}' },
  ]
  const doStream = async (given: (typeof prompts)[number]) => {
    prompts.push(given)
    const parts = streamedStep(prompts.length === 1 ? calls : [])
    const pull = (controller: ReadableStreamDefaultController) =>
      parts.length > 0 ? controller.enqueue(parts.shift()) : controller.close()
    return { stream: new ReadableStream({ pull }) }
  }
  const execute = ({ ms }: { ms: number }) => new Promise((resolve) => setTimeout(resolve, ms, ms))
  const add = sdk.tool({ inputSchema: z.object({ ms: z.number() }), execute })
  const result = sdk.streamText({
    model: { ...(model as object), doStream } as never,
    prompt: 'x',
    tools: { add } as toolfit.ToolSet,
    stopWhen: sdk.stepCountIs(3),
    onError() {},
    ...options,
  })
  const parts: { type: string; id?: string; toolCallId?: string }[] = []
  for await (const part of result.fullStream) parts.push(part)
  return { parts, prompts }
}

test('5 ignores toolChoice, 6 enforces it in generateText, and Toolfit in both functions', async () => {
  const refusals = await each(async (sdk) => {
    const { model } = createModel()
    const doGenerate = async () => ({
      content: [{ type: 'text', text: 'No.' }],
      finishReason: 'stop',
      usage,
      warnings: [],
    })
    const refusing = { ...(model as object), doGenerate }
    const generated = await runTwoSteps(sdk, { model: refusing, toolChoice: 'required' }).then(
      () => 'text',
      (error: Error) => error.name,
    )
    const { parts } = await streamTwoSteps(sdk, { toolChoice: 'required' })
    return [generated, parts.some(({ type }) => type === 'error')]
  })
  expect(refusals).toEqual([
    ['text', false],
    ['AI_ToolChoiceViolationError', false],
    ['AI_ToolChoiceViolationError', true],
  ])
})

test('5 sends results in the order in which tools end, and Toolfit in that of the calls; the stream has them as they end', async () => {
  const orders = await each(async (sdk) => {
    const { parts, prompts } = await streamTwoSteps(sdk)
    const sent = prompts[1]!.prompt.at(-1)!.content as { toolCallId: string }[]
    const streamed = parts.filter(({ type }) => type === 'tool-result')
    return [sent, streamed].map((results) => results.map(({ toolCallId }) => toolCallId))
  })
  expect(orders[0]).toEqual([
    ['fast', 'slow'],
    ['fast', 'slow'],
  ])
  expect(orders[2]).toEqual([
    ['slow', 'fast'],
    ['fast', 'slow'],
  ])
})

test('5 has the same id of a text in two steps, and Toolfit never', async () => {
  const ids = await each(async (sdk) => {
    const { parts } = await streamTwoSteps(sdk)
    return new Set(parts.flatMap(({ type, id }) => (type === 'text-start' ? [id] : []))).size
  })
  expect([ids[0], ids[2]]).toEqual([1, 2])
})

test('onChunk gets some kinds of parts, and here all', async () => {
  const missed = await each(async (sdk) => {
    const told: string[] = []
    const { parts } = await streamTwoSteps(sdk, {
      onChunk: ({ chunk }: { chunk: { type: string } }) => void told.push(chunk.type),
    })
    return [...new Set(parts.map(({ type }) => type).filter((type) => !told.includes(type)))]
  })
  const others = ['start', 'start-step', 'text-start', 'text-end', 'finish-step', 'finish']
  expect(missed).toEqual([others, others, []])
})

test('5 passes the output to toModelOutput, and 6 and Toolfit an object with it', async () => {
  const given = await each(async (sdk) => {
    const seen: unknown[] = []
    const toModelOutput = (output: unknown) => {
      seen.push(output)
      return { type: 'text', value: 'two' } as const
    }
    const add = sdk.tool({ inputSchema: z.object({ n: z.number() }), execute: async () => 2, toModelOutput } as never)
    await runTwoSteps(sdk, { tools: { add } })
    return seen[0]
  })
  const named = { toolCallId: 'c1', input: { n: 1 }, output: 2 }
  expect(given).toEqual([2, named, named])
})

test('6 calls integrations of a call beside the registered ones, and Toolfit instead of them', async () => {
  const globals = globalThis as { AI_SDK_TELEMETRY_INTEGRATIONS?: unknown }
  const called = async (sdk: Sdk) => {
    const names: string[] = []
    const named = (name: string) => ({ onStart: () => void names.push(name) })
    sdk.registerTelemetryIntegration(named('registered'))
    await runTwoSteps(sdk, { experimental_telemetry: { isEnabled: true, integrations: [named('of the call')] } })
    delete globals.AI_SDK_TELEMETRY_INTEGRATIONS
    return names
  }
  expect([await called(six), await called(toolfit)]).toEqual([['registered', 'of the call'], ['of the call']])
})
