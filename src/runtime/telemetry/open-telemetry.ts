import { version } from '../../core/version.ts'
import type { TracedModel } from './gen-ai-attributes.ts'
import type { Integrations } from './integrations.ts'
import type { RunTelemetry } from './run-telemetry.ts'
import { registeredIntegrations, type TelemetryIntegration } from './telemetry-integration.ts'
import {
  createContext,
  findTracingApi,
  quietly,
  type TelemetryOptions,
  type Tracer,
  type TracingApi,
} from './tracing-api.ts'

/** Who is told of a run: a tracer, and integrations. */
export interface OpenedTelemetry {
  readonly telemetry: RunTelemetry | undefined
  readonly integrations: Integrations | undefined
}

/**
 * The telemetry of a run; undefined where there is neither a tracer nor an integration. Called before anything is awaited, it makes the
 * caller's active span the parent of the run. The code that creates spans, and the code for integrations, is loaded only here.
 */
export function openTelemetry(
  options: TelemetryOptions = {},
  isStreamed: boolean,
  model: TracedModel,
  callId: string,
): Promise<OpenedTelemetry> | undefined {
  if (options.isEnabled === false) return undefined
  const api = findTracingApi()
  const list = [options.integrations ?? registeredIntegrations()].flat() as TelemetryIntegration[]
  // Integrations make spans of their own (`@ai-sdk/otel`): with ours, each would be there twice.
  const tracer = options.tracer ?? (list.length === 0 ? findTracer(api) : undefined)
  if (tracer === undefined && list.length === 0) return undefined
  const parent = activeContext(api)
  return (async () => ({
    telemetry:
      tracer === undefined
        ? undefined
        : (await import('./run-telemetry.ts')).createRunTelemetry({
            options,
            isStreamed,
            model,
            parent,
            tracer,
            manager: api?.context,
          }),
    integrations:
      list.length === 0 ? undefined : (await import('./integrations.ts')).createIntegrations(list, options, callId),
  }))()
}

function findTracer(api: TracingApi | undefined): Tracer | undefined {
  return quietly(() => api?.trace?.getTracer('toolfit', version))
}

/** Without one, the run starts a trace of its own. */
function activeContext(api: TracingApi | undefined) {
  return quietly(() => api?.context?.active()) ?? createContext()
}
