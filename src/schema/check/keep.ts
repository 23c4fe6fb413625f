/** Puts a value into a cache and gives it back. */
export function keep<K, V>(cache: { set(key: K, value: V): unknown }, key: K, value: V): V {
  cache.set(key, value)
  return value
}
