import type { ModelCallOptions } from '../../models/versions/language-model.ts'

/** All of them: one that is forgotten below is an error of types. */
type EveryOption = { readonly [Key in keyof Required<ModelCallOptions>]: ModelCallOptions[Key] }

/** The same call with a signal. Field by field: to spread options that have no known shape is slow, and so is all that is added to it. */
export function withSignal(options: ModelCallOptions, abortSignal: AbortSignal): EveryOption {
  return {
    prompt: options.prompt,
    responseFormat: options.responseFormat,
    tools: options.tools,
    toolChoice: options.toolChoice,
    includeRawChunks: options.includeRawChunks,
    headers: options.headers,
    providerOptions: options.providerOptions,
    maxOutputTokens: options.maxOutputTokens,
    temperature: options.temperature,
    topP: options.topP,
    topK: options.topK,
    presencePenalty: options.presencePenalty,
    frequencyPenalty: options.frequencyPenalty,
    stopSequences: options.stopSequences,
    seed: options.seed,
    reasoning: options.reasoning,
    abortSignal,
  }
}
