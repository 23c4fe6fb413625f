import { ToolfitError } from '../core/errors.ts'
import { showValue } from '../core/json.ts'
import type { SignatureStore } from './signature-store.ts'

/** How much is kept, and for how long. Whichever bound is met first, the oldest give way. */
export interface MemoryStoreOptions {
  /** Default 100,000. */
  readonly maxEntries?: number
  /** Of keys and values, as they are held in memory. Default 64 MB. */
  readonly maxBytes?: number
  /** From when a signature was kept. Default a day. */
  readonly ttlMs?: number
  readonly now?: () => number
}

/** A {@link SignatureStore} in the memory of one process. */
export interface MemorySignatureStore extends SignatureStore {
  /** What is held now, for metrics. */
  size(): { readonly entries: number; readonly bytes: number }
}

/**
 * An entry, in a chain from the oldest to the newest. The order of a `Map` would do, but for its time: what was deleted at its beginning
 * is passed over again and again, until a full store spends a quarter of a millisecond on every call.
 */
interface Kept {
  readonly client: string
  readonly callId: string
  readonly value: string
  readonly bytes: number
  readonly expires: number
  older: Kept | undefined
  newer: Kept | undefined
}

/** Two bytes a character at most, and what a `Map` needs beside them. */
const entryBytes = 120

const defaults = { maxEntries: 100_000, maxBytes: 64 * 1024 * 1024, ttlMs: 24 * 60 * 60 * 1000 }

/**
 * Keeps signatures in memory: for a gateway of one process. The oldest are forgotten first, also where they were read of late: what
 * Gemini insists on are the signatures of the current turn.
 *
 * @throws ToolfitError `option-invalid` for a bound that is no positive number.
 *
 * @example
 * ```ts
 * import { createMemorySignatureStore } from 'toolfit/gateway'
 *
 * const store = createMemorySignatureStore({ maxEntries: 10_000 })
 * await store.set('team-a', new Map([['call_1', 'c2lnbmF0dXJl']]))
 * const known = await store.get('team-a', ['call_1', 'call_2'])
 * known.get('call_1') // 'c2lnbmF0dXJl'
 * known.size // 1
 * ```
 */
export function createMemorySignatureStore(options: MemoryStoreOptions = {}): MemorySignatureStore {
  const { now = Date.now } = options
  const { maxEntries, maxBytes, ttlMs } = readBounds(options)
  const byClient = new Map<string, Map<string, Kept>>()
  let oldest: Kept | undefined
  let newest: Kept | undefined
  let [entries, bytes] = [0, 0]
  const drop = (entry: Kept) => {
    const { client, callId, older, newer } = entry
    const own = byClient.get(client)
    own?.delete(callId)
    if (own?.size === 0) byClient.delete(client)
    if (older === undefined) oldest = newer
    else older.newer = newer
    if (newer === undefined) newest = older
    else newer.older = older
    entries--
    bytes -= entry.bytes
  }
  const forget = () => {
    const time = now()
    while (oldest !== undefined && (entries > maxEntries || bytes > maxBytes || oldest.expires <= time)) drop(oldest)
  }
  const keep = (client: string, callId: string, value: string) => {
    const before = byClient.get(client)?.get(callId)
    if (before !== undefined) drop(before)
    const size = 2 * (client.length + callId.length + value.length) + entryBytes
    // It alone would push out everything else.
    if (size > maxBytes) return
    const expires = now() + ttlMs
    const entry: Kept = { client, callId, value, bytes: size, expires, older: newest, newer: undefined }
    if (newest === undefined) oldest = entry
    else newest.newer = entry
    newest = entry
    const own = byClient.get(client) ?? new Map<string, Kept>()
    byClient.set(client, own.set(callId, entry))
    entries++
    bytes += size
  }
  return {
    async get(client, callIds) {
      forget()
      const own = byClient.get(client)
      const found = new Map<string, string>()
      if (own === undefined) return found
      for (const id of callIds) {
        const entry = own.get(id)
        if (entry !== undefined) found.set(id, entry.value)
      }
      return found
    },
    async set(client, given) {
      for (const [id, value] of given) {
        keep(client, id, value)
        forget()
      }
    },
    size() {
      forget()
      return { entries, bytes }
    },
  }
}

function readBounds(options: MemoryStoreOptions): typeof defaults {
  const bounds = { ...defaults }
  for (const option of ['maxEntries', 'maxBytes', 'ttlMs'] as const) {
    const value = options[option] ?? defaults[option]
    if (typeof value !== 'number' || !(value > 0)) {
      throw new ToolfitError('option-invalid', `${option} must be a positive number, and is ${showValue(value)}.`, {
        option,
      })
    }
    bounds[option] = value
  }
  return bounds
}
