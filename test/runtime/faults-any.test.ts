import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonSchema, type ToolSet } from '../../src/index.ts'
import { runs } from '../laws/runs.ts'
import { type ScriptFault, type ScriptPart, type ScriptStep, scriptedModel } from './mock-model.ts'
import { type AnyRunOptions, forbidUnhandledRejections, kinds, runToEnd } from './run-both.ts'

forbidUnhandledRejections()

const inputSchema = jsonSchema({ type: 'object', properties: { n: { type: 'number' } } })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const fail = () => {
  throw new Error('boom')
}
const never = () => new Promise<never>(() => {})
const tool = (execute: ((...args: never[]) => unknown) | undefined, more: object = {}) =>
  ({ inputSchema, execute, ...more }) as ToolSet[string]

/** One of every way in which a tool can be. */
const tools: ToolSet = {
  good: tool((input: object) => input),
  slow: tool(() => pause(1)),
  throws: tool(fail),
  throwsNothing: tool(() => Promise.reject(undefined)),
  hangs: tool(never, { timeout: 3 }),
  again: tool(fail, { retries: { maxRetries: 1, firstDelayMs: 1 } }),
  streams: tool(async function* () {
    yield 1
    await pause(1)
    yield 2
  }),
  breaks: tool(async function* () {
    yield 1
    throw new Error('midway')
  }),
  garbage: tool(() => Symbol('garbage')),
  mute: tool(() => 1, { toModelOutput: fail }),
  wrong: tool(() => 1, { outputSchema: { type: 'string' } }),
  alone: tool(() => pause(1), { exclusive: true }),
  asks: tool(() => 1, { needsApproval: true }),
  asksBadly: tool(() => 1, { needsApproval: fail }),
  reported: tool(undefined),
  unreadable: { inputSchema: 42, execute: () => 1 },
  constructor: tool(() => 1),
}

const signed = { anthropic: { signature: 'c2lnbmVk' }, google: { thoughtSignature: 'c2lnbmVk' } }
/** Text that is more than blanks in the end, unless it is none. */
const pieces = fc
  .array(fc.constantFrom('', 'a', 'b c', '\n'), { maxLength: 3 })
  .map((texts) => (texts.join('').trim() === '' && texts.includes('\n') ? [...texts, 'a'] : texts))

const part: fc.Arbitrary<ScriptPart> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ type: fc.constant('text' as const), text: pieces }) },
  fc.record({ type: fc.constant('reasoning' as const), text: pieces, providerMetadata: fc.constant(signed) }),
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('tool-call' as const),
      toolCallId: fc.constantFrom('a', 'b', 'c', ''),
      toolName: fc.constantFrom(...Object.keys(tools), 'nobody', 'toString', '__proto__', ''),
      input: fc.constantFrom('{"n":1}', '{}', '', '{n: 1', '{"n":"x"}', 'nonsense', '[1]', 'null'),
      deltas: fc.constantFrom(undefined, false as const, ['{', '}']) as fc.Arbitrary<readonly string[]>,
    }),
  },
)

/** Thoughts lead to something, as long as the model is not stopped: one that only thinks is kept as it is, and repaired when it is sent. */
function withConclusion(content: ScriptPart[]): ScriptPart[] {
  return content.some(({ type }) => type === 'reasoning') ? [...content, { type: 'text', text: 'So.' }] : content
}

const fault: fc.Arbitrary<ScriptFault> = fc.oneof(
  fc.record({ type: fc.constant('throw' as const), error: fc.constantFrom('down', undefined, 5) }),
  fc.record({ type: fc.constant('error-part' as const), error: fc.constant('told'), after: fc.nat(8) }),
  fc.record({ type: fc.constant('break' as const), error: fc.constant('broken'), after: fc.nat(8) }),
  fc.record({ type: fc.constant('cut' as const), after: fc.nat(8) }),
  fc.record({ type: fc.constant('hang' as const), after: fc.nat(8) }),
)

const step: fc.Arbitrary<ScriptStep> = fc
  .record({
    content: fc.array(part, { maxLength: 5 }).map(withConclusion),
    finishReason: fc.option(fc.constantFrom('stop', 'tool-calls', 'length', 'content-filter', 'error', 'other'), {
      nil: undefined,
      freq: 3,
    }),
    fault: fc.option(fault, { nil: undefined, freq: 4 }),
  })
  .map((made) => JSON.parse(JSON.stringify(made)) as ScriptStep)

/** What the caller of the run does wrong, or asks for. */
const wishes = fc.record(
  {
    onStepFinish: fc.constant(fail),
    onChunk: fc.constant(fail),
    onToolExecutionEnd: fc.constant(() => pause(1)),
    onError: fc.constant(fail),
    prepareStep: fc.constant(({ stepNumber }: { stepNumber: number }) => (stepNumber === 2 ? fail() : {})),
    repairToolCall: fc.constantFrom(
      fail,
      () => null,
      ({ toolCall }: { toolCall: object }) => ({ ...toolCall, input: '{}' }),
    ),
    invalidToolInput: fc.constantFrom('throw', 'report'),
    toolChoice: fc.constantFrom('none', 'required', { type: 'tool', toolName: 'good' }),
    activeTools: fc.subarray(Object.keys(tools)),
    concurrency: fc.integer({ min: 1, max: 3 }),
    maxSteps: fc.integer({ min: 1, max: 4 }),
    toolMiddleware: fc.constant((_: unknown, next: () => unknown) => next()),
  },
  { requiredKeys: [] },
)

test('whatever goes wrong together, a run ends with valid messages', async () => {
  const endings = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        kind: fc.constantFrom(...kinds),
        version: fc.constantFrom('v2', 'v3', 'v4'),
        ignoresAbort: fc.boolean(),
        script: fc.array(step, { minLength: 1, maxLength: 4 }),
        wishes,
        abortAfterMs: fc.option(fc.nat(6), { nil: undefined, freq: 3 }),
      }),
      async ({ kind, version, ignoresAbort, script, wishes, abortAfterMs }) => {
        // Beyond the script the model has said all that it had to say.
        const model = scriptedModel((index) => script[index] ?? 'Done.', { version, ignoresAbort })
        const controller = new AbortController()
        const timer = abortAfterMs === undefined ? undefined : setTimeout(() => controller.abort(), abortAfterMs)
        const hangs = script.some((each) => each.fault?.type === 'hang')
        const { error, messages } = await runToEnd(kind, {
          model,
          prompt: 'Go.',
          tools,
          stopWhen: ({ steps }) => steps.length >= 6,
          maxRetries: 0,
          abortSignal: controller.signal,
          ...(hangs ? { timeout: { totalMs: 60, stepMs: 20, chunkMs: 10 } } : {}),
          ...(wishes as Partial<AnyRunOptions>),
        })
        clearTimeout(timer)
        endings.add(error === undefined ? 'done' : ((error as { code?: string }).code ?? 'other'))
        expect(messages.length).toBeGreaterThan(0)
      },
    ),
    runs(2),
  )
  // It has seen many ends, or it has seen nothing.
  expect([...endings]).toEqual(expect.arrayContaining(['done', 'run-aborted', 'run-failed']))
}, 600_000)
