import type { TelemetryIntegration } from './telemetry-integration.ts'

/**
 * As much of `@opentelemetry/api` 1.x as is used here, structurally. It is not imported: an application that uses it has installed it, and it registers
 * itself in the global object, where every version of it finds the others.
 */
export interface TracingApi {
  /** There once a tracer provider is registered. */
  readonly trace?: { getTracer(name: string, version?: string): Tracer } | undefined
  /** There once a context manager is registered: without one there is no active span. */
  readonly context?: ContextManager | undefined
}

export interface ContextManager {
  active(): TraceContext
  with<T>(context: TraceContext, work: () => T): T
}

/** Carries the active span, and values of other libraries. Immutable. */
export interface TraceContext {
  getValue(key: symbol): unknown
  setValue(key: symbol, value: unknown): TraceContext
  deleteValue(key: symbol): TraceContext
}

/** A `Tracer` of `@opentelemetry/api`. */
export interface Tracer {
  startSpan(name: string, options?: { kind?: number; attributes?: Attributes }, context?: TraceContext): TracedSpan
}

export interface TracedSpan {
  setAttributes(attributes: Attributes): unknown
  setStatus(status: { code: number; message?: string }): unknown
  recordException(exception: Error): unknown
  isRecording(): boolean
  end(): unknown
}

export type AttributeValue = string | number | boolean | string[] | number[] | boolean[]

export type Attributes = Record<string, AttributeValue>

/** `SpanKind` of the API. */
export const spanKind = { internal: 0, client: 2 } as const

/** `SpanStatusCode.ERROR` of the API. */
export const errorStatus = 2

/** Where the API keeps the active span in a context. */
export const spanKey: symbol = Symbol.for('OpenTelemetry Context Key SPAN')

/** The API, as far as something is registered with it. */
export function findTracingApi(): TracingApi | undefined {
  return (globalThis as Record<symbol, unknown>)[Symbol.for('opentelemetry.js.api.1')] as TracingApi | undefined
}

/** A context with nothing in it: where no context manager is registered, there is none to ask for. */
export function createContext(values: ReadonlyMap<symbol, unknown> = new Map()): TraceContext {
  return {
    getValue: (key) => values.get(key),
    setValue: (key, value) => createContext(new Map(values).set(key, value)),
    deleteValue: (key) => createContext(new Map([...values].filter(([other]) => other !== key))),
  }
}

/**
 * What OpenTelemetry is sent about runs, by its conventions for generative AI: a span for the run, one for each call of the model
 * and one for each call of a tool.
 *
 * @example
 * ```ts
 * import type { TelemetryOptions } from 'toolfit'
 *
 * const telemetry: TelemetryOptions = { functionId: 'support', metadata: { tenant: 'acme' }, recordInputs: true }
 * ```
 */
export interface TelemetryOptions {
  /** Default: true where there is a tracer or an integration. */
  readonly isEnabled?: boolean | undefined
  /** Whether prompts and the input of tools are recorded. Default: false. */
  readonly recordInputs?: boolean | undefined
  /** Whether answers and the results of tools are recorded. Default: false. */
  readonly recordOutputs?: boolean | undefined
  /** What the run is for. It names the run's span, and is its `gen_ai.agent.name`. */
  readonly functionId?: string | undefined
  /** More attributes of the run, each as `toolfit.metadata.<key>`: texts, numbers, booleans and lists of one of them. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  /** Default: the tracer `toolfit` of the provider that is registered with `@opentelemetry/api`; none where there are integrations. */
  readonly tracer?: Tracer | undefined
  /** Hear of every event of the run, instead of the integrations that are registered. */
  readonly integrations?: TelemetryIntegration | readonly TelemetryIntegration[] | undefined
  /** The fields of `runtimeContext` that integrations see. Default: none. */
  readonly includeRuntimeContext?: Readonly<Record<string, boolean>> | undefined
  /** The fields of each tool's context that integrations see. Default: none. */
  readonly includeToolsContext?: Readonly<Record<string, Readonly<Record<string, boolean>>>> | undefined
}

/**
 * Telemetry watches a run, and must not be able to break it: a tracer, exporter or context manager that throws is some other part of
 * the program; it reports its own errors (`diag` of `@opentelemetry/api`).
 */
export function quietly<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
