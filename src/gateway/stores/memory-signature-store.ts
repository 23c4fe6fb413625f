import { ToolfitError } from '../../core/errors.ts'
import { showValue } from '../../core/json.ts'
import type { SignatureStore } from './signature-store.ts'

/** How much is stored, and for how long. Beyond a bound the oldest entries are dropped. */
export interface MemoryStoreOptions {
  /** Default 100,000. */
  readonly maxEntries?: number
  /** The size of keys and values in memory. Default 64 MB. */
  readonly maxBytes?: number
  /** How long an entry is stored. Default a day. */
  readonly ttlMs?: number
  readonly now?: () => number
}

/** A {@link SignatureStore} in the memory of one process. */
export interface MemorySignatureStore extends SignatureStore {
  /** What is stored now, for metrics. */
  size(): { readonly entries: number; readonly bytes: number }
}

interface Entry {
  readonly client: string
  readonly callId: string
  readonly value: string
  readonly bytes: number
  readonly expires: number
}

interface LinkedEntry extends Entry {
  older: LinkedEntry | undefined
  newer: LinkedEntry | undefined
}

/**
 * Entries by client and call, linked from the oldest to the newest. The order of a `Map` would be slow: finding its first entry walks
 * over all that were deleted before it, a quarter of a millisecond for every call in a full store.
 */
class EntryList {
  oldest: LinkedEntry | undefined
  #newest: LinkedEntry | undefined
  count = 0
  bytes = 0
  readonly #byClient = new Map<string, Map<string, LinkedEntry>>()

  of(client: string): ReadonlyMap<string, LinkedEntry> | undefined {
    return this.#byClient.get(client)
  }

  add(fields: Entry): void {
    const entry: LinkedEntry = { ...fields, older: this.#newest, newer: undefined }
    if (this.#newest === undefined) this.oldest = entry
    else this.#newest.newer = entry
    this.#newest = entry
    const own = this.#byClient.get(entry.client) ?? new Map<string, LinkedEntry>()
    this.#byClient.set(entry.client, own.set(entry.callId, entry))
    this.count++
    this.bytes += entry.bytes
  }

  drop({ client, callId, bytes, older, newer }: LinkedEntry): void {
    const own = this.#byClient.get(client)
    own?.delete(callId)
    if (own?.size === 0) this.#byClient.delete(client)
    if (older === undefined) this.oldest = newer
    else older.newer = newer
    if (newer === undefined) this.#newest = older
    else newer.older = older
    this.count--
    this.bytes -= bytes
  }
}

/** The overhead of an entry, on top of two bytes a character. */
const entryBytes = 120

const defaults = { maxEntries: 100_000, maxBytes: 64 * 1024 * 1024, ttlMs: 24 * 60 * 60 * 1000 }

/**
 * Stores signatures in memory: for a gateway of one process. The oldest are dropped first, even if they were read recently: Gemini
 * requires the signatures of the current turn only.
 *
 * @throws ToolfitError `option-invalid` for a bound that is not a positive number.
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
  const entries = new EntryList()
  const dropOld = () => {
    const time = now()
    for (let { oldest } = entries; oldest !== undefined; oldest = entries.oldest) {
      if (entries.count <= maxEntries && entries.bytes <= maxBytes && oldest.expires > time) return
      entries.drop(oldest)
    }
  }
  const store = (client: string, callId: string, value: string) => {
    const before = entries.of(client)?.get(callId)
    if (before !== undefined) entries.drop(before)
    const bytes = 2 * (client.length + callId.length + value.length) + entryBytes
    // An entry that is too large would push out all others.
    if (bytes <= maxBytes) entries.add({ client, callId, value, bytes, expires: now() + ttlMs })
  }
  return {
    async get(client, callIds) {
      dropOld()
      const own = entries.of(client)
      const found = new Map<string, string>()
      if (own === undefined) return found
      for (const id of callIds) {
        const entry = own.get(id)
        if (entry !== undefined) found.set(id, entry.value)
      }
      return found
    },
    async set(client, values) {
      for (const [id, value] of values) {
        store(client, id, value)
        dropOld()
      }
    },
    size() {
      dropOld()
      return { entries: entries.count, bytes: entries.bytes }
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
