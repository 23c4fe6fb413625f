import { ToolfitError } from '../../core/errors.ts'
import { showValue } from '../../core/json.ts'
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

interface Entry {
  readonly client: string
  readonly callId: string
  readonly value: string
  readonly bytes: number
  readonly expires: number
}

interface ChainedEntry extends Entry {
  older: ChainedEntry | undefined
  newer: ChainedEntry | undefined
}

/**
 * Entries by client and call, and in a chain from the oldest to the newest. The order of a `Map` would do, but for its time: what was
 * deleted at its beginning is passed over again and again, until a full store spends a quarter of a millisecond on every call.
 */
class KeptEntries {
  oldest: ChainedEntry | undefined
  #newest: ChainedEntry | undefined
  count = 0
  bytes = 0
  readonly #byClient = new Map<string, Map<string, ChainedEntry>>()

  of(client: string): ReadonlyMap<string, ChainedEntry> | undefined {
    return this.#byClient.get(client)
  }

  add(given: Entry): void {
    const entry: ChainedEntry = { ...given, older: this.#newest, newer: undefined }
    if (this.#newest === undefined) this.oldest = entry
    else this.#newest.newer = entry
    this.#newest = entry
    const own = this.#byClient.get(entry.client) ?? new Map<string, ChainedEntry>()
    this.#byClient.set(entry.client, own.set(entry.callId, entry))
    this.count++
    this.bytes += entry.bytes
  }

  drop({ client, callId, bytes, older, newer }: ChainedEntry): void {
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
  const kept = new KeptEntries()
  const forget = () => {
    const time = now()
    for (let { oldest } = kept; oldest !== undefined; oldest = kept.oldest) {
      if (kept.count <= maxEntries && kept.bytes <= maxBytes && oldest.expires > time) return
      kept.drop(oldest)
    }
  }
  const keep = (client: string, callId: string, value: string) => {
    const before = kept.of(client)?.get(callId)
    if (before !== undefined) kept.drop(before)
    const bytes = 2 * (client.length + callId.length + value.length) + entryBytes
    // It alone would push out everything else.
    if (bytes <= maxBytes) kept.add({ client, callId, value, bytes, expires: now() + ttlMs })
  }
  return {
    async get(client, callIds) {
      forget()
      const own = kept.of(client)
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
      return { entries: kept.count, bytes: kept.bytes }
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
