import type { LanguageModelUsage } from '../result/usage.ts'
import {
  metadataAttributes,
  modelAttributes,
  settingsAttributes,
  type TracedModel,
  type TracedSettings,
  toAttributes,
  usageAttributes,
} from './gen-ai-attributes.ts'
import { inputMessages, outputMessages, toJson } from './gen-ai-messages.ts'
import { type NewSpan, type OpenSpan, openSpan, type SpanPlace, type TelemetrySpan } from './telemetry-span.ts'
import { spanKind, type TelemetryOptions, type TraceContext } from './tracing-api.ts'

export type { TelemetrySpan } from './telemetry-span.ts'

export interface StepInfo {
  /** From 0. */
  readonly stepNumber: number
  readonly model: TracedModel
  readonly settings: TracedSettings
  /** The prompt, instructions included: `ModelMessage`s. */
  readonly messages?: readonly unknown[]
}

export interface StepOutcome {
  readonly usage: LanguageModelUsage
  readonly finishReason: string
  readonly response?: { readonly id?: string; readonly modelId?: string }
  /** The model's answer: text, reasoning and calls, as parts of the step. */
  readonly content?: readonly unknown[]
}

export interface ToolInfo {
  readonly toolName: string
  readonly toolCallId: string
  readonly input: unknown
  readonly description?: string
}

export interface ToolOutcome {
  readonly output: unknown
}

export interface RunOutcome {
  readonly usage: LanguageModelUsage
  readonly finishReason: string
  readonly text?: string
}

/** The spans of one run. None of its methods throws. */
export interface RunTelemetry {
  startStep(info: StepInfo): TelemetrySpan<StepOutcome>
  /** A sibling of the steps: a step's span ends before its calls run. */
  startTool(info: ToolInfo): TelemetrySpan<ToolOutcome>
  end(outcome: RunOutcome): void
  /** Open spans fail with the same error. */
  fail(error: unknown): void
}

export interface RunPlace extends Omit<SpanPlace, 'recordOutputs'> {
  readonly options: TelemetryOptions
  readonly isStreamed: boolean
  readonly model: TracedModel
  readonly parent: TraceContext
}

/** Opens the span of a run, by https://opentelemetry.io/docs/specs/semconv/gen-ai/ (version 1.41). */
export function createRunTelemetry({ options, isStreamed, model, parent, tracer, manager }: RunPlace): RunTelemetry {
  const { recordInputs = false, recordOutputs = false, functionId, metadata } = options
  const place: SpanPlace = { tracer, manager, recordOutputs }
  const run = openSpan<RunOutcome>(place, {
    name: functionId === undefined ? 'invoke_agent' : `invoke_agent ${functionId}`,
    kind: spanKind.internal,
    parent,
    attributes: () =>
      toAttributes({
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': functionId,
        ...modelAttributes(model),
        ...metadataAttributes(metadata),
      }),
    outcome: ({ usage, finishReason, text }) =>
      toAttributes({
        ...usageAttributes(usage),
        'gen_ai.response.finish_reasons': [finishReason],
        ...(recordOutputs && text
          ? { 'gen_ai.output.messages': outputMessages([{ type: 'text', text }], finishReason) }
          : {}),
      }),
  })
  const children = new Set<OpenSpan<never>>()
  const open = <OUTCOME>(span: NewSpan<OUTCOME>) => {
    const child = openSpan(place, span)
    children.add(child)
    return child
  }
  return {
    startStep(info) {
      // Only open spans are still of interest: they fail with the run.
      for (const child of children) if (!child.isOpen) children.delete(child)
      return open(stepSpan(info, run.context, { isStreamed, recordInputs, recordOutputs }))
    },
    startTool: (info) => open(toolSpan(info, run.context, { recordInputs, recordOutputs })),
    end: (outcome) => run.end(outcome),
    fail(error) {
      for (const child of children) child.fail(error)
      run.fail(error)
    },
  }
}

interface Recorded {
  readonly recordInputs: boolean
  readonly recordOutputs: boolean
}

function stepSpan(
  { stepNumber, model, settings, messages }: StepInfo,
  parent: TraceContext,
  { isStreamed, recordInputs, recordOutputs }: Recorded & { readonly isStreamed: boolean },
): NewSpan<StepOutcome> {
  return {
    name: `chat ${model.modelId}`,
    kind: spanKind.client,
    parent,
    attributes: () =>
      toAttributes({
        'gen_ai.operation.name': 'chat',
        ...modelAttributes(model),
        ...settingsAttributes(settings),
        'gen_ai.request.stream': isStreamed,
        'toolfit.step.number': stepNumber,
        ...(recordInputs && messages !== undefined ? { 'gen_ai.input.messages': inputMessages(messages) } : {}),
      }),
    outcome: ({ usage, finishReason, response, content }) =>
      toAttributes({
        ...usageAttributes(usage),
        'gen_ai.response.finish_reasons': [finishReason],
        'gen_ai.response.id': response?.id,
        'gen_ai.response.model': response?.modelId,
        ...(recordOutputs && content !== undefined
          ? { 'gen_ai.output.messages': outputMessages(content, finishReason) }
          : {}),
      }),
  }
}

function toolSpan(
  { toolName, toolCallId, input, description }: ToolInfo,
  parent: TraceContext,
  { recordInputs, recordOutputs }: Recorded,
): NewSpan<ToolOutcome> {
  return {
    name: `execute_tool ${toolName}`,
    kind: spanKind.internal,
    parent,
    attributes: () =>
      toAttributes({
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': toolName,
        'gen_ai.tool.call.id': toolCallId,
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.description': description,
        ...(recordInputs ? { 'gen_ai.tool.call.arguments': toJson(input) } : {}),
      }),
    outcome: ({ output }) => (recordOutputs ? { 'gen_ai.tool.call.result': toJson(output) } : {}),
  }
}
