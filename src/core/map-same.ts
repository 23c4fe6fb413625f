/** Maps a list. Returns the same list where no item changes, as in most passes over a history. */
export function mapSame<T>(list: readonly T[], map: (item: T) => T): readonly T[] {
  let changed: T[] | undefined
  for (let index = 0; index < list.length; index++) {
    const item = list[index]!
    const made = map(item)
    if (changed !== undefined) changed.push(made)
    else if (made !== item) {
      changed = list.slice(0, index)
      changed.push(made)
    }
  }
  return changed ?? list
}
