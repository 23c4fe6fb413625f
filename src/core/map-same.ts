/** A list with each item replaced by what is made of it. The same list where nothing changes: most passes over a history change nothing. */
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
