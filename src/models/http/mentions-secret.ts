/** More is not searched: who hides a key that well has no cause that anybody would read. */
const mostValues = 10_000

/**
 * Whether a secret stands anywhere in a value that somebody else made: in texts, in hidden fields, in the causes of causes. What
 * cannot be searched through counts as if it did.
 *
 * @example
 * ```ts
 * const error = new Error('failed', { cause: { headers: { authorization: 'Bearer sk-12345678' } } })
 * mentionsSecret(error, ['sk-12345678']) // true
 * ```
 */
export function mentionsSecret(value: unknown, secrets: readonly string[]): boolean {
  const seen = new Set<unknown>([value])
  for (const current of seen) {
    if (seen.size > mostValues) return true
    if (typeof current === 'string' && secrets.some((secret) => current.includes(secret))) return true
    if (typeof current !== 'object' && typeof current !== 'function') continue
    if (current === null || ArrayBuffer.isView(current)) continue
    for (const inner of valuesIn(current)) seen.add(inner)
  }
  return false
}

/** Names and values of fields, hidden ones and those under symbols too. Accessors are not asked: they are somebody else's code. */
function valuesIn(holder: object): unknown[] {
  const keys = Reflect.ownKeys(holder)
  const values = keys.map((key) => Reflect.getOwnPropertyDescriptor(holder, key)?.value)
  return [...keys, ...values, ...innerValues(holder)]
}

/** What has no fields of its own, or has them by accessors, and is shown all the same by whoever prints it. */
function innerValues(holder: object): readonly unknown[] {
  if (holder instanceof Error) return [holder.message, holder.stack, holder.cause]
  if (holder instanceof Map) return [...holder.keys(), ...holder.values()]
  if (holder instanceof Set || holder instanceof Headers) return [...holder].flat()
  if (holder instanceof Request) return [holder.url, holder.headers]
  if (holder instanceof Response) return [holder.url, holder.statusText, holder.headers]
  return holder instanceof URL ? [holder.href] : []
}
