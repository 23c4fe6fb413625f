import { isPlainObject } from '../../core/json.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * A thought signature of Google on a call, in every place that gateways and clients put it: Google's own `extra_content`, by the name of
 * either endpoint, Portkey's `function.thought_signature`, LiteLLM's `provider_specific_fields`, and the ids that LiteLLM and Bifrost make.
 */
export function signatureOf(call: Fields): string | undefined {
  const called = inner(call, 'function')
  return (
    extraSignature(call) ??
    ofFields(called) ??
    ofFields(inner(call, 'provider_specific_fields')) ??
    ofFields(inner(called, 'provider_specific_fields')) ??
    splitCallId(call['id']).signature
  )
}

/** The signature in the `extra_content` of a call, or of a message: AI Studio's endpoint writes it as `google`, that of Vertex as `vertex`. */
export function extraSignature(fields: Fields): string | undefined {
  const extra = inner(fields, 'extra_content')
  if (extra === none) return undefined
  return ofFields(inner(extra, 'google')) ?? ofFields(inner(extra, 'vertex'))
}

/** The family of models that takes the signature of a message, where a gateway of ours wrote it down. */
export function extraFamily(message: Fields): string | undefined {
  const { family } = inner(inner(message, 'extra_content'), 'google')
  return typeof family === 'string' ? family : undefined
}

/** Takes a signature that was appended to an id apart from it: LiteLLM's `__thought__`, Bifrost's `_ts_`. */
export function splitCallId(id: unknown): { readonly id: string; readonly signature?: string } {
  if (typeof id !== 'string') return { id: '' }
  if (!id.includes('__thought__') && !id.includes('_ts_')) return { id }
  const match = /^([\s\S]*?)(?:__thought__|_ts_)([A-Za-z0-9+/=_-]{40,})$/.exec(id)
  return match === null ? { id } : { id: match[1]!, signature: match[2]! }
}

const none: Fields = Object.freeze({})

function inner(fields: Fields, key: string): Fields {
  const value = fields[key]
  return isPlainObject(value) ? value : none
}

function ofFields(fields: Fields): string | undefined {
  const signature = fields['thought_signature'] ?? fields['thoughtSignature']
  return typeof signature === 'string' && signature !== '' ? signature : undefined
}
