import { isPlainObject, ownValue, setOwn } from '../core/json.ts'
import type { ModelMessage, ProviderOptions } from '../core/message.ts'
import { version } from '../core/version.ts'
import type { RunnableModel } from '../models/any-model.ts'
import type { ModelCallOptions } from '../models/language-model.ts'
import { toPrompt } from '../models/to-prompt.ts'
import { toRunnable } from '../models/to-runnable.ts'
import { unknownUsage } from '../wire/model-reply.ts'
import type { ToolChoice as ModelToolChoice } from '../wire/model-request.ts'
import { createDeadline, type Deadline, guard, timeoutReason } from './guard.ts'
import { toUsage } from './language-model-usage.ts'
import type { CallSettings, PrepareStepResult, ToolChoice } from './options.ts'
import { prepareTools } from './prepared-tools.ts'
import { readTimeouts } from './read-options.ts'
import { contextOf, type OpenStep, type Run } from './run.ts'

/** A step that is ready to be asked for. */
export interface ReadyStep {
  readonly step: OpenStep
  readonly call: ModelCallOptions
  readonly deadline: Deadline
}

/** How a step is asked for. */
export interface StepWishes {
  /** The last word, in the format of `output`: nothing more is to be called. */
  readonly isFinal?: boolean
}

/** Prepares the next step: what `prepareStep` says, the tools, the prompt, the time it has. */
export async function openStep(run: Run, { isFinal = false }: StepWishes = {}): Promise<ReadyStep> {
  const { options } = run
  run.signal?.throwIfAborted()
  const overrides = await guard(prepare(run), run.signal)
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
  const messages = await withinBudget(run)
  const toolChoice: ToolChoice = overrides.toolChoice ?? options.toolChoice ?? 'auto'
  const hasFormat = run.output?.kind === 'json' && (isFinal || tools.modelTools === undefined)
  const deadline = createDeadline(run.signal, readTimeouts(options.timeout).stepMs, timeoutReason('step'))
  const step = createOpenStep(run, { model, tools, toolChoice, messages, hasFormat, signal: deadline.signal })
  const prompt = toPrompt(messages, run.instructions, model, {
    abortSignal: deadline.signal,
    downloads: run.downloads,
    download: options.experimental_download,
  })
  const call: ModelCallOptions = {
    ...settingsOf(options, overrides),
    prompt: Array.isArray(prompt) ? prompt : await guard(prompt, deadline.signal),
    tools: tools.modelTools,
    toolChoice: tools.modelTools === undefined ? undefined : toModelChoice(toolChoice),
    responseFormat: hasFormat ? await run.output!.responseFormat() : undefined,
    providerOptions: mergeOptions(options.providerOptions, overrides.providerOptions),
    abortSignal: deadline.signal,
    headers: withAgent(options.headers),
    includeRawChunks: run.isStreamed ? (options.includeRawChunks ?? false) : undefined,
  }
  return { step, call, deadline }
}

function activeIn({ options }: Run): readonly string[] | undefined {
  return options.activeTools ?? options.experimental_activeTools
}

type Given = Pick<OpenStep, 'model' | 'tools' | 'toolChoice' | 'messages' | 'hasFormat' | 'signal'>

/** A step in which nothing has happened yet. */
export function createOpenStep(run: Run, given: Given): OpenStep {
  const { messages } = given
  return {
    ...given,
    messages: messages.some(isSystem) ? messages.filter((message) => !isSystem(message)) : messages,
    number: run.steps.length,
    instructions: run.instructions,
    span: undefined,
    content: [],
    calls: [],
    answers: new Map(),
    warnings: [...given.tools.warnings],
    request: {},
    response: { id: '', timestamp: new Date(0), modelId: given.model.modelId },
    finishReason: { unified: 'other', raw: undefined },
    usage: toUsage(unknownUsage),
    providerMetadata: undefined,
  }
}

/** Instructions, wherever they were given: tools do not see them. */
function isSystem({ role }: ModelMessage): boolean {
  return role === 'system'
}

/** Messages, instructions and contexts that `prepareStep` gives carry forward. */
async function prepare(run: Run): Promise<PrepareStepResult> {
  const { options } = run
  const ask = options.prepareStep ?? options.experimental_prepareStep
  const overrides = await ask?.({
    steps: run.steps,
    stepNumber: run.steps.length,
    model: options.model,
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
  if (overrides === undefined || overrides === null) return {}
  run.messages = (overrides.messages as readonly ModelMessage[] | undefined) ?? run.messages
  run.instructions = overrides.instructions ?? overrides.system ?? run.instructions
  run.context = overrides.runtimeContext ?? overrides.experimental_context ?? run.context
  run.toolsContext = overrides.toolsContext ?? run.toolsContext
  return overrides
}

/** What is sent, pruned where the history has a budget. What the run returns is whole. */
async function withinBudget({ options, messages }: Run): Promise<readonly ModelMessage[]> {
  if (options.history === undefined) return messages
  const { pruneHistory } = await import('../history/prune.ts')
  return pruneHistory(messages, options.history).messages
}

const settings = [
  'maxOutputTokens',
  'temperature',
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
  'stopSequences',
  'seed',
  'reasoning',
] as const satisfies readonly (keyof CallSettings)[]

function settingsOf(options: CallSettings, overrides: CallSettings): CallSettings {
  return Object.fromEntries(settings.map((name) => [name, overrides[name] ?? options[name]]))
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
function withAgent(headers: Readonly<Record<string, string | undefined>> = {}): Record<string, string | undefined> {
  const given = Object.entries(headers).find(([name]) => name.toLowerCase() === 'user-agent')
  const agent = `toolfit/${version}`
  if (given === undefined) return { ...headers, 'user-agent': agent }
  return { ...headers, [given[0]]: given[1] === undefined ? agent : `${given[1]} ${agent}` }
}

/** The model of a step, for those who are told of it. */
export function nameOf({ provider, modelId }: RunnableModel): { provider: string; modelId: string } {
  return { provider, modelId }
}
