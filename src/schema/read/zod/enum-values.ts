/** The values of an enum object. TypeScript gives a numeric enum a second set of keys, from number to name: those are no values. */
export function enumValues(entries: Readonly<Record<string, unknown>>): unknown[] {
  const numbers = new Set(Object.values(entries).filter((value) => typeof value === 'number'))
  if (numbers.size === 0) return Object.values(entries)
  return Object.keys(entries)
    .filter((key) => !numbers.has(Number(key)))
    .map((key) => entries[key])
}
