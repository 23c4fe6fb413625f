import type { ModelCallOptions } from '../../models/versions/language-model.ts'
import type { ContentPart } from '../result/content.ts'
import type { FinishEvent, ModelCallEndEvent, StartEvent, StepStartEvent } from '../result/events.ts'
import { createResult, resultFields, withoutEmptyMetadata } from '../result/run-result.ts'
import type { Step } from '../result/step.ts'
import { withHidden } from '../result/with-hidden.ts'
import type { PrepareStepResult } from '../run/options.ts'
import { fieldsOf6, type OpenStep, type Run, shownContext, withOlderFields } from '../run/run.ts'
import { activeIn, headersFor, mergeOptions, nameOf, settingsOf } from './model-call.ts'

/** What both events of a start have: the options of the run, as those of a step override them. */
function startFields(run: Run, overrides: PrepareStepResult) {
  const { options, callId, toolsContext } = run
  return {
    callId,
    tools: options.tools,
    toolChoice: overrides.toolChoice ?? options.toolChoice,
    activeTools: activeIn(overrides) ?? activeIn(options),
    toolOrder: overrides.toolOrder ?? options.toolOrder,
    providerOptions: mergeOptions(options.providerOptions, overrides.providerOptions),
    output: options.output ?? options.experimental_output,
    runtimeContext: shownContext(run),
    toolsContext,
  }
}

/** The event of `onStart`. */
export function startEvent(run: Run): StartEvent {
  const { options, isStreamed, model, instructions, messages } = run
  const { maxRetries = 2, timeout, include = options.experimental_include } = options
  const event = {
    ...startFields(run, {}),
    operationId: isStreamed ? ('ai.streamText' as const) : ('ai.generateText' as const),
    ...nameOf(model),
    instructions,
    messages,
    ...settingsOf(options, {}),
    maxRetries,
    timeout,
    headers: headersFor(run, model),
  }
  return withOlderFields(run, model, event, { system: instructions, include })
}

/** The event of `onStepStart`. */
export function stepStartEvent(
  run: Run,
  step: OpenStep,
  call: ModelCallOptions,
  overrides: PrepareStepResult,
): StepStartEvent {
  const { number: stepNumber, model, instructions, messages } = step
  const event = {
    ...startFields(run, overrides),
    ...nameOf(model),
    stepNumber,
    instructions,
    messages,
    steps: [...run.steps],
    promptMessages: call.prompt,
    stepTools: call.tools,
    stepToolChoice: call.toolChoice,
  }
  return withOlderFields(run, model, event, { system: instructions })
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
    content: content
      .filter(isSaid)
      .map((part) => (part.type === 'text' || part.type === 'reasoning' ? withoutEmptyMetadata(part) : part)),
    responseId: response.id,
    ...(providerMetadata === undefined ? {} : { providerMetadata }),
    performance: performance!,
  }
}

function isSaid(part: ContentPart): boolean {
  return part.type !== 'tool-error' || part.providerExecuted === true
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
  return withHidden({ ...fields, ...own, ...output }, fieldsOf6(run)) as unknown as FinishEvent
}
