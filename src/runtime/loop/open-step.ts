import { isPlainObject, ownValue, setOwn } from '../../core/json.ts'
import type { ModelMessage, ProviderOptions } from '../../core/message.ts'
import { version } from '../../core/version.ts'
import { toPrompt } from '../../models/prompt/to-prompt.ts'
import type { RunnableModel } from '../../models/versions/any-model.ts'
import type { ModelCallOptions } from '../../models/versions/language-model.ts'
import { toRunnable } from '../../models/versions/to-runnable.ts'
import { unknownUsage } from '../../wire/model-reply.ts'
import type { ToolChoice as ModelToolChoice, RequestWarning } from '../../wire/model-request.ts'
import { prepareTools } from '../calls/prepare-tools.ts'
import { toUsage } from '../result/usage.ts'
import { createDeadline, type Deadline, guard, timeoutReason } from '../run/deadline.ts'
import type { PrepareStep, PrepareStepResult, RunOptions, ToolChoice } from '../run/options.ts'
import { readTimeouts } from '../run/read-options.ts'
import { contextOf, type OpenStep, type Run } from '../run/run.ts'
import type { NextStep } from './next-step.ts'
import { answerOpenCalls } from './sendable-messages.ts'

/** A step that is ready to be asked for. */
export interface ReadyStep {
  readonly step: OpenStep
  readonly call: ModelCallOptions
  readonly deadline: Deadline
}

/** Opens the next step: what `prepareStep` says, the tools, the prompt, the time it has. */
export async function openStep(run: Run, next: NextStep): Promise<ReadyStep> {
  const isFinal = next === 'format'
  const { options } = run
  run.signal?.throwIfAborted()
  const ask = options.prepareStep ?? options.experimental_prepareStep
  const overrides = ask === undefined ? noOverrides : await guard(prepare(run, ask), run.signal)
  const model = toRunnable(overrides.model ?? options.model)
  const active = overrides.activeTools ?? overrides.experimental_activeTools ?? activeIn(run)
  const tools = await guard(
    prepareTools({
      tools: options.tools,
      active: isFinal ? [] : active,
      order: overrides.toolOrder ?? options.toolOrder,
      contextOf: (name) => contextOf(run, name),
    }),
    run.signal,
  )
  const isNew = run.steps.length === 0 || overrides.messages !== undefined
  const warnings = isNew ? await repairMessages(run, model) : []
  const messages = options.history === undefined ? run.messages : await withinBudget(run, options.history)
  const toolChoice: ToolChoice = isFinal ? 'auto' : (overrides.toolChoice ?? options.toolChoice ?? 'auto')
  const hasFormat = run.output?.kind === 'json' && (isFinal || tools.modelTools === undefined)
  const { stepMs, chunkMs } = readTimeouts(options.timeout)
  const deadline = createDeadline(run.signal, stepMs, timeoutReason('step'), chunkMs !== undefined)
  const step = createOpenStep(run, { model, tools, toolChoice, messages, hasFormat, ...deadline })
  step.warnings.push(...warnings)
  run.open = step
  try {
    const sent = isFinal ? askingAgain(messages) : messages
    return { step, call: await createCall(run, step, sent, overrides), deadline }
  } catch (error) {
    deadline.clear()
    throw error
  }
}

/** What the model is asked with. */
async function createCall(
  run: Run,
  { model, tools, toolChoice, hasFormat, signal }: OpenStep,
  messages: readonly ModelMessage[],
  overrides: PrepareStepResult,
): Promise<ModelCallOptions> {
  const { options } = run
  const prompt = toPrompt(messages, run.instructions, model, {
    abortSignal: signal,
    downloads: run.downloads,
    download: options.experimental_download,
  })
  return {
    maxOutputTokens: overrides.maxOutputTokens ?? options.maxOutputTokens,
    temperature: overrides.temperature ?? options.temperature,
    topP: overrides.topP ?? options.topP,
    topK: overrides.topK ?? options.topK,
    presencePenalty: overrides.presencePenalty ?? options.presencePenalty,
    frequencyPenalty: overrides.frequencyPenalty ?? options.frequencyPenalty,
    stopSequences: overrides.stopSequences ?? options.stopSequences,
    seed: overrides.seed ?? options.seed,
    reasoning: overrides.reasoning ?? options.reasoning,
    prompt: Array.isArray(prompt) ? prompt : await guard(prompt, signal),
    tools: tools.modelTools,
    toolChoice: tools.modelTools === undefined ? undefined : toModelChoice(toolChoice),
    responseFormat: hasFormat ? await run.output!.responseFormat() : undefined,
    providerOptions: mergeOptions(options.providerOptions, overrides.providerOptions),
    abortSignal: signal,
    headers: withAgent(options.headers),
    includeRawChunks: run.isStreamed ? (options.includeRawChunks ?? false) : undefined,
  }
}

/** What the caller gave is looked at; what the run adds is valid. */
async function repairMessages(run: Run, model: RunnableModel): Promise<readonly RequestWarning[]> {
  const { messages, warnings } = await answerOpenCalls(model, run.messages)
  run.messages = messages
  return warnings
}

function activeIn({ options }: Run): readonly string[] | undefined {
  return options.activeTools ?? options.experimental_activeTools
}

type Given = Pick<OpenStep, 'model' | 'tools' | 'toolChoice' | 'messages' | 'hasFormat' | 'signal' | 'abort'>

/** A step in which nothing has happened yet. Each field by its name: V8 takes 12 µs for a spread and as many fields behind it. */
export function createOpenStep(
  run: Run,
  { model, tools, toolChoice, messages, hasFormat, signal, abort }: Given,
): OpenStep {
  return {
    number: run.steps.length,
    model,
    tools,
    toolChoice,
    messages: messages.some(isSystem) ? messages.filter((message) => !isSystem(message)) : messages,
    instructions: run.instructions,
    signal,
    abort,
    span: undefined,
    hasFormat,
    content: [],
    calls: [],
    answers: new Map(),
    warnings: [...tools.warnings],
    request: {},
    response: { id: '', timestamp: new Date(0), modelId: model.modelId },
    finishReason: { unified: 'other', raw: undefined },
    usage: noUsage,
    providerMetadata: undefined,
  }
}

/** Many models refuse to go on from their own words, and one that does would go on in words: it is asked, and nothing of that is kept. */
function askingAgain(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  if (messages[messages.length - 1]?.role !== 'assistant') return messages
  return [...messages, { role: 'user', content: 'Give this answer in the format that is asked for.' }]
}

/** Instructions, wherever they were given: tools do not see them. */
function isSystem({ role }: ModelMessage): boolean {
  return role === 'system'
}

const noUsage = toUsage(unknownUsage)
const noOverrides: PrepareStepResult = {}

/** Messages, instructions and contexts that `prepareStep` gives carry forward. */
async function prepare(run: Run, ask: PrepareStep): Promise<PrepareStepResult> {
  const overrides = await ask({
    steps: run.steps,
    stepNumber: run.steps.length,
    model: run.options.model,
    messages: run.messages,
    initialMessages: run.initialMessages,
    responseMessages: run.responseMessages,
    system: run.instructions,
    instructions: run.instructions,
    initialInstructions: run.initialInstructions,
    experimental_context: run.context,
    runtimeContext: run.context,
    toolsContext: run.toolsContext,
  })
  if (overrides === undefined || overrides === null) return noOverrides
  run.messages = (overrides.messages as readonly ModelMessage[] | undefined) ?? run.messages
  run.instructions = overrides.instructions ?? overrides.system ?? run.instructions
  run.context = overrides.runtimeContext ?? overrides.experimental_context ?? run.context
  run.toolsContext = overrides.toolsContext ?? run.toolsContext
  return overrides
}

/** What is sent, pruned where the history has a budget. What the run returns is whole. */
async function withinBudget(
  { messages }: Run,
  budget: NonNullable<RunOptions['history']>,
): Promise<readonly ModelMessage[]> {
  const { pruneHistory } = await import('../../history/prune.ts')
  return pruneHistory(messages, budget).messages
}

function toModelChoice(choice: ToolChoice): ModelToolChoice {
  return typeof choice === 'string' ? { type: choice } : { type: 'tool', toolName: choice.toolName }
}

/** Options of a step are laid over those of the run, at every level. */
function mergeOptions(
  run: ProviderOptions | undefined,
  step: ProviderOptions | undefined,
): ProviderOptions | undefined {
  return run === undefined || step === undefined ? (step ?? run) : (merge(run, step) as ProviderOptions)
}

function merge(below: unknown, above: unknown): unknown {
  if (above === undefined || !isPlainObject(below) || !isPlainObject(above)) return above ?? below
  const merged: Record<string, unknown> = { ...below }
  for (const key of Object.keys(above)) setOwn(merged, key, merge(ownValue(below, key), above[key]))
  return merged
}

/** Tells models of ours that the runtime retries, so that they need not. */
function withAgent(headers: RunOptions['headers']): Record<string, string | undefined> {
  const agent = `toolfit/${version}`
  if (headers === undefined) return { 'user-agent': agent }
  const given = Object.entries(headers).find(([name]) => name.toLowerCase() === 'user-agent')
  if (given === undefined) return { ...headers, 'user-agent': agent }
  return { ...headers, [given[0]]: given[1] === undefined ? agent : `${given[1]} ${agent}` }
}

/** The model of a step, for those who are told of it. */
export function nameOf({ provider, modelId }: RunnableModel): { provider: string; modelId: string } {
  return { provider, modelId }
}
