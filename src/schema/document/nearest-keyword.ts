import { editDistance } from '../../core/edit-distance.ts'
import { keywordNames } from './keywords.ts'
import { documentKeywords } from './schema-keywords.ts'

/** Annotations of JSON Schema and OpenAPI that are carried or dropped as they are. */
const annotations = 'deprecated readOnly writeOnly discriminator externalDocs xml'.split(' ')

const keywords: readonly string[] = [...keywordNames(), ...documentKeywords, ...annotations]
const exact: ReadonlySet<string> = new Set([...keywords, '$comment'])

/** Short forms that no count of letters finds. `ref` and `defs` are Vertex AI's own names. */
const shortForms: readonly (readonly [string, string])[] = [
  ['desc', 'description'],
  ['descr', 'description'],
  ['min', 'minimum'],
  ['max', 'maximum'],
  ['ref', '$ref'],
  ['defs', '$defs'],
]

const bySpelling = new Map<string, string>(shortForms)
for (const keyword of keywords) {
  const spelling = plain(keyword)
  bySpelling.set(spelling, keyword)
  // `item`, `types`, `enums`.
  const other = spelling.endsWith('s') ? spelling.slice(0, -1) : `${spelling}s`
  if (other.length > 3 && !bySpelling.has(other)) bySpelling.set(other, keyword)
}

/** Shorter words are too close to others (`cost`, `when`, `note`). */
const shortestTypo = 5
/** Two letters may be wrong in a word of this length. */
const longWord = 10

/** Keywords that a typo may mean, in plain spelling, and their letters. */
const typoTargets = keywords
  .filter((keyword) => keyword.length >= shortestTypo)
  .map((keyword) => ({ keyword, word: plain(keyword), letters: lettersOf(plain(keyword)) }))

/**
 * The keyword that was probably meant by a name that is not one: another letter case (`minlength`), separators (`min_length`), a
 * singular or plural, a letter or two wrong (`discription`), a short form (`desc`). Undefined for a keyword, for `x-…`, and for what
 * is close to none. Nothing is cached: the names of one client of a gateway would show in the time of another's request.
 */
export function nearestKeyword(name: string): string | undefined {
  if (exact.has(name) || name.startsWith('x-') || name.length > longestName) return undefined
  return findNearest(plain(name))
}

/** No spelling of a keyword is as long. */
const longestName = 64

function findNearest(word: string): string | undefined {
  const same = bySpelling.get(word)
  if (same !== undefined) return same
  if (word.length < shortestTypo) return undefined
  let nearest: string | undefined
  let least = word.length >= longWord ? 2 : 1
  const letters = lettersOf(word)
  for (const { keyword, word: target, letters: targetLetters } of typoTargets) {
    if (Math.abs(keyword.length - word.length) > least) continue
    // A wrong letter takes one from the set of letters, and adds one. This spares nearly all words the exact count.
    if (countBits(letters ^ targetLetters) > 2 * least) continue
    // `schema`, `comment`: words of their own.
    if (keyword.startsWith('$') !== word.startsWith('$')) continue
    const distance = editDistance(word, target)
    if (distance > least || (distance === least && nearest !== undefined)) continue
    nearest = keyword
    least = distance
  }
  return nearest
}

/** Without letter case and separators. */
function plain(word: string): string {
  return word.toLowerCase().replace(/[-_ ]/g, '')
}

/** The set of the letters a to z in a word, a bit for each. */
function lettersOf(word: string): number {
  let letters = 0
  for (let index = 0; index < word.length; index++) {
    const place = word.charCodeAt(index) - 97
    if (place >= 0 && place < 26) letters |= 1 << place
  }
  return letters
}

function countBits(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}
