import { version } from '../../core/version.ts'
import type { TracedModel } from './gen-ai-attributes.ts'
import type { RunTelemetry } from './run-telemetry.ts'
import { createContext, findTracingApi, type TelemetryOptions, type Tracer, type TracingApi } from './tracing-api.ts'

/**
 * The telemetry of a run; undefined where there is no tracer. Called before anything is awaited, it makes the caller's active span the
 * parent of the run. The code that creates spans is loaded only here.
 */
export function openTelemetry(
  options: TelemetryOptions = {},
  operation: 'generateText' | 'streamText',
  model: TracedModel,
): Promise<RunTelemetry> | undefined {
  if (options.isEnabled === false) return undefined
  const api = findTracingApi()
  const tracer = options.tracer ?? findTracer(api)
  if (tracer === undefined) return undefined
  const isStreamed = operation === 'streamText'
  const place = { options, isStreamed, model, parent: activeContext(api), tracer, manager: api?.context }
  return import('./run-telemetry.ts').then(({ createRunTelemetry }) => createRunTelemetry(place))
}

function findTracer(api: TracingApi | undefined): Tracer | undefined {
  if (api?.trace === undefined) return undefined
  try {
    return api.trace.getTracer('toolfit', version)
  } catch {
    // A broken tracer provider must not fail the run.
    return undefined
  }
}

function activeContext(api: TracingApi | undefined) {
  try {
    return api?.context?.active() ?? createContext()
  } catch {
    // As above: the run then starts a trace of its own.
    return createContext()
  }
}
