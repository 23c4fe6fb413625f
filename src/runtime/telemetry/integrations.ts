import { version } from '../../core/version.ts'
import { olderNames } from '../result/events.ts'
import { ofAllSteps } from '../result/run-result.ts'
import { showAllFields } from '../result/show-fields.ts'
import type { Step } from '../result/step.ts'
import { copyAll } from '../result/with-hidden.ts'
import type { TelemetryIntegration } from './telemetry-integration.ts'
import type { TelemetryOptions } from './tracing-api.ts'

type Fields = Readonly<Record<string, unknown>>
type Wrapper = (options: Fields & { readonly execute: () => PromiseLike<unknown> }) => PromiseLike<unknown>

/** The integrations of a run. None of them can break it. */
export interface Integrations {
  notify(name: string, event: object): Promise<void>
  /** The run failed. */
  fail(error: unknown): Promise<void>
  /** Calls the model inside of the integrations' own context. */
  callModel<T>(event: object, work: () => Promise<T>): Promise<T>
  /** Runs a tool inside of the integrations' own context, which sees its error. */
  runTool<T extends { readonly part: object }>(event: object, work: () => Promise<T>): Promise<T>
}

/**
 * Telemetry integrations of `ai` 7: objects with callbacks for the events of a run, and wrappers around calls. Contexts are left out,
 * but for the fields that `includeRuntimeContext` and `includeToolsContext` name.
 */
export function createIntegrations(
  list: readonly TelemetryIntegration[],
  options: TelemetryOptions,
  callId: string,
): Integrations {
  const { recordInputs, recordOutputs, functionId } = options
  const prepare = (name: string, event: object) => {
    const copy = restrict(name, event as Fields, options)
    return hide(Object.assign(copy, { recordInputs, recordOutputs, functionId, aiVersion: version }), options)
  }
  const tell = async (name: string, event: object) => {
    const told = list.map(async (integration) => {
      for (const each of namesOf(name)) await read(integration, each)?.(prepare(name, event) as never)
    })
    await Promise.allSettled(told)
  }
  const wrap = (name: string, event: object, work: () => Promise<unknown>) => {
    let execute: () => PromiseLike<unknown> = work
    for (const integration of list) {
      const wrapper = read(integration, name) as Wrapper | undefined
      const inner = execute
      if (wrapper !== undefined) execute = () => wrapper({ ...(prepare(name, event) as Fields), execute: inner })
    }
    return execute()
  }
  return {
    notify: tell,
    fail: (error) => tell('onError', { callId, error }),
    async callModel(event, work) {
      return (await wrap('executeLanguageModelCall', event, work)) as Awaited<ReturnType<typeof work>>
    },
    async runTool<T extends { readonly part: object }>(event: object, work: () => Promise<T>) {
      let outcome: T | undefined
      const execute = async () => {
        outcome = await work()
        const { part } = outcome
        if ('error' in part) throw part.error
      }
      try {
        await wrap('executeTool', event, execute)
      } catch (error) {
        // It has become a part of the step.
        if (outcome === undefined) throw error
      }
      return outcome ?? work()
    },
  }
}

/** The name of an event, and that in integrations for `ai` 6: without the prefix of its callback there. */
function namesOf(name: string): Set<string> {
  const older = olderNames[name as keyof typeof olderNames] ?? name
  return new Set([name, older.replace('experimental_', '')])
}

function read(integration: TelemetryIntegration, name: string): ((event: never) => unknown) | undefined {
  const value = (integration as Fields)[name]
  return typeof value === 'function' ? (value.bind(integration) as (event: never) => unknown) : undefined
}

/** An event with the allowed fields of its contexts. */
function restrict(kind: string, event: Fields, options: TelemetryOptions): Record<string, unknown> {
  const { includeRuntimeContext, includeToolsContext } = options
  // Without what does not show in `ai` 7, such as `experimental_context`.
  const shown = showAllFields(kind, copyAll(event))
  const restricted: Record<string, unknown> = Object.assign(Object.create(Object.getPrototypeOf(event)), shown)
  // The parsed answer is for the caller alone.
  if (kind === 'onEnd') delete restricted['output']
  if ('runtimeContext' in event) restricted['runtimeContext'] = pick(event['runtimeContext'], includeRuntimeContext)
  if ('toolsContext' in event) {
    const contexts = includeToolsContext === undefined ? [] : Object.entries(event['toolsContext'] as Fields)
    restricted['toolsContext'] = Object.fromEntries(
      contexts.map(([name, context]) => [name, pick(context, includeToolsContext?.[name])]),
    )
  }
  if ('toolContext' in event) {
    const { toolName } = event['toolCall'] as { readonly toolName: string }
    restricted['toolContext'] = pick(event['toolContext'], includeToolsContext?.[toolName])
  }
  if (Array.isArray(event['steps'])) {
    const steps = (event['steps'] as Step[]).map((step) => restrict('step', step, options))
    restricted['steps'] = steps
    if ('finalStep' in event) restricted['finalStep'] = steps.at(-1)
  }
  return restricted
}

function pick(context: unknown, included: Readonly<Record<string, boolean>> | undefined): Fields {
  if (typeof context !== 'object' || context === null) return {}
  return Object.fromEntries(Object.entries(context).filter(([key]) => included?.[key] === true))
}

const inputs: Fields = {
  instructions: undefined,
  messages: [],
  promptMessages: [],
  tools: undefined,
  stepTools: undefined,
  output: undefined,
  providerOptions: {},
}

const outputs: Fields = {
  ...Object.fromEntries(ofAllSteps.map((name) => [name, []])),
  text: '',
  reasoningText: undefined,
  responseMessages: [],
}

/** An event without what must not be recorded. The event is a copy already. */
function hide(event: Record<string, unknown>, options: TelemetryOptions): Fields {
  const hidesInputs = options.recordInputs === false
  const hidesOutputs = options.recordOutputs === false
  if (!hidesInputs && !hidesOutputs) return event
  const replace = (target: Record<string, unknown>, fields: Fields) => {
    for (const [key, value] of Object.entries(fields)) if (Object.hasOwn(target, key)) target[key] = value
  }
  const failure = (error: unknown) =>
    error === undefined || error === null ? error : new Error('AI SDK operation failed')
  // In events of a start, it is how much the model is to reason.
  const reasoning = Array.isArray(event['reasoning']) ? [] : undefined
  const hidden = { ...(hidesInputs ? inputs : {}), ...(hidesOutputs ? { ...outputs, reasoning } : {}) }
  replace(event, { ...hidden, providerMetadata: undefined })
  replace(event, { error: failure(event['error']) })
  for (const key of ['toolCall', 'toolOutput'] as const) {
    if (event[key] === undefined) continue
    const part: Record<string, unknown> = Object.assign(copyAll(event[key] as Fields), { providerMetadata: undefined })
    if ('error' in part) part['error'] = failure(part['error'])
    if (hidesInputs) part['input'] = undefined
    if (hidesOutputs && key === 'toolOutput') Object.assign(part, { output: undefined, error: undefined })
    event[key] = part
  }
  for (const key of ['request', 'response'] as const) {
    if (event[key] === undefined) continue
    const rest: Record<string, unknown> = copyAll(event[key] as Fields)
    delete rest['body']
    if (key === 'request' ? hidesInputs : hidesOutputs) replace(rest, { messages: [] })
    event[key] = rest
  }
  if (Array.isArray(event['steps'])) {
    event['steps'] = event['steps'].map((step: Step) => hide(step as never, options))
    if ('finalStep' in event) event['finalStep'] = (event['steps'] as unknown[]).at(-1)
  }
  return event
}
