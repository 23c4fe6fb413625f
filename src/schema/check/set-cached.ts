/** Stores a value in a cache and returns it. */
export function setCached<K, V>(cache: { set(key: K, value: V): unknown }, key: K, value: V): V {
  cache.set(key, value)
  return value
}
