import { isPlainObject, ownValue, present } from '../../core/json.ts'
import type { ProviderOptions } from '../../core/message.ts'
import type { ProviderMetadata, ReplyJson } from '../model-reply.ts'

/** Names the data of one endpoint in messages, and says which signatures it takes. */
export interface GeminiOrigin {
  /** Keys in `providerOptions` that hold this provider's data. The first is the one that is written. */
  readonly keys: readonly string[]
  /** See {@link GeminiTraits.family}. */
  readonly family: string
}

/** The data of this provider on a message or part; empty where there is none. */
export function dataOf(options: ProviderOptions | undefined, { keys }: GeminiOrigin): Record<string, unknown> {
  if (!isPlainObject(options)) return {}
  for (const key of keys) {
    const data = ownValue(options, key)
    if (isPlainObject(data)) return data
  }
  return {}
}

/** The signature of a part, if this origin takes it: one of another endpoint or family of models is refused as corrupted. */
export function signatureOf(options: ProviderOptions | undefined, origin: GeminiOrigin): string | undefined {
  const { thoughtSignature, family } = dataOf(options, origin)
  // A text that is not base64 is not from Google, and the whole request would be refused.
  if (typeof thoughtSignature !== 'string' || !isBase64(thoughtSignature)) return undefined
  // A signature that another client stored may come without its family.
  return family === undefined || family === origin.family ? thoughtSignature : undefined
}

/** In either alphabet, padded or not. */
function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) && text.replace(/=+$/, '').length % 4 !== 1
}

/** The metadata of a part of an answer, with which it goes back to its origin. */
export function metadataFor(
  origin: GeminiOrigin,
  data: { readonly thoughtSignature?: string | undefined; readonly part?: ReplyJson },
): { providerMetadata?: ProviderMetadata } {
  const { thoughtSignature, part } = data
  if (thoughtSignature === undefined && part === undefined) return {}
  const family = thoughtSignature === undefined ? undefined : origin.family
  return { providerMetadata: { [origin.keys[0]!]: present({ thoughtSignature, family, part }) } }
}
