import type { ModelMessage } from '../../core/message.ts'
import { type AnyLanguageModel, isOwn, type RunnableModel } from '../../models/versions/any-model.ts'
import type { ModelCallOptions } from '../../models/versions/language-model.ts'
import { toRunnable } from '../../models/versions/to-runnable.ts'
import type { RequestWarning } from '../../wire/model-request.ts'
import { prepareTools, type ToolSelection } from '../calls/prepare-tools.ts'
import { CallTimer } from '../result/performance.ts'
import { loadFields } from '../result/show-fields.ts'
import { noUsage } from '../result/usage.ts'
import { withHidden } from '../result/with-hidden.ts'
import { createDeadline, type Deadline, guard, timeoutReason } from '../run/deadline.ts'
import type { PrepareStep, PrepareStepResult, RunOptions, ToolChoice } from '../run/options.ts'
import { assertSettings, readTimeouts } from '../run/read-options.ts'
import { contextOf, type OpenStep, type Run, type StepTools } from '../run/run.ts'
import { activeIn, createCall } from './model-call.ts'
import type { NextStep } from './next-step.ts'

/** A step, and the call of its model. */
export interface ReadyStep {
  readonly step: OpenStep
  readonly call: ModelCallOptions
  readonly overrides: PrepareStepResult
  readonly deadline: Deadline
}

/** Opens the next step: `prepareStep`, the tools, the prompt, the timeouts. */
export async function openStep(run: Run, next: NextStep): Promise<ReadyStep> {
  const isFinal = next === 'format'
  const { options } = run
  run.signal?.throwIfAborted()
  const ask = options.prepareStep ?? options.experimental_prepareStep
  const overrides = ask === undefined ? noOverrides : await guard(prepare(run, ask), run.signal)
  const model = toRunnable(overrides.model ?? options.model)
  if (model.aiVersion < 7) await loadFields()
  const sandbox: unknown = overrides.experimental_sandbox ?? options.experimental_sandbox
  const active = activeIn(overrides) ?? activeIn(options)
  const order = overrides.toolOrder ?? options.toolOrder
  const tools = await guard(toolsFor(run, model, { active: isFinal ? [] : active, order, sandbox }), run.signal)
  run.messages = tools.withNotes?.(run.messages) ?? run.messages
  const isNew = run.steps.length === 0 || overrides.messages !== undefined
  const warnings = isNew ? await repairMessages(run, model) : []
  const messages = options.history === undefined ? run.messages : await withinBudget(run, options.history)
  const toolChoice: ToolChoice = isFinal ? 'auto' : (overrides.toolChoice ?? options.toolChoice ?? 'auto')
  const hasFormat = asksForFormat(run, model, isFinal || tools.modelTools === undefined)
  const { stepMs, chunkMs, firstChunkMs } = readTimeouts(options.timeout)
  const hasOtherLimit = run.isStreamed && (chunkMs ?? firstChunkMs) !== undefined
  const deadline = createDeadline(run.signal, stepMs, timeoutReason('Step'), hasOtherLimit)
  const step = createOpenStep(run, { model, tools, toolChoice, messages, hasFormat, sandbox, ...deadline })
  step.warnings.push(...(run.steps.length === 0 ? run.warnings : []), ...warnings)
  run.open = step
  try {
    const sent = isFinal ? askingAgain(messages) : messages
    return { step, call: await createCall(run, step, sent, overrides), overrides, deadline }
  } catch (error) {
    deadline.clear()
    throw error
  }
}

/** The tools of a step. */
export function toolsFor(
  run: Run,
  { isInternal, aiVersion }: RunnableModel,
  selection: Pick<ToolSelection, 'active' | 'order' | 'sandbox'>,
): Promise<StepTools> {
  const { tools, experimental_toolCallers: callers } = run.options
  return prepareTools({
    tools,
    callers,
    ...selection,
    contextOf: (name) => contextOf(run, name),
    isInternal,
    aiVersion,
  })
}

/** Other models get the format of a text too, as from `ai`. */
function asksForFormat({ output }: Run, model: RunnableModel, isAlone: boolean): boolean {
  if (output === undefined) return false
  return output.kind === 'json' ? isAlone || model.takesFormatWithTools : !model.isInternal
}

/** The caller's messages may have calls that were never answered, which every provider refuses. Our own models repair them. */
async function repairMessages(run: Run, model: RunnableModel): Promise<readonly RequestWarning[]> {
  if (isOwn(model) || !hasOpenCalls(run.messages)) return []
  const { answerOpenCalls } = await import('./answer-open-calls.ts')
  const { messages, warnings } = answerOpenCalls(run.messages)
  run.messages = messages
  return warnings
}

function hasOpenCalls(messages: readonly ModelMessage[]): boolean {
  const open = new Set<string>()
  for (const { role, content } of messages) {
    // Only tool messages answer calls.
    if (role !== 'tool' && open.size > 0) return true
    if (typeof content === 'string') continue
    for (const part of content) {
      if (part.type === 'tool-call' && part.providerExecuted !== true) open.add(part.toolCallId)
      else if (part.type === 'tool-result') open.delete(part.toolCallId)
    }
  }
  return open.size > 0
}

type Given = Pick<
  OpenStep,
  'model' | 'tools' | 'toolChoice' | 'messages' | 'hasFormat' | 'sandbox' | 'signal' | 'abort'
>

/** A step at its start. Written field by field: V8 takes 12 µs for a spread with as many fields behind it. */
export function createOpenStep(
  run: Run,
  { model, tools, toolChoice, messages, hasFormat, sandbox, signal, abort }: Given,
): OpenStep {
  return {
    number: run.steps.length,
    model,
    tools,
    toolChoice,
    messages: messages.some(isSystem) ? messages.filter((message) => !isSystem(message)) : messages,
    instructions: run.instructions,
    signal,
    sandbox,
    abort,
    span: undefined,
    hasFormat,
    content: [],
    calls: [],
    callParts: new Map(),
    answers: new Map(),
    warnings: [...tools.warnings],
    request: {},
    response: { id: '', timestamp: new Date(0), modelId: model.modelId },
    finishReason: { unified: 'other', raw: undefined },
    usage: noUsage,
    providerMetadata: undefined,
    timer: new CallTimer(run.now),
    performance: undefined,
    toolExecutionMs: {},
    started: undefined,
  }
}

/** Many models refuse to continue their own message: it is followed by a question, which is not part of the history. */
function askingAgain(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  if (messages[messages.length - 1]?.role !== 'assistant') return messages
  return [...messages, { role: 'user', content: 'Give this answer in the format that is asked for.' }]
}

/** Tools do not see instructions, not even those in the messages. */
function isSystem({ role }: ModelMessage): boolean {
  return role === 'system'
}

const noOverrides: PrepareStepResult = {}

/** Messages, instructions and contexts that `prepareStep` returns also hold for later steps. */
async function prepare(run: Run, ask: PrepareStep): Promise<PrepareStepResult> {
  const { instructions, context } = run
  const input = {
    model: run.options.model as AnyLanguageModel,
    steps: run.steps,
    stepNumber: run.steps.length,
    instructions,
    initialInstructions: run.initialInstructions,
    messages: run.messages,
    initialMessages: run.initialMessages,
    responseMessages: [...run.responseMessages],
    runtimeContext: context ?? {},
    toolsContext: run.toolsContext,
    experimental_sandbox: run.options.experimental_sandbox as unknown,
  }
  const overrides = await ask(withHidden(input, { system: instructions, experimental_context: context }))
  if (overrides === undefined || overrides === null) return noOverrides
  assertSettings(overrides)
  run.messages = (overrides.messages as readonly ModelMessage[] | undefined) ?? run.messages
  run.instructions = overrides.instructions ?? overrides.system ?? run.instructions
  run.context = overrides.runtimeContext ?? overrides.experimental_context ?? run.context
  run.toolsContext = overrides.toolsContext ?? run.toolsContext
  return overrides
}

/** The messages to send, pruned to the budget. The run still returns all messages. */
async function withinBudget(
  { messages }: Run,
  budget: NonNullable<RunOptions['history']>,
): Promise<readonly ModelMessage[]> {
  const { pruneEntries } = await import('../../history/prune/prune-entries.ts')
  const entries = messages.map((message, at) => ({ message, at }))
  return pruneEntries(messages, entries, budget).messages
}
