import { z } from 'zod'
import {
  type ScriptedModel,
  type ScriptStep,
  type ScriptVersion,
  scriptedModel,
} from '../../test/runtime/mock-model.ts'
import type { Conversation, Preparation, Stop } from './conversation.ts'
import { makeTools } from './conversation-tools.ts'
import {
  makeApproval,
  makeDownload,
  makeOutput,
  makeTelemetry,
  makeTransform,
  readEvent,
  supportedUrls,
} from './feature-options.ts'
import type { AgentPlan } from './features.ts'
import type { Implementation, StreamedRun } from './implementation.ts'
import { fieldToPlain, type Plain, type PlainObject, toPlain } from './plain.ts'
import { type Fields, Recorder } from './recorder.ts'
import { VirtualClock } from './virtual-clock.ts'

/** Everything about a run that a user, a tool or a model can see. */
export interface Observation {
  readonly [key: string]: Plain
}

const stepFields = [
  'stepNumber',
  'model',
  'content',
  'text',
  'reasoning',
  'reasoningText',
  'files',
  'sources',
  'toolCalls',
  'staticToolCalls',
  'dynamicToolCalls',
  'toolResults',
  'staticToolResults',
  'dynamicToolResults',
  'finishReason',
  'rawFinishReason',
  'usage',
  'performance',
  'warnings',
  'request',
  'response',
  'providerMetadata',
  'runtimeContext',
  'toolsContext',
] as const

const resultFields = [
  ...stepFields.filter(
    (field) => !['stepNumber', 'model', 'performance', 'runtimeContext', 'toolsContext'].includes(field),
  ),
  'totalUsage',
  'responseMessages',
] as const

/** Runs a conversation with `generateText`, or with `generate` of an agent. */
export async function observeGenerate(implementation: Implementation, plan: Conversation): Promise<Observation> {
  const { options: given, recorder, clock, telemetry } = prepareRun(implementation, plan)
  // `generateText` of `ai` has neither.
  const { onAbort: _, experimental_transform: __, ...options } = given as Fields
  return clock.during(async () => {
    const agent = plan.agent && makeAgent(implementation, plan.agent, options)
    const run = agent === undefined ? implementation.generateText(options) : agent.agent.generate(agent.call)
    const outcome = await run.then(
      async (result) => ({
        result: readResult(result as Fields),
        output: await settle(async () => (result as Fields)['output'], toPlain),
      }),
      (error: unknown) => ({ error: toPlain(error) }),
    )
    return { ...outcome, ...recorded(recorder), spans: telemetry?.seen() ?? [] }
  })
}

/** Runs a conversation with `streamText`, or with `stream` of an agent. */
export async function observeStream(implementation: Implementation, plan: Conversation): Promise<Observation> {
  const { options, recorder, clock, telemetry } = prepareRun(implementation, plan)
  return clock.during(async () => {
    const agent = plan.agent && makeAgent(implementation, plan.agent, options)
    const run = agent === undefined ? implementation.streamText(options) : await agent.agent.stream(agent.call)
    const fields = run as unknown as Fields
    const read = await readStream(run, plan.reading)
    const promises: PlainObject = {}
    for (const field of [...resultFields, 'output'])
      promises[field] = await settle(
        () => fields[field],
        (value) => toPlain(value, new Set(), field),
      )
    promises['steps'] = await settle(
      () => fields['steps'],
      (steps) => (steps as Fields[]).map(readStep),
    )
    promises['finalStep'] = await settle(
      () => fields['finalStep'],
      (step) => toPlain((step as Fields)['stepNumber']),
    )
    return { ...read, promises, ...recorded(recorder), spans: telemetry?.seen() ?? [] }
  })
}

async function readStream(run: StreamedRun, reading: Conversation['reading']): Promise<PlainObject> {
  if (reading === 'promises') return {}
  const read: Plain[] = []
  try {
    const stream = reading === 'toUIMessageStream' ? run.toUIMessageStream({ onError: String }) : run[reading]
    for await (const part of stream) read.push(toPlain(part))
  } catch (error) {
    return { [reading]: read, thrown: toPlain(error) }
  }
  return { [reading]: read }
}

async function settle(get: () => unknown, read: (value: unknown) => Plain): Promise<Plain> {
  try {
    return read(await get())
  } catch (error) {
    return { '‹rejected›': toPlain(error) }
  }
}

function readResult(result: Fields): PlainObject {
  const fields = resultFields.map((field) => [field, toPlain(result[field], new Set(), field)])
  const { steps, finalStep } = result as { steps: Fields[]; finalStep: unknown }
  return { ...Object.fromEntries(fields), steps: steps.map(readStep), isFinalStepLast: finalStep === steps.at(-1) }
}

/** A step is an instance with getters. */
function readStep(step: Fields): PlainObject {
  return Object.fromEntries(stepFields.map((field) => [field, fieldToPlain(field, step[field])]))
}

function recorded(recorder: Recorder): PlainObject {
  const { calls, executions, events } = recorder
  // How many promises it takes to find out that a call is invalid is nobody's affair.
  const repairs = events.repairs.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  return { calls, executions, events: { ...events, repairs } }
}

function prepareRun(implementation: Implementation, plan: Conversation) {
  const recorder = new Recorder()
  const clock = new VirtualClock()
  let position = 0
  const controller = new AbortController()
  const nextStep = () => {
    const step = plan.steps[position++]
    // Whoever waits for a model that hangs gives up when nothing else is left to do.
    if (step?.fault?.type === 'hang') {
      void clock.sleep(farAway).then(() => controller.abort(new DOMException('Enough', 'AbortError')))
    }
    return withOwnError(step) ?? 'There is no more to say.'
  }
  const makeModel = (version: ScriptVersion, modelId: string) => {
    const script = (_: number, options: object) => {
      recorder.calls.push({ modelId, version, options: toPlain(options) })
      return nextStep()
    }
    return scriptedModel(script, {
      version,
      provider: `scripted.${version}`,
      modelId,
      ...(plan.downloads && { supportedUrls: supportedUrls[plan.downloads.supportedUrls] }),
      ...(plan.timing && { pace: () => clock.sleep(plan.timing!.pace) }),
    })
  }
  const telemetry = plan.telemetry && makeTelemetry(plan.telemetry, recorder)
  const model = makeModel(plan.version, 'first')
  const tools = plan.tools && makeTools(plan.tools, { implementation, recorder, clock })
  let ids = 0
  const generateId = () => `generated-${++ids}`
  const options = {
    ...plan.opening,
    ...plan.settings,
    model,
    tools,
    ...defined({
      activeTools: plan.activeTools,
      toolChoice: plan.toolChoice,
      toolsContext: plan.toolsContext,
      toolCallConcurrency: plan.toolCallConcurrency,
      stopWhen: stopWhen(implementation, plan.stop),
      repairToolCall: plan.repair && repairToolCall(plan.repair, recorder),
      prepareStep: plan.prepared && prepareStep(plan.prepared, recorder, makeModel),
      output: plan.output && makeOutput(implementation, plan.output),
      telemetry: telemetry?.settings,
      timeout: plan.timing?.timeout,
      experimental_download: plan.downloads && makeDownload(plan.downloads, recorder),
      toolApproval: plan.approval && makeApproval(plan.approval, recorder),
      experimental_toolApprovalSecret: plan.approval?.secret ? 'a secret of the server' : undefined,
      experimental_transform: plan.transforms?.map((transform) => makeTransform(implementation, transform)),
    }),
    ...(plan.steps.some(({ fault }) => fault?.type === 'hang') && { abortSignal: controller.signal }),
    ...listeners(recorder),
    // The names of each side. The other one does not look at it.
    _internal: { generateId, generateCallId: () => 'call', now: () => clock.now },
    generateId,
  }
  return { options, recorder, clock, telemetry }
}

/** Later than any tool ends. */
const farAway = 10_000

/** What a call is made into that can be mended. */
export const mendedCall = { toolName: 'weather', input: '{"city":"Mended"}' }

function repairToolCall(repair: NonNullable<Conversation['repair']>, recorder: Recorder) {
  const record = recorder.listener(
    'repairs',
    'repairToolCall',
    ({ toolCall, error, messages, system, instructions }) => ({
      toolCall,
      error,
      messages,
      system,
      instructions,
    }),
  )
  return async (failed: { readonly toolCall: object }) => {
    record(failed)
    if (repair === 'fails') throw new Error('Beyond repair')
    const isOurs = !('providerExecuted' in failed.toolCall)
    return repair === 'mends' && isOurs ? { ...failed.toolCall, ...mendedCall } : null
  }
}

/** Each run gets an error of its own, as providers make them: a run may write on it. */
function withOwnError(step: ScriptStep | undefined): ScriptStep | undefined {
  const { fault } = step ?? {}
  if (fault === undefined || !('error' in fault)) return step
  return { ...step, fault: { ...fault, error: new Error((fault.error as Error).message) } }
}

function stopWhen(implementation: Implementation, stop: Stop): unknown {
  if (stop.type === 'default') return undefined
  if (stop.type === 'count') return implementation.stepCountIs(stop.count)
  const atCount = ({ steps }: { steps: readonly unknown[] }) => steps.length >= stop.count
  return [
    implementation.hasToolCall(stop.toolName),
    stop.isAsync ? async (input: { steps: readonly unknown[] }) => atCount(input) : atCount,
  ]
}

function prepareStep(
  preparations: readonly (Preparation | undefined)[],
  recorder: Recorder,
  makeModel: (version: ScriptVersion, modelId: string) => ScriptedModel,
) {
  const record = recorder.listener('steps', 'prepareStep', readPrepareStep)
  return (input: { stepNumber: number }) => {
    record(input)
    const preparation = preparations[input.stepNumber]
    if (preparation === undefined) return undefined
    const { settings, model, ...overrides } = preparation
    return { ...overrides, ...settings, ...(model && { model: makeModel(model, `model of step ${input.stepNumber}`) }) }
  }
}

function readPrepareStep({ model, steps, ...rest }: Fields): object {
  return { ...rest, model: (model as ScriptedModel).modelId, steps: (steps as Fields[]).length }
}

function listeners(recorder: Recorder): object {
  return {
    onStepFinish: recorder.listener('run', 'onStepFinish', readStep),
    onFinish: recorder.listener('run', 'onFinish', readFinish),
    onChunk: recorder.listener('run', 'onChunk'),
    onError: recorder.listener('run', 'onError'),
    onAbort: recorder.listener('run', 'onAbort', ({ steps, reason }) => ({
      steps: (steps as Fields[]).map(readStep),
      reason,
    })),
    onToolExecutionStart: recorder.listener('executions', 'onToolExecutionStart'),
    onToolExecutionEnd: recorder.listener('executions', 'onToolExecutionEnd'),
    ...Object.fromEntries(
      ['onStart', 'onStepStart', 'onLanguageModelCallStart', 'onLanguageModelCallEnd', 'onStepError'].map((name) => [
        name,
        recorder.listener('model', name, readEvent),
      ]),
    ),
  }
}

function readFinish(event: Fields): object {
  const { steps, ...rest } = readResult(event)
  return { ...rest, steps: (steps as Plain[]).length }
}

/** What a call of an agent takes; everything else is a setting. */
const callNames = ['prompt', 'messages', 'abortSignal', 'timeout', 'experimental_transform']

const sharedListeners = [
  'onStart',
  'onStepStart',
  'onToolExecutionStart',
  'onToolExecutionEnd',
  'onStepFinish',
  'onFinish',
]

/** An agent whose settings are the options of a run, and the call that has the rest. */
function makeAgent({ ToolLoopAgent }: Implementation, plan: AgentPlan, { onChunk: _, ...options }: Fields) {
  const isOf = (place: 'settings' | 'call') => (name: string) => {
    if (sharedListeners.includes(name)) return plan.listeners === place || plan.listeners === 'both'
    return callNames.includes(name) === (place === 'call')
  }
  const pick = (names: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(options).filter(([name]) => names(name)))
  const prepareCall = ({ options: given, ...rest }: Fields) => ({
    ...rest,
    ...(plan.prepareCall === 'settings' && { temperature: 0.25, seed: (given as { seed?: number } | undefined)?.seed }),
  })
  const agent = new ToolLoopAgent({
    ...pick(isOf('settings')),
    id: 'helper',
    ...(plan.hasCallOptions && { callOptionsSchema: z.object({ seed: z.number().default(3) }) }),
    ...(plan.prepareCall && { prepareCall }),
  })
  return { agent, call: { ...pick(isOf('call')), ...(plan.hasCallOptions && { options: {} }) } }
}

function defined(object: Fields): Fields {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}
