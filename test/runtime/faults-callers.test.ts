import { describe, expect, test } from 'vitest'
import { isLoopFinished, jsonSchema, type ToolSet, tool } from '../../src/index.ts'
import { scriptedModel } from './mock-model.ts'
import { type AnyRunOptions, forbidUnhandledRejections, kinds, outputsOf, type RunKind, runToEnd } from './run-both.ts'

forbidUnhandledRejections()

const inputSchema = jsonSchema({ type: 'object', properties: { n: { type: 'number' } } })
const echo = tool({ inputSchema, execute: (input) => input as object })
const call = (toolCallId: string, input = '{"n":1}', toolName = 'echo') =>
  ({ type: 'tool-call', toolCallId, toolName, input }) as const

const fail = () => {
  throw new Error('boom')
}
const reject = async () => fail()
const never = () => new Promise<never>(() => {})

/** Two steps: two calls, one of which does not fit, then text. */
function run(kind: RunKind, options: Partial<AnyRunOptions>, tools: ToolSet = { echo }) {
  const model = scriptedModel(
    [{ content: [{ type: 'text', text: ['a', 'b'] }, call('a'), call('b', 'nonsense')] }, 'Done.'],
    { ignoresAbort: true },
  )
  return runToEnd(kind, { model, prompt: 'Go.', tools, stopWhen: isLoopFinished(), ...options })
}

const callbacks = [
  'onStart',
  'onStepStart',
  'onStepFinish',
  'onStepEnd',
  'onFinish',
  'onEnd',
  'onChunk',
  'onToolExecutionStart',
  'onToolExecutionEnd',
] as const

describe.each(kinds)('%s is not broken by its listeners', (kind) => {
  test.each(callbacks)('%s: what it throws goes to onError, and to nobody if that throws too', async (name) => {
    for (const listener of [fail, reject, () => Promise.reject(undefined), () => ({ then: fail })]) {
      const told: unknown[] = []
      const { error } = await run(kind, { [name]: listener, onError: (event) => void told.push(event.error) })
      expect(error).toBeUndefined()
      if (kind === 'streamText' || name !== 'onChunk') expect(told.length).toBeGreaterThan(0)
      expect((await run(kind, { [name]: listener, onError: fail })).error).toBeUndefined()
      expect((await run(kind, { [name]: listener, onError: reject })).error).toBeUndefined()
    }
  })

  test('the run waits for all of them', async () => {
    let open = 0
    const slow = async () => {
      open++
      await new Promise((resolve) => setTimeout(resolve, 1))
      open--
    }
    const { error } = await run(kind, Object.fromEntries(callbacks.map((name) => [name, slow])))
    expect([error, open]).toEqual([undefined, 0])
  })

  test.each(['onInputStart', 'onInputDelta', 'onInputAvailable'])(
    '%s of a tool: it is run all the same',
    async (name) => {
      for (const listener of [fail, reject]) {
        const { error, messages } = await run(kind, {}, { echo: { ...echo, [name]: listener } })
        expect(error).toBeUndefined()
        expect(outputsOf(messages)[0]).toEqual({ type: 'json', value: { n: 1 } })
      }
    },
  )

  test('onAbort and onError that throw do not hide why the run ended', async () => {
    const reason = new Error('enough')
    const abortSignal = AbortSignal.abort(reason)
    expect((await run(kind, { abortSignal, onAbort: fail, onError: reject })).error).toMatchObject({ cause: reason })
    const model = scriptedModel([{ fault: { type: 'throw', error: new Error('down') } }])
    expect((await run(kind, { model, maxRetries: 0, onError: fail })).error).toMatchObject({ message: 'down' })
  })
})

describe.each(kinds)('%s ends with what decides about it throws', (kind) => {
  const deciding: [string, (decide: () => never) => Partial<AnyRunOptions>][] = [
    ['prepareStep', (decide) => ({ prepareStep: decide })],
    [
      'prepareStep in its second step',
      (decide) => ({ prepareStep: ({ stepNumber }) => (stepNumber === 0 ? {} : decide()) }),
    ],
    ['stopWhen', (decide) => ({ stopWhen: decide })],
    ['one of several conditions', (decide) => ({ stopWhen: [() => false, decide] })],
  ]
  test.each(deciding)('%s', async (_, optionsFor) => {
    for (const decide of [fail, reject as () => never]) {
      expect((await run(kind, optionsFor(decide))).error).toMatchObject({ message: 'boom' })
    }
  })

  test.each(deciding)('%s, or does not wait for it when it is aborted', async (_, optionsFor) => {
    const abortSignal = AbortSignal.timeout(20)
    const { error } = await run(kind, { ...optionsFor(never as () => never), abortSignal })
    expect(error).toMatchObject({ code: 'run-aborted', name: 'TimeoutError' })
  })
})

describe.each(kinds)('%s makes a failed call of what fails about a call', (kind) => {
  const failed = { type: 'error-text', value: 'Error: boom' }

  test.each<[string, Partial<AnyRunOptions>, ToolSet]>([
    ['needsApproval', {}, { echo: { ...echo, needsApproval: fail } }],
    ['needsApproval, later', {}, { echo: { ...echo, needsApproval: reject } }],
    ['toolApproval', { toolApproval: fail }, { echo }],
    ['toolApproval of the tool', { toolApproval: { echo: reject } as never }, { echo }],
    ['toModelOutput', {}, { echo: { ...echo, toModelOutput: reject } }],
    ['toolMiddleware', { toolMiddleware: fail }, { echo }],
    ['toolMiddleware, later', { toolMiddleware: [(_, next) => next(), reject] }, { echo }],
    ['retryIf', {}, { echo: { ...echo, execute: fail, retries: { maxRetries: 1, retryIf: fail } } }],
  ])('%s that throws', async (_, options, tools) => {
    const { error, messages } = await run(kind, options, tools)
    expect(error).toBeUndefined()
    expect(outputsOf(messages)[0]).toEqual(failed)
  })

  test.each<[string, Partial<AnyRunOptions>, ToolSet]>([
    ['needsApproval', {}, { echo: { ...echo, needsApproval: never } }],
    ['toolApproval', { toolApproval: never }, { echo }],
    ['toModelOutput', {}, { echo: { ...echo, toModelOutput: never } }],
    ['toolMiddleware', { toolMiddleware: never }, { echo }],
    ['repairToolCall', { repairToolCall: never }, { echo }],
    [
      'the check of a schema',
      {},
      { echo: { ...echo, inputSchema: jsonSchema({ type: 'object' }, { validate: never as never }) } },
    ],
  ])('%s that never settles is not waited for when the run is aborted', async (_, options, tools) => {
    const { error } = await run(kind, { ...options, abortSignal: AbortSignal.timeout(20) }, tools)
    expect(error).toMatchObject({ code: 'run-aborted' })
  })

  test.each([
    ['throws', fail, 'AI_ToolCallRepairError: Error repairing tool call: Error: boom'],
    ['rejects', reject, 'AI_ToolCallRepairError: Error repairing tool call: Error: boom'],
    ['gives null', () => null, 'AI_InvalidToolInputError: Invalid input for tool echo: It is not JSON.'],
    ['gives nothing', async () => undefined, 'AI_InvalidToolInputError: Invalid input for tool echo: It is not JSON.'],
  ])('repairToolCall that %s leaves the call as it was: invalid', async (_, repairToolCall, value) => {
    const { error, messages } = await run(kind, { repairToolCall: repairToolCall as never })
    expect(error).toBeUndefined()
    expect(outputsOf(messages)[1]).toEqual({ type: 'error-text', value })
  })

  test('repairToolCall that gives another broken call is asked once', async () => {
    let asked = 0
    const repairToolCall: AnyRunOptions['repairToolCall'] = ({ toolCall }) => {
      asked++
      return { ...toolCall, toolName: 'nobody' }
    }
    const { error, messages } = await run(kind, { repairToolCall })
    expect([error, asked]).toEqual([undefined, 1])
    expect(outputsOf(messages)[1]).toMatchObject({ value: expect.stringContaining("unavailable tool 'nobody'") })
  })

  test('repairToolCall that gives a good call: it is run', async () => {
    const repairToolCall: AnyRunOptions['repairToolCall'] = ({ toolCall }) => ({ ...toolCall, input: '{"n":2}' })
    const { messages } = await run(kind, { repairToolCall })
    expect(outputsOf(messages)[1]).toEqual({ type: 'json', value: { n: 2 } })
  })
})
