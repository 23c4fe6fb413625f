import { editDistance } from '../../core/edit-distance.ts'
import { documentKeywords, keywordNames } from './keywords.ts'

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

const found = new Map<string, string | undefined>()
const mostFound = 1_000

/**
 * The keyword that was probably meant by a name that is not one: another letter case (`minlength`), separators (`min_length`), a
 * singular or plural, a letter or two wrong (`discription`), a short form (`desc`). Undefined for a keyword, for `x-…`, and for what
 * is close to none.
 */
export function nearestKeyword(name: string): string | undefined {
  if (exact.has(name) || name.startsWith('x-')) return undefined
  if (found.has(name)) return found.get(name)
  if (found.size >= mostFound) found.clear()
  const nearest = findNearest(plain(name))
  found.set(name, nearest)
  return nearest
}

function findNearest(word: string): string | undefined {
  const same = bySpelling.get(word)
  if (same !== undefined) return same
  if (word.length < shortestTypo) return undefined
  let nearest: string | undefined
  let least = word.length >= longWord ? 2 : 1
  for (const keyword of keywords) {
    if (keyword.length < shortestTypo || Math.abs(keyword.length - word.length) > least) continue
    // `schema`, `comment`: words of their own.
    if (keyword.startsWith('$') !== word.startsWith('$')) continue
    const distance = editDistance(word, plain(keyword))
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
