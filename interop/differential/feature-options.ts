import { OpenTelemetry } from '@ai-sdk/otel'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { z } from 'zod'
import type { ApprovalPlan, DownloadPlan, OutputPlan, TelemetryPlan, TransformPlan } from './features.ts'
import type { Implementation } from './implementation.ts'
import { type Plain, toPlain } from './plain.ts'
import type { Fields, Recorder } from './recorder.ts'

const weather = z.object({ city: z.string(), degrees: z.number() })

export function makeOutput({ Output }: Implementation, { type, isNamed }: OutputPlan): object {
  const named = isNamed ? { name: 'answer', description: 'The answer' } : {}
  if (type === 'text') return Output.text()
  if (type === 'json') return Output.json({ ...named })
  if (type === 'choice') return Output.choice({ options: ['yes', 'no', 'maybe'], ...named })
  return type === 'array' ? Output.array({ element: weather, ...named }) : Output.object({ schema: weather, ...named })
}

/** The settings of telemetry, and what its integrations have seen. */
export interface Observed {
  readonly settings: object
  readonly seen: () => Plain
}

const eventNames = [
  'onStart',
  'onStepStart',
  'onLanguageModelCallStart',
  'onLanguageModelCallEnd',
  'onToolExecutionStart',
  'onToolExecutionEnd',
  'onStepEnd',
  'onStepError',
  'onAbort',
  'onEnd',
  'onError',
] as const

export function makeTelemetry({ settings, integrations }: TelemetryPlan, recorder: Recorder): Observed {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  const events = Object.fromEntries(eventNames.map((name) => [name, recorder.listener('telemetry', name, readEvent)]))
  const wrapper = (name: string) => {
    const record = recorder.listener('telemetry', name, readEvent)
    return async (options: Fields & { readonly execute: () => PromiseLike<unknown> }) => {
      record(options)
      return options.execute()
    }
  }
  const listening = {
    ...events,
    executeTool: wrapper('executeTool'),
    executeLanguageModelCall: wrapper('executeLanguageModelCall'),
  }
  const tracing = new OpenTelemetry({ tracer: provider.getTracer('test') })
  const list = { events: listening, spans: tracing, both: [listening, tracing] }[integrations]
  return {
    settings: { ...settings, integrations: list },
    seen: () =>
      exporter.getFinishedSpans().map(({ name, kind, attributes, status, parentSpanContext, events }) =>
        toPlain({
          name,
          kind,
          attributes: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, parsed(value)])),
          status,
          parent: exporter.getFinishedSpans().find((span) => span.spanContext().spanId === parentSpanContext?.spanId)
            ?.name,
          events: events.map(({ name, attributes }) => ({
            name,
            attributes: { ...attributes, 'exception.stacktrace': '‹stack›' },
          })),
        }),
      ),
  }
}

/** Some attributes are JSON. */
function parsed(value: unknown): unknown {
  return typeof value === 'string' && /^[[{]/.test(value) ? (JSON.parse(value) as unknown) : value
}

/** An event as it is, without what each implementation has of its own: tools and the format by name. */
export function readEvent(event: Fields): object {
  const { tools, output, ...rest } = event
  return {
    ...rest,
    ...(Object.hasOwn(event, 'tools') && { tools: tools && Object.keys(tools) }),
    ...(Object.hasOwn(event, 'output') && {
      output: typeof output === 'object' && output !== null ? '‹output›' : output,
    }),
  }
}

export const supportedUrls = {
  none: {},
  images: { 'image/*': [/^https:\/\/example\.com\//] },
  all: { '*': [/.*/] },
} satisfies Record<DownloadPlan['supportedUrls'], Record<string, RegExp[]>>

export function makeDownload({ answer }: DownloadPlan, recorder: Recorder) {
  return async (requests: readonly { url: URL; isUrlSupportedByModel: boolean }[]) => {
    recorder.events.downloads.push(toPlain(requests))
    if (answer === 'fails' && requests.length > 0) throw new Error('Not found')
    return requests.map(({ isUrlSupportedByModel }) => {
      if (answer === 'null' || isUrlSupportedByModel) return null
      const mediaType = answer === 'untyped' ? undefined : 'image/png'
      return { data: new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]), mediaType }
    })
  }
}

export function makeApproval({ form, statuses }: ApprovalPlan, recorder: Recorder): unknown {
  if (form === 'statuses') return statuses
  if (form === 'function') {
    const record = recorder.listener('approvals', 'toolApproval', readEvent)
    return (event: { readonly toolCall: { readonly toolName: string } }) => {
      record(event)
      const { toolName } = event.toolCall
      return Object.hasOwn(statuses, toolName) ? statuses[toolName] : 'not-applicable'
    }
  }
  return Object.fromEntries(
    Object.entries(statuses).map(([name, status]) => [
      name,
      async (input: unknown, options: object) => {
        recorder.events.approvals.push({
          name: 'toolApproval',
          of: name,
          input: toPlain(input),
          options: toPlain(options),
        })
        return status
      },
    ]),
  )
}

type Part = { readonly type: string; readonly text?: string }

export function makeTransform(implementation: Implementation, plan: TransformPlan): unknown {
  if (plan.type === 'smooth') {
    const { chunking, delayInMs } = plan
    return implementation.smoothStream({ delayInMs, chunking: chunking === 'letters' ? /[a-zö]/ : chunking })
  }
  return () => new TransformStream<Part, Part>({ transform: changes[plan.type] })
}

const changes = {
  shout(part: Part, controller: TransformStreamDefaultController<Part>) {
    controller.enqueue(part.type === 'text-delta' ? { ...part, text: part.text!.toUpperCase() } : part)
  },
  'no reasoning'(part: Part, controller: TransformStreamDefaultController<Part>) {
    if (!part.type.startsWith('reasoning')) controller.enqueue(part)
  },
  'other results'(part: Part, controller: TransformStreamDefaultController<Part>) {
    const { output } = part as { readonly output?: unknown }
    const hidden = { ...(typeof output === 'object' && output), hidden: true }
    controller.enqueue(part.type === 'tool-result' ? ({ ...part, output: hidden } as Part) : part)
  },
}
