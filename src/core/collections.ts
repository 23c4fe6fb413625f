/** Maps a list; undefined leaves an item out. Returns the same list where nothing changes, as in most passes over a history. */
export function mapSame<T>(list: readonly T[], map: (item: T, index: number) => T | undefined): readonly T[] {
  let changed: T[] | undefined
  for (let index = 0; index < list.length; index++) {
    const item = list[index]!
    const made = map(item, index)
    if (changed === undefined && made === item) continue
    changed ??= list.slice(0, index)
    if (made !== undefined) changed.push(made)
  }
  return changed ?? list
}

interface AnyMap<Key, Value> {
  get(key: Key): Value | undefined
  has(key: Key): boolean
  set(key: Key, value: Value): unknown
}

/** The value of a key, which is made and stored where there is none: `getOrInsertComputed` of newer platforms. */
export function getOrInsert<Key, Value>(map: AnyMap<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined || map.has(key)) return known as Value
  const made = make()
  map.set(key, made)
  return made
}
