import { editDistance } from '../core/edit-distance.ts'

/** The known name that was probably meant: at most a third of it typed wrong, or a beginning of it. */
export function nearestName(typed: string, known: readonly string[]): string | undefined {
  const word = typed.toLowerCase()
  const near = known
    .map((name) => ({ name, distance: editDistance(word, name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(Math.max(name.length, word.length) / 3)))
    .sort((a, b) => a.distance - b.distance)[0]
  if (near !== undefined) return near.name
  return word.length >= 2 ? known.find((name) => name.toLowerCase().startsWith(word)) : undefined
}

/** ` Did you mean "x"?`, or nothing. */
export function didYouMean(typed: string, known: readonly string[], show = (name: string) => name): string {
  const name = nearestName(typed, known)
  return name === undefined ? '' : ` Did you mean ${show(name)}?`
}
