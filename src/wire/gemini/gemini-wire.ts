import type { JsonObject } from '../../core/json.ts'

/** A content of a request or an answer. */
export interface GeminiContent {
  readonly role: 'user' | 'model'
  readonly parts: GeminiPart[]
}

/** A part, as far as we write it. */
export interface GeminiPart {
  readonly text?: string
  readonly thought?: boolean
  readonly thoughtSignature?: string
  readonly inlineData?: { readonly mimeType: string; readonly data: string; readonly displayName?: string }
  readonly fileData?: { readonly mimeType?: string; readonly fileUri: string }
  readonly functionCall?: { readonly id?: string; readonly name: string; readonly args: JsonObject }
  readonly functionResponse?: GeminiResponsePart
  readonly [other: string]: unknown
}

export interface GeminiResponsePart {
  readonly id?: string
  readonly name: string
  readonly response: JsonObject
  readonly parts?: readonly { readonly inlineData: { readonly mimeType: string; readonly data: string } }[]
}

/** How data of this provider is named in messages, and which of it is good here. */
export interface GeminiOrigin {
  /** Keys in `providerOptions` that hold this provider's data. The first is the one that is written. */
  readonly keys: readonly string[]
  /** See {@link GeminiTraits.family}. */
  readonly family: string
}
