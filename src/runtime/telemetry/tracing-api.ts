/**
 * As much of `@opentelemetry/api` 1.x as is used here, structurally. It is not imported: whoever uses it has it, and it registers
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

/** Carries the active span, and whatever else others put there. Immutable. */
export interface TraceContext {
  getValue(key: symbol): unknown
  setValue(key: symbol, value: unknown): TraceContext
  deleteValue(key: symbol): TraceContext
}

/** What makes spans: a `Tracer` of `@opentelemetry/api`. */
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
