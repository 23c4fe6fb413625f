import type { JsonObject } from '../../core/json.ts'
import type { ModelRequest } from '../model-request.ts'

/** Settings that some providers do not take. */
export type ChatSetting = Extract<
  keyof ModelRequest,
  'temperature' | 'topP' | 'topK' | 'presencePenalty' | 'frequencyPenalty' | 'stopSequences' | 'seed' | 'reasoning'
>

/** How a provider's chat completions differ from OpenAI's, as data. No codec checks which provider it serves. */
export interface ChatQuirks {
  /** The key of this provider in `providerOptions`. */
  readonly optionsKey: string
  readonly maxTokensKey: 'max_tokens' | 'max_completion_tokens'
  /** Settings that are refused, ignored or fixed: they are left out, with a warning. */
  readonly unsupported: readonly ChatSetting[]
  /** The tool choices that it takes. Others become `auto`, with a warning; for `none`, the tools are not sent. */
  readonly toolChoices: readonly ('auto' | 'none' | 'required' | 'tool')[]
  /** Whether tools may have `strict`. */
  readonly takesStrict: boolean
  /** The strongest response format that it takes. */
  readonly responseFormat: 'json_schema' | 'json_object' | 'none'
  /** Whether it takes `stream_options`. Where it does not, it sends the usage unasked, or never. */
  readonly takesStreamOptions: boolean
  /**
   * When thoughts are sent back: `never` (OpenAI does not expose them), `with-calls` where a message with calls is refused without
   * them, `always` where all of them are required.
   */
  readonly replaysReasoning: 'never' | 'with-calls' | 'always'
  /** Sent as the thoughts of a message with calls that has none, because another provider wrote it. Undefined: none are sent. */
  readonly missingReasoning: string | undefined
  /** The field in which thoughts are sent back; `thinking` is a part of the content. They are read from the fields of all providers. */
  readonly reasoningField: 'reasoning_content' | 'reasoning_details' | 'reasoning' | 'thinking'
  /** Whether Google's thought signatures are sent back in `extra_content`. */
  readonly takesGoogleSignatures: boolean
  /** Fields of every request to this provider. */
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
