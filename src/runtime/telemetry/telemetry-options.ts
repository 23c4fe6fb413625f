import type { Tracer } from './tracing-api.ts'

/**
 * What is told about runs to OpenTelemetry, by its conventions for generative AI: a span for the run, one for each call of the model
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
  /** Default: true where a tracer is given, or a tracer provider is registered with `@opentelemetry/api`. */
  readonly isEnabled?: boolean | undefined
  /** Whether prompts and the input of tools are told. Default: false. */
  readonly recordInputs?: boolean | undefined
  /** Whether answers and the results of tools are told. Default: false. */
  readonly recordOutputs?: boolean | undefined
  /** What the run is for. It names the run's span, and is its `gen_ai.agent.name`. */
  readonly functionId?: string | undefined
  /** More attributes of the run, each as `toolfit.metadata.<key>`: texts, numbers, booleans and lists of one of them. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  /** Default: the tracer `toolfit` of the registered provider. */
  readonly tracer?: Tracer | undefined
}
