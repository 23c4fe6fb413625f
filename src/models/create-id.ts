/** Bytes of an id. */
const size = 12

/** Ids are drawn in batches: one call of the platform costs as much as hundreds of ids. */
const drawn = 256

const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

let pool = new Uint8Array(0)
let used = 0

/** Creates an id for a call or a source without one. Short enough for every provider: OpenAI takes 40 characters. */
export function createId(): string {
  if (used >= pool.length) {
    // Not `randomUUID`: browsers have it on secure pages only.
    pool = crypto.getRandomValues(new Uint8Array(size * drawn))
    used = 0
  }
  let id = 'call_'
  for (const end = used + size; used < end; used++) id += digits[pool[used]!]!
  return id
}
