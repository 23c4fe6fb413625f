import { isPlainObject, ownValue } from '../../core/json.ts'
import type { ProviderOptions } from '../../core/message.ts'
import type { ProviderMetadata, ReplyJson } from '../model-reply.ts'
import type { GeminiOrigin } from './gemini-wire.ts'

/** The data of this provider on a message or part; empty where there is none. */
export function dataOf(options: ProviderOptions | undefined, { keys }: GeminiOrigin): Record<string, unknown> {
  if (!isPlainObject(options)) return {}
  for (const key of keys) {
    const data = ownValue(options, key)
    if (isPlainObject(data)) return data
  }
  return {}
}

/** The signature of a part, if it is good here: one of another endpoint or family of models is refused as corrupted. */
export function signatureOf(options: ProviderOptions | undefined, origin: GeminiOrigin): string | undefined {
  const { thoughtSignature, family } = dataOf(options, origin)
  // What is no base64 was never Google's, and would have the whole request refused.
  if (typeof thoughtSignature !== 'string' || !isBase64(thoughtSignature)) return undefined
  // One that another client kept does not say where it is from.
  return family === undefined || family === origin.family ? thoughtSignature : undefined
}

/** In either alphabet, padded or not. */
function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) && text.replace(/=+$/, '').length % 4 !== 1
}

/** What goes with a part of an answer, so that it can come back. */
export function metadataFor(
  origin: GeminiOrigin,
  data: { readonly thoughtSignature?: string | undefined; readonly part?: ReplyJson },
): { providerMetadata?: ProviderMetadata } {
  const { thoughtSignature, part } = data
  if (thoughtSignature === undefined && part === undefined) return {}
  const own = {
    ...(thoughtSignature === undefined ? {} : { thoughtSignature, family: origin.family }),
    ...(part === undefined ? {} : { part }),
  }
  return { providerMetadata: { [origin.keys[0]!]: own as Record<string, ReplyJson> } }
}
