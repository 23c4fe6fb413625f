import { isPlainObject, ownValue, present, setOwn } from '../../core/json.ts'
import type { ModelMessage, ProviderOptions } from '../../core/message.ts'
import { version } from '../../core/version.ts'
import { retry } from '../../models/http/retry.ts'
import { toPrompt } from '../../models/prompt/to-prompt.ts'
import type { RunnableModel } from '../../models/versions/any-model.ts'
import type { ModelCallOptions } from '../../models/versions/language-model.ts'
import type { CallSettings, ToolChoice as ModelToolChoice } from '../../wire/model-request.ts'
import type { ModelCallStartEvent } from '../result/events.ts'
import { announce } from '../run/announce.ts'
import { guard } from '../run/deadline.ts'
import type { PrepareStepResult, RunOptions, ToolChoice } from '../run/options.ts'
import type { OpenStep, Run } from '../run/run.ts'
import { settingNames } from '../run/setting-names.ts'

/** Calls the model within the span and the time of the step. Foreign models are retried here; our own retry by their `retryPolicy`. */
export async function callModel<T>(
  run: Run,
  step: OpenStep,
  options: ModelCallOptions,
  call: () => Promise<T>,
): Promise<T> {
  const { model, signal, span, timer } = step
  const { integrations } = run
  const ask = () => guard(call(), signal)
  const traced = async () => (span === undefined ? ask() : span.run(ask))
  const started = () => callStartEvent(run, step, options)
  // As in `ai`, each try to open a stream is a call of the model.
  const attempt = async () => {
    if (run.isStreamed) {
      await announce(run, 'onLanguageModelCallStart', started)
      timer.restart()
    }
    return integrations === undefined ? traced() : integrations.callModel(started(), traced)
  }
  timer.start()
  if (!run.isStreamed) await announce(run, 'onLanguageModelCallStart', started)
  if (model.isInternal) return attempt()
  return retryAll(attempt, run.options.maxRetries ?? 2, signal)
}

/** Retries as `ai` does: several errors are told as one `RetryError`. */
async function retryAll<T>(
  attempt: () => Promise<T>,
  maxRetries: number,
  abortSignal: AbortSignal | undefined,
): Promise<T> {
  const errors: unknown[] = []
  const counted = async () => {
    try {
      return await attempt()
    } catch (error) {
      errors.push(error)
      throw error
    }
  }
  try {
    return await retry(counted, { maxRetries, abortSignal })
  } catch (error) {
    if (errors.length < 2 || abortSignal?.aborted === true) throw error
    const { createRetryError } = await import('../errors/retry-error.ts')
    throw createRetryError(errors, maxRetries)
  }
}

/** The event of `onLanguageModelCallStart`. */
function callStartEvent({ callId }: Run, step: OpenStep, call: ModelCallOptions): ModelCallStartEvent {
  const { model, instructions, messages } = step
  return { callId, ...nameOf(model), instructions, messages, tools: call.tools, ...settingsOf(call, {}) }
}

/** The options that the model of a step is called with. */
export async function createCall(
  run: Run,
  { model, tools, toolChoice, hasFormat, signal }: OpenStep,
  messages: readonly ModelMessage[],
  overrides: PrepareStepResult,
): Promise<ModelCallOptions> {
  const { options } = run
  const prompt = toPrompt(messages, run.instructions, model, {
    abortSignal: signal,
    downloads: run.downloads,
    download: options.experimental_download,
  })
  // Only `ai` 7 sends a choice without tools, and our own models take none.
  const hasChoice = tools.modelTools !== undefined || (!model.isInternal && model.aiVersion === 7)
  const { reasoning, ...settings } = settingsOf(options, overrides)
  return {
    prompt: Array.isArray(prompt) ? prompt : await guard(prompt, signal),
    ...settings,
    ...(reasoning === undefined && model.aiVersion < 7 ? {} : { reasoning }),
    tools: tools.modelTools,
    toolChoice: hasChoice ? toModelChoice(toolChoice) : undefined,
    responseFormat: hasFormat ? await run.output!.formatFor(model) : undefined,
    providerOptions: mergeOptions(options.providerOptions, overrides.providerOptions),
    abortSignal: signal,
    headers: headersFor(run, model),
    ...(run.isStreamed && { includeRawChunks: run.include.rawChunks === true }),
    ...(model.isInternal && { retriedBy: 'model' as const, maxRetries: options.maxRetries }),
  }
}

/** The settings of a call: those of the step, else those of the run. */
export function settingsOf(run: CallSettings, step: CallSettings): CallSettings {
  return Object.fromEntries(settingNames.map((name) => [name, step[name] ?? run[name]]))
}

/** The names of the active tools, under whichever name they were passed. */
export function activeIn({ activeTools, experimental_activeTools }: PrepareStepResult): readonly string[] | undefined {
  return activeTools ?? experimental_activeTools
}

/** The model of a step as callbacks and results name it. */
export function nameOf({ provider, modelId }: RunnableModel): { provider: string; modelId: string } {
  return { provider, modelId }
}

function toModelChoice(choice: ToolChoice): ModelToolChoice {
  return typeof choice === 'string' ? { type: choice } : { type: 'tool', toolName: choice.toolName }
}

/** Options of a step override those of the run, at every level. */
export function mergeOptions(
  run: ProviderOptions | undefined,
  step: ProviderOptions | undefined,
): ProviderOptions | undefined {
  return run === undefined || step === undefined ? (step ?? run) : (merge(run, step) as ProviderOptions)
}

function merge(below: unknown, above: unknown): unknown {
  if (above === undefined || !isPlainObject(below) || !isPlainObject(above)) return above ?? below
  const merged: Record<string, unknown> = { ...below }
  for (const key of Object.keys(above)) setOwn(merged, key, merge(ownValue(below, key), above[key]))
  return merged
}

/** The headers, as `ai` hands them on: `generateText` names the library in the `user-agent`, `streamText` changes nothing. */
export function headersFor(
  { options: { headers }, isStreamed }: Run,
  { isInternal }: RunnableModel,
): RunOptions['headers'] {
  return isStreamed && !isInternal ? headers : withAgent(headers)
}

function withAgent(headers: RunOptions['headers'] = {}): Record<string, string | undefined> {
  const given = Object.entries(present(headers))
  const lower = Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), value]))
  const agents = [lower['user-agent'], `toolfit/${version}`].filter(Boolean)
  return { ...lower, 'user-agent': agents.join(' ') }
}
