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
