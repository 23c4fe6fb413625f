import { ToolfitError } from '../../core/errors.ts'
import { copyText, showValue } from '../../core/json.ts'
import type { SignatureStore } from './signature-store.ts'

/** How much is stored, and for how long. Beyond a bound, the oldest entries of the client that has the most are dropped. */
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
 * Entries of one client by call, linked from the oldest to the newest. The order of a `Map` would be slow: finding its first entry walks
 * over all that were deleted before it, a quarter of a millisecond for every call in a full store.
 */
class EntryList {
  oldest: LinkedEntry | undefined
  #newest: LinkedEntry | undefined
  bytes = 0
  readonly #byId = new Map<string, LinkedEntry>()

  get count(): number {
    return this.#byId.size
  }

  get(callId: string): LinkedEntry | undefined {
    return this.#byId.get(callId)
  }

  add(fields: Entry): void {
    const entry: LinkedEntry = { older: this.#newest, newer: undefined, ...fields }
    if (this.#newest === undefined) this.oldest = entry
    else this.#newest.newer = entry
    this.#newest = entry
    this.#byId.set(entry.callId, entry)
    this.bytes += entry.bytes
  }

  drop({ callId, bytes, older, newer }: LinkedEntry): void {
    this.#byId.delete(callId)
    if (older === undefined) this.oldest = newer
    else older.newer = newer
    if (newer === undefined) this.#newest = older
    else newer.older = older
    this.bytes -= bytes
  }
}

/** The lists of all clients, and what they take together. */
class ClientLists {
  count = 0
  bytes = 0
  readonly #lists = new Map<string, EntryList>()

  get(client: string, callId: string): LinkedEntry | undefined {
    return this.#lists.get(client)?.get(callId)
  }

  add(client: string, entry: Entry): void {
    const list = this.#lists.get(client) ?? new EntryList()
    this.#lists.set(client, list)
    list.add(entry)
    this.count++
    this.bytes += entry.bytes
  }

  drop(client: string, entry: LinkedEntry): void {
    const list = this.#lists.get(client)
    list?.drop(entry)
    if (list?.count === 0) this.#lists.delete(client)
    this.count--
    this.bytes -= entry.bytes
  }

  dropExpired(time: number): void {
    for (const [client, list] of this.#lists) {
      for (let { oldest } = list; oldest !== undefined && oldest.expires <= time; oldest = list.oldest) {
        this.drop(client, oldest)
      }
    }
  }

  /** The oldest entry of the client that takes the most: no client pushes out the entries of one that takes less. */
  dropOne(): void {
    let largest: [client: string, list: EntryList] | undefined
    for (const each of this.#lists) if (largest === undefined || each[1].bytes > largest[1].bytes) largest = each
    if (largest?.[1].oldest !== undefined) this.drop(largest[0], largest[1].oldest)
  }
}

/** The overhead of an entry, on top of two bytes a character. */
const entryBytes = 120

const defaults = { maxEntries: 100_000, maxBytes: 64 * 1024 * 1024, ttlMs: 24 * 60 * 60 * 1000 }

/**
 * Stores signatures in memory: for a gateway of one process. The oldest of the client that has the most are dropped first, even if they
 * were read recently: Gemini requires the signatures of the current turn only.
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
  const entries = new ClientLists()
  const dropExcess = () => {
    const isFull = () => entries.count > maxEntries || entries.bytes > maxBytes
    if (isFull()) entries.dropExpired(now())
    while (isFull()) entries.dropOne()
  }
  const store = (client: string, callId: string, value: string) => {
    const before = entries.get(client, callId)
    if (before !== undefined) entries.drop(client, before)
    const bytes = 2 * (client.length + callId.length + value.length) + entryBytes
    // An entry that is too large would push out all others.
    if (bytes <= maxBytes) {
      entries.add(client, { callId: copyText(callId), value: copyText(value), bytes, expires: now() + ttlMs })
    }
  }
  return {
    async get(client, callIds) {
      const time = now()
      const found = new Map<string, string>()
      for (const id of callIds) {
        const entry = entries.get(client, id)
        if (entry !== undefined && entry.expires > time) found.set(id, entry.value)
      }
      return found
    },
    async set(client, values) {
      for (const [id, value] of values) {
        store(client, id, value)
        dropExcess()
      }
    },
    size() {
      entries.dropExpired(now())
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
