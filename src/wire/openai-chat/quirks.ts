import type { JsonObject } from '../../core/json.ts'
import type { ModelRequest } from '../model-request.ts'

/** Settings that a provider may not take. */
export type ChatSetting = Extract<
  keyof ModelRequest,
  'temperature' | 'topP' | 'topK' | 'presencePenalty' | 'frequencyPenalty' | 'stopSequences' | 'seed' | 'reasoning'
>

/** How a provider's chat completions differ from OpenAI's, as data. No codec asks which provider it serves. */
export interface ChatQuirks {
  /** The entry of `providerOptions` that is this provider's. */
  readonly optionsKey: string
  readonly maxTokensKey: 'max_tokens' | 'max_completion_tokens'
  /** Settings that are refused, ignored or fixed: they are left out, with a warning. */
  readonly unsupported: readonly ChatSetting[]
  /** The tool choices that are taken. Others become `auto`, with a warning; `none` then leaves the tools out. */
  readonly toolChoices: readonly ('auto' | 'none' | 'required' | 'tool')[]
  /** Whether tools may say `strict`. */
  readonly takesStrict: boolean
  /** The strongest way in which the form of an answer can be asked for. */
  readonly responseFormat: 'json_schema' | 'json_object' | 'none'
  /** Whether a stream can be asked for its usage. Where it cannot, the provider sends it unasked, or never. */
  readonly takesStreamOptions: boolean
  /**
   * Whether what the model thought goes back to it: `never` (OpenAI keeps it to itself), `with-calls` where a message with calls
   * is refused without it, `always` where all of it is wanted.
   */
  readonly replaysReasoning: 'never' | 'with-calls' | 'always'
  /** What stands for thoughts of a message with calls that has none (another provider wrote it). Undefined: nothing. */
  readonly missingReasoning: string | undefined
  /** The field that thoughts go back in. They are read from every field that any provider uses. */
  readonly reasoningField: 'reasoning_content' | 'reasoning_details' | 'reasoning'
  /** Google's thought signatures go back in `extra_content`. */
  readonly takesGoogleSignatures: boolean
  /** Fields that every request to this provider has. */
  readonly body: JsonObject
}

/** OpenAI itself. */
export const openaiQuirks: ChatQuirks = {
  optionsKey: 'openai',
  maxTokensKey: 'max_completion_tokens',
  unsupported: ['topK'],
  toolChoices: ['auto', 'none', 'required', 'tool'],
  takesStrict: true,
  responseFormat: 'json_schema',
  takesStreamOptions: true,
  replaysReasoning: 'never',
  missingReasoning: undefined,
  reasoningField: 'reasoning_content',
  takesGoogleSignatures: false,
  body: {},
}
