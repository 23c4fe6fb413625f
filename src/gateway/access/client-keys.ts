import { ToolfitError } from '../../core/errors.ts'
import type { RateLimits } from '../stores/rate-limit-store.ts'

/** A client of the gateway. */
export interface Client {
  /** For logs: the number of the key, which reveals nothing of the key itself. */
  readonly name: string
  /** For stores: the same in every gateway with this key. The key cannot be derived from it. */
  readonly id: string
  /** Its own limits, in place of those of all clients. */
  readonly limits?: RateLimits | undefined
}

/** A key that a client must send, with limits of its own. */
export interface ClientKey extends RateLimits {
  /** As it is, or as `sha256:<hex>`. */
  readonly key: string
}

/** The keys that clients must send. Only their hashes are stored. */
export interface ClientKeys {
  /** The client that sent these headers; undefined without a valid key. A gateway without keys serves everybody. */
  identify(headers: Headers): Promise<Client | undefined>
}

/** Every client of a gateway without keys. */
export const anybody: Client = { name: 'anonymous', id: 'anonymous' }

/**
 * Identifies clients by their keys, configured as they are or as `sha256:<hex>` (`printf %s "$KEY" | sha256sum`). A key is hashed and
 * compared with all bytes of every hash, so that the time reveals nothing. Without a list (`undefined`) no key is needed; an empty list
 * identifies nobody.
 *
 * @throws ToolfitError `option-invalid` for a key that no header can hold, or an invalid hash.
 */
export function createClientKeys(keys: readonly (string | ClientKey)[] | undefined): ClientKeys {
  if (keys === undefined) return { identify: async () => anybody }
  let configured: readonly ConfiguredKey[] = keys.map(readKey)
  let known: readonly KnownKey[] | undefined
  // With the first request: workerd allows no asynchronous work before, and no waiting for another request's.
  const load = async (): Promise<readonly KnownKey[]> => {
    known ??= await Promise.all(configured.map(toKnownKey))
    // From now on there is no key in memory.
    configured = []
    return known
  }
  return {
    async identify(headers) {
      const shown = shownKey(headers)
      if (shown === undefined) return undefined
      return find(await sha256(shown), await load())
    },
  }
}

interface KnownKey {
  readonly hash: Uint8Array
  readonly client: Client
}

type ConfiguredKey = ({ readonly key: string } | { readonly hash: Uint8Array }) & { readonly limits: RateLimits }

/** Errors name the position, never the key. */
function readKey(given: string | ClientKey, index: number): ConfiguredKey {
  const { key, ...limits } = typeof given === 'string' ? { key: given } : { ...given }
  const isSendable = typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)
  const hex = isSendable ? /^sha256:(.*)$/i.exec(key)?.[1] : undefined
  if (isSendable && hex === undefined) return { key, limits }
  if (hex !== undefined && /^[\da-f]{64}$/i.test(hex)) {
    return { hash: Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16)), limits }
  }
  const message = `Client key ${index + 1} must be a key without blanks, or \`sha256:\` and 64 hexadecimal digits.`
  throw new ToolfitError('option-invalid', message, { option: 'clientKeys', index })
}

async function toKnownKey(key: ConfiguredKey, index: number): Promise<KnownKey> {
  const hash = 'hash' in key ? key.hash : await sha256(key.key)
  // Hashed again, so that nothing in a store can be used as a key or in a configuration.
  const id = toHex(await sha256(`toolfit client ${toHex(hash)}`)).slice(0, 32)
  const limits = Object.keys(key.limits).length === 0 ? {} : { limits: key.limits }
  return { hash, client: { name: `client-${index + 1}`, id, ...limits } }
}

/** `Authorization: Bearer`, as OpenAI's clients send it, or `api-key` and `x-api-key`, as Azure's and Anthropic's do. */
function shownKey(headers: Headers): string | undefined {
  const bearer = /^bearer\s+(\S+)\s*$/i.exec(headers.get('authorization') ?? '')?.[1]
  return bearer ?? headers.get('api-key') ?? headers.get('x-api-key') ?? undefined
}

function find(hash: Uint8Array, known: readonly KnownKey[]): Client | undefined {
  let found: Client | undefined
  for (const { hash: other, client } of known) {
    let difference = 0
    for (let index = 0; index < other.length; index++) difference |= hash[index]! ^ other[index]!
    // All are compared, also after a match.
    if (difference === 0) found ??= client
  }
  return found
}

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
