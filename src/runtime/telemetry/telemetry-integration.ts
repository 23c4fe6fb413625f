import type { RunEventMap } from '../result/events.ts'

/** What every event of an integration has. */
export interface IntegrationFields {
  readonly recordInputs: boolean | undefined
  readonly recordOutputs: boolean | undefined
  readonly functionId: string | undefined
  /** The version of this package. */
  readonly aiVersion: string
}

type Listeners = {
  readonly [NAME in keyof RunEventMap]?: (event: RunEventMap[NAME] & IntegrationFields) => unknown
}

/**
 * A telemetry integration, as `ai` 7 calls it: callbacks for the events of all runs, and wrappers that run a call inside of a context
 * of the integration. Integrations that were written for `ai` 7 work as they are.
 *
 * @example
 * ```ts
 * import type { TelemetryIntegration, TelemetryOptions } from 'toolfit'
 *
 * const timings: TelemetryIntegration = {
 *   onToolExecutionEnd: ({ toolCall, toolExecutionMs }) => console.log(toolCall.toolName, toolExecutionMs),
 * }
 * const telemetry: TelemetryOptions = { integrations: timings } // or registerTelemetry(timings), for all runs
 * ```
 */
export interface TelemetryIntegration extends Listeners {
  readonly onError?: (event: { readonly callId: string; readonly error: unknown } & IntegrationFields) => unknown
  readonly executeLanguageModelCall?: <T>(
    options: RunEventMap['onLanguageModelCallStart'] & { readonly execute: () => PromiseLike<T> },
  ) => PromiseLike<T>
  readonly executeTool?: <T>(
    options: RunEventMap['onToolExecutionStart'] & {
      readonly toolCallId: string
      readonly execute: () => PromiseLike<T>
    },
  ) => PromiseLike<T>
}

/** Where `ai` keeps its registered integrations: those of either library hear of the runs of both. */
const registry = globalThis as unknown as { AI_SDK_TELEMETRY_INTEGRATIONS?: TelemetryIntegration[] }

/** Registers integrations for all runs whose `telemetry` has none of its own. */
export function registerTelemetry(...integrations: TelemetryIntegration[]): void {
  registry.AI_SDK_TELEMETRY_INTEGRATIONS ??= []
  registry.AI_SDK_TELEMETRY_INTEGRATIONS.push(...integrations)
}

export function registeredIntegrations(): readonly TelemetryIntegration[] {
  return registry.AI_SDK_TELEMETRY_INTEGRATIONS ?? []
}
