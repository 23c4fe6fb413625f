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

interface Kept {
  readonly value: string
  readonly bytes: number
  readonly expires: number
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
  // In the order in which they were kept, which is that in which they expire.
  const kept = new Map<string, Kept>()
  let bytes = 0
  const drop = (key: string) => {
    bytes -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }
  const isOver = ({ expires }: Kept) => kept.size > maxEntries || bytes > maxBytes || expires <= now()
  const forget = () => {
    for (const [key, entry] of kept) {
      if (!isOver(entry)) return
      drop(key)
    }
  }
  const keep = (key: string, value: string) => {
    drop(key)
    const size = 2 * (key.length + value.length) + entryBytes
    // It alone would push out everything else.
    if (size > maxBytes) return
    kept.set(key, { value, bytes: size, expires: now() + ttlMs })
    bytes += size
  }
  return {
    async get(client, callIds) {
      forget()
      const found = new Map<string, string>()
      for (const id of callIds) {
        const entry = kept.get(keyOf(client, id))
        if (entry !== undefined) found.set(id, entry.value)
      }
      return found
    },
    async set(client, entries) {
      for (const [id, value] of entries) {
        keep(keyOf(client, id), value)
        forget()
      }
    },
    size() {
      forget()
      return { entries: kept.size, bytes }
    },
  }
}

/** Unambiguous, whatever the two contain. */
function keyOf(client: string, callId: string): string {
  return `${client.length}:${client}${callId}`
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
