/** Creates an id for a call or a source without one. Short enough for every provider: OpenAI takes 40 characters. */
export function createId(): string {
  // Not `randomUUID`: browsers have it on secure pages only.
  if (used === pool.length) {
    crypto.getRandomValues(pool)
    used = 0
  }
  let id = 'call_'
  for (const end = used + size; used < end; used++) id += hex[pool[used]!]
  return id
}

/** Bytes of an id. */
const size = 12

/** Random bytes of the next ids: asking for those of each takes longer than all the rest. */
const pool = /* @__PURE__ */ new Uint8Array(size * 100)
let used = size * 100

const hex = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
