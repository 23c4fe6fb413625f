import type { ModelCallOptions } from '../../models/versions/language-model.ts'
import type { ContentPart } from '../result/content.ts'
import type { FinishEvent, ModelCallEndEvent, StartEvent, StepStartEvent } from '../result/events.ts'
import { createResult, resultFields } from '../result/run-result.ts'
import type { Step } from '../result/step.ts'
import { withHidden } from '../result/with-hidden.ts'
import type { PrepareStepResult } from '../run/options.ts'
import { type OpenStep, type Run, shownContext } from '../run/run.ts'
import { activeIn, headersFor, mergeOptions, nameOf, settingsOf } from './model-call.ts'

/** The event of `onStart`. */
export function startEvent(run: Run): StartEvent {
  const { options, callId, isStreamed, model, toolsContext } = run
  const runtimeContext = shownContext(run)
  return {
    callId,
    operationId: isStreamed ? 'ai.streamText' : 'ai.generateText',
    ...nameOf(model),
    instructions: run.instructions,
    messages: run.messages,
    tools: options.tools,
    toolChoice: options.toolChoice,
    activeTools: activeIn(options),
    toolOrder: options.toolOrder,
    ...settingsOf(options, {}),
    maxRetries: options.maxRetries ?? 2,
    timeout: options.timeout,
    headers: headersFor(run, model),
    providerOptions: options.providerOptions,
    output: options.output ?? options.experimental_output,
    runtimeContext,
    toolsContext,
  }
}

/** The event of `onStepStart`. */
export function stepStartEvent(
  run: Run,
  step: OpenStep,
  call: ModelCallOptions,
  overrides: PrepareStepResult,
): StepStartEvent {
  const { options, callId, toolsContext } = run
  const runtimeContext = shownContext(run)
  const model = nameOf(step.model)
  const event = {
    callId,
    ...model,
    stepNumber: step.number,
    instructions: step.instructions,
    messages: step.messages,
    tools: options.tools,
    toolChoice: overrides.toolChoice ?? options.toolChoice,
    activeTools: activeIn(overrides) ?? activeIn(options),
    toolOrder: overrides.toolOrder ?? options.toolOrder,
    steps: [...run.steps],
    providerOptions: mergeOptions(options.providerOptions, overrides.providerOptions),
    output: options.output ?? options.experimental_output,
    runtimeContext,
    toolsContext,
    promptMessages: call.prompt,
    stepTools: call.tools,
    stepToolChoice: call.toolChoice,
  }
  return withHidden(event, { model })
}

/** The event of `onLanguageModelCallEnd`: what the model said, and nothing of what came of it. */
export function callEndEvent({ callId }: Run, step: OpenStep): ModelCallEndEvent {
  const { model, response, finishReason, usage, content, providerMetadata, performance } = step
  return {
    callId,
    provider: model.provider,
    modelId: response.modelId,
    finishReason: finishReason.unified,
    usage,
    content: content.filter(isSaid).map(withoutEmptyMetadata),
    responseId: response.id,
    ...(providerMetadata === undefined ? {} : { providerMetadata }),
    performance,
  }
}

function isSaid(part: ContentPart): boolean {
  return part.type !== 'tool-error' || part.providerExecuted === true
}

function withoutEmptyMetadata(part: ContentPart): ContentPart {
  if ((part.type !== 'text' && part.type !== 'reasoning') || part.providerMetadata !== undefined) return part
  return { type: part.type, text: part.text }
}

const notInEvent: ReadonlySet<string> = new Set(['messages', 'parts', 'output'])

/** The event of `onEnd`: the result, with fields of the last step. */
export function endEvent(run: Run, last: Step): FinishEvent {
  const result = createResult(run)
  const { callId, stepNumber, model, runtimeContext, toolsContext, reasoning, rawFinishReason } = last
  const names = resultFields.filter((name) => !notInEvent.has(name))
  const fields = Object.fromEntries(names.map((name) => [name, result[name]]))
  const own = { callId, toolsContext, stepNumber, model, runtimeContext, reasoning, rawFinishReason }
  const { parsed } = run
  const output =
    run.isStreamed && run.output !== undefined ? { output: parsed && 'value' in parsed ? parsed.value : undefined } : {}
  return withHidden({ ...fields, ...own, ...output }, { experimental_context: run.context }) as unknown as FinishEvent
}
