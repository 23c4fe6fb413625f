import { isPlainObject, ownValue, setOwn } from '../../core/json.ts'
import type { ModelMessage, ProviderOptions } from '../../core/message.ts'
import { version } from '../../core/version.ts'
import { retry } from '../../models/http/retry.ts'
import { toPrompt } from '../../models/prompt/to-prompt.ts'
import type { ModelCallOptions } from '../../models/versions/language-model.ts'
import type { ToolChoice as ModelToolChoice } from '../../wire/model-request.ts'
import { guard } from '../run/deadline.ts'
import type { PrepareStepResult, RunOptions, ToolChoice } from '../run/options.ts'
import type { OpenStep, Run } from '../run/run.ts'

/** Calls the model within the span and the time of the step. Foreign models are retried here; our own retry by their `retryPolicy`. */
export async function callModel<T>(run: Run, { model, signal, span }: OpenStep, call: () => Promise<T>): Promise<T> {
  const ask = () => guard(call(), signal)
  const attempt = async () => (span === undefined ? ask() : span.run(ask))
  if (model.isInternal) return attempt()
  return retry(attempt, { maxRetries: run.options.maxRetries ?? 2, abortSignal: signal })
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
  return {
    maxOutputTokens: overrides.maxOutputTokens ?? options.maxOutputTokens,
    temperature: overrides.temperature ?? options.temperature,
    topP: overrides.topP ?? options.topP,
    topK: overrides.topK ?? options.topK,
    presencePenalty: overrides.presencePenalty ?? options.presencePenalty,
    frequencyPenalty: overrides.frequencyPenalty ?? options.frequencyPenalty,
    stopSequences: overrides.stopSequences ?? options.stopSequences,
    seed: overrides.seed ?? options.seed,
    reasoning: overrides.reasoning ?? options.reasoning,
    prompt: Array.isArray(prompt) ? prompt : await guard(prompt, signal),
    tools: tools.modelTools,
    toolChoice: tools.modelTools === undefined ? undefined : toModelChoice(toolChoice),
    responseFormat: hasFormat ? await run.output!.responseFormat() : undefined,
    providerOptions: mergeOptions(options.providerOptions, overrides.providerOptions),
    abortSignal: signal,
    headers: withAgent(options.headers),
    includeRawChunks: run.isStreamed ? (options.includeRawChunks ?? false) : undefined,
    // Last: in V8 every field behind a spread costs more than all those before it.
    ...(model.isInternal ? { retriedBy: 'model' as const, maxRetries: options.maxRetries } : {}),
  }
}

function toModelChoice(choice: ToolChoice): ModelToolChoice {
  return typeof choice === 'string' ? { type: choice } : { type: 'tool', toolName: choice.toolName }
}

/** Options of a step override those of the run, at every level. */
function mergeOptions(
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

/** Names this package in the `user-agent`, as `ai` does. */
function withAgent(headers: RunOptions['headers']): Record<string, string | undefined> {
  const agent = `toolfit/${version}`
  if (headers === undefined) return { 'user-agent': agent }
  const given = Object.entries(headers).find(([name]) => name.toLowerCase() === 'user-agent')
  if (given === undefined) return { ...headers, 'user-agent': agent }
  return { ...headers, [given[0]]: given[1] === undefined ? agent : `${given[1]} ${agent}` }
}
