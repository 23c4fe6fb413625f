import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { dynamicTool, type StopInput, streamText, type ToolCallOptions, tool } from '../../src/index.ts'
import { failure, finish, type Line, partsOf, play, toldError, ways } from './spec-c-played.ts'

const answer = 'It is sunny.'
const input = { city: 'Rome' }
const empty = z.object({})
const call: Line = { calls: [{ name: 'weather', input }] }
const wrong: Line = { calls: [{ name: 'weather', input: { town: 'Rome' } }] }
const weather = tool({ inputSchema: z.object({ city: z.string() }), execute: ({ city }) => `sun in ${city}` })
const tools = { weather }
const mock = (...lines: readonly Line[]) => play('a mock model', lines)

/**
 * The document that the runtime was described with says things of `ai` that its versions disagree about, or that none of them does.
 * One test for each of them: what was chosen here.
 */
describe.each(ways)('where ai’s versions differ, %s', (way) => {
  const run = (lines: readonly Line[], options: object = {}) =>
    finish(way, { model: mock(...lines).model, prompt: 'Go.', tools, ...options })

  test('maxSteps (ignored by ai 5 to 7) is the same as stopWhen: stepCountIs(n), and refuses what cannot be meant', async () => {
    expect((await run([call, call, call], { maxSteps: 2 })).steps).toHaveLength(2)
    expect(await failure(way, { model: mock(answer).model, prompt: 'Go.', maxSteps: 0 })).toMatchObject({
      code: 'option-invalid',
    })
  })

  test('the default is one step', async () => {
    expect((await run([call, answer])).steps).toHaveLength(1)
  })

  test('stopWhen is asked with the last step and with all steps, and only where the loop could go on', async () => {
    const asked: string[] = []
    const stopWhen = (step: StopInput) => {
      asked.push(`${step.type} ${step.steps.length}`)
      return false
    }
    await run([call, answer], { stopWhen })
    expect(asked).toEqual(['tool-result 1'])
  })

  test('prepareStep is asked before each step, with the steps so far, and may give nothing', async () => {
    const asked: number[][] = []
    const prepareStep = ({ steps, stepNumber }: { steps: readonly unknown[]; stepNumber: number }) => {
      asked.push([stepNumber, steps.length])
      return undefined
    }
    await run([call, answer], { maxSteps: 2, prepareStep })
    expect(asked).toEqual([
      [0, 0],
      [1, 1],
    ])
  })

  test('messages that prepareStep gives carry forward, as in ai 7', async () => {
    const { model, asked } = mock(call, call, answer)
    await finish(way, {
      model,
      prompt: 'Go.',
      tools,
      maxSteps: 3,
      prepareStep: ({ stepNumber }) =>
        stepNumber === 1 ? { messages: [{ role: 'user', content: 'Short.' }] } : undefined,
    })
    expect(asked().map(({ said }) => said[0])).toEqual(['Go.', 'Short.', 'Short.'])
  })

  test('a raw JSON Schema (a TypeError in ai) is an inputSchema', async () => {
    const raw = tool({
      inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const,
      execute: () => 'sun',
    })
    expect((await run([call], { tools: { weather: raw } })).toolResults).toHaveLength(1)
    expect(await failure(way, { model: mock(wrong).model, prompt: 'Go.', tools: { weather: raw } })).toMatchObject({
      code: 'tool-input-invalid',
    })
  })

  test('outputSchema (never validated in ai) is validated', async () => {
    const bad = tool({ inputSchema: empty, outputSchema: z.number(), execute: () => 'text' as never })
    const { steps } = await run([{ calls: [{ name: 'bad' }] }], { tools: { bad } })
    expect(steps[0]!.error).toMatchObject({ code: 'tool-output-invalid' })
  })

  test('dynamicTool needs no description, and its input is checked', async () => {
    const any = dynamicTool({ inputSchema: z.object({ a: z.number() }), execute: (given) => given })
    const { toolResults } = await run([{ calls: [{ name: 'any', input: { a: 1 } }] }], { tools: { any } })
    expect(toolResults).toMatchObject([{ dynamic: true, output: { a: 1 } }])
    const error = await failure(way, { model: mock({ calls: [{ name: 'any' }] }).model, prompt: 'Go.', tools: { any } })
    expect(error).toMatchObject({ code: 'tool-input-invalid' })
  })

  test('execute gives a value, a promise, an AsyncIterable, or (not in ai) a promise of one', async () => {
    async function* yields() {
      yield 1
      yield 2
    }
    for (const execute of [() => 2, async () => 2, () => yields(), async () => yields()]) {
      const made = tool({ inputSchema: empty, execute: execute as () => number })
      const { toolResults } = await run([{ calls: [{ name: 'made' }] }], { tools: { made } })
      expect(toolResults.map(({ output }) => output)).toEqual([2])
    }
  })

  test('what a generator returns is ignored, and no yield at all is null to the model', async () => {
    const made = tool({
      inputSchema: empty,
      // biome-ignore lint/correctness/useYield: that it yields nothing is the case.
      execute: async function* (): AsyncGenerator<number, string> {
        return 'ignored'
      },
    })
    const { toolResults, response } = await run([{ calls: [{ name: 'made' }] }], { tools: { made } })
    expect(toolResults[0]!.output).toBeUndefined()
    expect(response.messages[1]).toMatchObject({ content: [{ output: { type: 'json', value: null } }] })
  })

  test('the messages of execute are without system prompt and without the calling message', async () => {
    const seen: unknown[] = []
    const look = tool({ inputSchema: empty, execute: (_, { messages }) => void seen.push(messages) })
    await run([{ calls: [{ name: 'look' }] }], { tools: { look }, system: 'Be short.' })
    expect(seen).toEqual([[{ role: 'user', content: 'Go.' }]])
  })

  test('experimental_context (up to ai 6) and context (ai 7) are both there; toolsContext goes before', async () => {
    const seen: unknown[] = []
    const execute = (_: unknown, { experimental_context, context }: ToolCallOptions) =>
      void seen.push([experimental_context, context])
    const look = tool({ inputSchema: empty, execute })
    const lines: Line[] = [{ calls: [{ name: 'look' }] }]
    await run(lines, { tools: { look }, experimental_context: 'a' })
    await run(lines, { tools: { look }, runtimeContext: 'b' })
    await run(lines, { tools: { look }, runtimeContext: 'c', toolsContext: { look: 'own' } })
    expect(seen).toEqual([
      ['a', 'a'],
      ['b', undefined],
      ['c', 'own'],
    ])
  })

  test('a tool that throws is a part tool-error and a step of that type; its words and its kind go to the model', async () => {
    const bad = tool({
      inputSchema: empty,
      execute: () => {
        throw new TypeError('no sensor')
      },
    })
    const { steps, content, response } = await run([{ calls: [{ name: 'bad' }] }], { tools: { bad } })
    expect(steps[0]!.type).toBe('tool-error')
    expect(content[1]).toMatchObject({
      type: 'tool-error',
      toolCallId: 'c1',
      toolName: 'bad',
      input: {},
      dynamic: false,
    })
    expect(response.messages[1]).toMatchObject({
      content: [{ output: { type: 'error-text', value: 'TypeError: no sensor' } }],
    })
  })

  test('input that does not fit is told to the model while a step is left, else thrown; an option forces either', async () => {
    expect((await run([wrong, call, answer], { maxSteps: 3 })).steps.map(({ type }) => type)).toEqual([
      'tool-error',
      'tool-result',
      'text',
    ])
    expect(await failure(way, { model: mock(wrong).model, prompt: 'Go.', tools })).toMatchObject({
      code: 'tool-input-invalid',
    })
    const forced = {
      model: mock(wrong, answer).model,
      prompt: 'Go.',
      tools,
      maxSteps: 3,
      invalidToolInput: 'throw' as const,
    }
    expect(await failure(way, forced)).toMatchObject({ code: 'tool-input-invalid' })
    expect((await run([wrong], { invalidToolInput: 'report' })).toolCalls[0]).toMatchObject({
      invalid: true,
      dynamic: true,
    })
  })

  test('repairToolCall goes by both of its names, and the newer one wins', async () => {
    const repair = (text: string) => (asked: { toolCall: object }) => ({ ...asked.toolCall, input: text })
    const outputs = async (options: object) => (await run([wrong], options)).toolResults.map(({ output }) => output)
    expect(await outputs({ repairToolCall: repair('{"city":"A"}') })).toEqual(['sun in A'])
    expect(await outputs({ experimental_repairToolCall: repair('{"city":"B"}') })).toEqual(['sun in B'])
    expect(
      await outputs({ repairToolCall: repair('{"city":"A"}'), experimental_repairToolCall: repair('{"city":"B"}') }),
    ).toEqual(['sun in A'])
  })

  test('args and result (ai 4) are there, and nothing that copies or compares sees them', async () => {
    const { toolCalls, toolResults, steps } = await run([call])
    expect([toolCalls[0]!.args, toolResults[0]!.result, steps[0]!.result]).toEqual([
      input,
      'sun in Rome',
      'sun in Rome',
    ])
    expect([...Object.keys(toolCalls[0]!), ...Object.keys(toolResults[0]!)]).not.toContain('args')
    expect(JSON.parse(JSON.stringify(toolResults[0]))).not.toHaveProperty('result')
  })

  test('activeTools: [] sends no tools, and no choice to a model of the time of ai 5 and 6', async () => {
    const { model, asked } = mock(answer)
    await finish(way, { model, prompt: 'Go.', tools, activeTools: [] })
    expect(asked()[0]).toMatchObject({ toolNames: undefined, choice: undefined })
  })

  test('toolChoice is enforced: required and a named tool are errors, a call under none is not run', async () => {
    for (const toolChoice of ['required', { type: 'tool', toolName: 'weather' }] as const) {
      expect(await toldError(way, { model: mock(answer).model, prompt: 'Go.', tools, toolChoice })).toMatchObject({
        code: 'tool-choice-violated',
      })
    }
    const { model } = mock(call)
    expect(await toldError(way, { model, prompt: 'Go.', tools, toolChoice: 'none' })).toMatchObject({
      code: 'tool-choice-violated',
    })
  })

  test('toolCalls and toolResults are of all steps, usage is the sum, text is of the last step, as in ai 7', async () => {
    const { toolCalls, toolResults, usage, text, steps, response } = await run([call, call, answer], { maxSteps: 3 })
    expect([toolCalls.length, toolResults.length, text]).toEqual([2, 2, answer])
    expect(usage.totalTokens).toBe(39)
    expect(steps[1]!.response.messages).toHaveLength(2)
    expect(response.messages).toHaveLength(5)
  })
})

test('tool({ id }) is kept; one that was left out is made, and stays', () => {
  expect((tool({ id: 'mine', inputSchema: empty }) as { id?: string }).id).toBe('mine')
  const made = tool({ inputSchema: empty }) as { id?: string }
  expect(made.id).toMatch(/./)
  expect((tool(made as never) as { id?: string }).id).toBe(made.id)
})

test('every yield is preliminary, the last one too, and then the result: n yields are n + 1 parts', async () => {
  const slow = tool({
    inputSchema: empty,
    execute: async function* () {
      yield 1
      yield 2
      yield 3
    },
  })
  const { fullStream } = streamText({
    model: mock({ calls: [{ name: 'slow' }] }).model,
    prompt: 'Go.',
    tools: { slow },
  })
  const flags = (await partsOf(fullStream)).flatMap((part) => (part.type === 'tool-result' ? [part.preliminary] : []))
  expect(flags).toEqual([true, true, true, undefined])
})

test('providerOptions of a tool reach the model', async () => {
  const { scriptedModel } = await import('../runtime/mock-model.ts')
  const model = scriptedModel([answer])
  const marked = tool({ inputSchema: empty, providerOptions: { scripted: { mark: true } }, execute: () => 1 })
  await finish('generateText', { model: model as never, prompt: 'Go.', tools: { marked } })
  expect(model.calls[0]!.options.tools).toMatchObject([{ providerOptions: { scripted: { mark: true } } }])
})

test('streamText returns at once, and awaiting it does no harm', async () => {
  const { model, asked } = mock(answer)
  const result = streamText({ model, prompt: 'Go.' })
  expect(asked()).toEqual([])
  expect(await (await result).text).toBe(answer)
})
