import { ToolfitError } from '../../core/errors.ts'

/** Who asks. */
export interface Client {
  /** For logs: the number of the key. It tells nothing of the key itself. */
  readonly name: string
  /** For stores: the same in every gateway that knows the key, and no way back to it. */
  readonly id: string
}

/** The keys that clients must show. Only their hashes are held. */
export interface ClientKeys {
  /** The client that sent these headers; undefined where none of the keys is in them. Without keys anybody may ask. */
  identify(headers: Headers): Promise<Client | undefined>
}

/** Whoever asks where nobody has to say who they are. */
export const anybody: Client = { name: 'anonymous', id: 'anonymous' }

/**
 * Knows clients by their keys, given as they are or as `sha256:<hex>` (`printf %s "$KEY" | sha256sum`). A key is hashed and compared
 * with every hash there is, all bytes of each, so the time it takes says nothing.
 *
 * @throws ToolfitError `option-invalid` for a key that is empty or a hash that is none.
 */
export function createClientKeys(keys: readonly string[]): ClientKeys {
  const isOpen = keys.length === 0
  let given: readonly Given[] = keys.map(readKey)
  let known: readonly KnownKey[] | undefined
  // With the first client that comes: on workerd nothing asynchronous may begin before, or be waited for by another request.
  const load = async (): Promise<readonly KnownKey[]> => {
    known ??= await Promise.all(given.map(toKnownKey))
    // From now on nothing here holds a key.
    given = []
    return known
  }
  return {
    async identify(headers) {
      if (isOpen) return anybody
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

type Given = { readonly key: string } | { readonly hash: Uint8Array }

/** Errors name the position, never the key. */
function readKey(given: string, index: number): Given {
  const hex = /^sha256:(.*)$/i.exec(given)?.[1]
  if (hex === undefined && given !== '') return { key: given }
  if (hex !== undefined && /^[\da-f]{64}$/i.test(hex)) {
    return { hash: Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16)) }
  }
  const message = `Client key ${index + 1} must be a key, or \`sha256:\` and 64 hexadecimal digits.`
  throw new ToolfitError('option-invalid', message, { option: 'clientKeys', index })
}

async function toKnownKey(given: Given, index: number): Promise<KnownKey> {
  const hash = 'hash' in given ? given.hash : await sha256(given.key)
  // Hashed again: whoever reads a store learns nothing that opens a gateway, or could be put into a configuration.
  const id = toHex(await sha256(`toolfit client ${toHex(hash)}`)).slice(0, 32)
  return { hash, client: { name: `client-${index + 1}`, id } }
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
    // All are looked at, also after one was found.
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
