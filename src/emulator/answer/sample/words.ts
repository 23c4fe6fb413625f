import { getOrInsert } from '../../../core/collections.ts'

/** Words that carry no meaning for the choice of a function. */
const stopWords: ReadonlySet<string> = new Set(
  (
    'a an and any are as at be been but by can could did do does for from had has have he her his how i if in into is it its just ' +
    'let like me my no not now of off on or our out over please she should so some tell than that the their them there these they ' +
    'this those to too under up us use used uses using was we well were what when where which while who whom whose why will with ' +
    'would you your about also am each given give gives returns return hello hi hey thanks thank yes ok okay sorry'
  ).split(' '),
)

/** Verbs that begin the names of many functions. They count only in a name without other words. */
const commonVerbs: ReadonlySet<string> = new Set(
  'get set do run call fetch make show list read execute perform handle tool function api my new lookup look'.split(
    ' ',
  ),
)

export function isStopWord(word: string): boolean {
  return stopWords.has(word.toLowerCase())
}

/** The words of a name: split at everything that is not a letter or a digit, and where lower case meets upper case. */
export const splitName: (name: string) => readonly string[] = cached(split, 5000)

/** Results of a function by its text, because tools come again with every request. Long texts are not cached; a full cache is emptied. */
export function cached<T>(make: (text: string) => T, mostEntries: number, longestText = 64): (text: string) => T {
  const results = new Map<string, T>()
  return (text) => {
    if (text.length > longestText) return make(text)
    if (results.size >= mostEntries && !results.has(text)) results.clear()
    return getOrInsert(results, text, () => make(text))
  }
}

function split(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** The words of a name that tell it from others. */
export function tellingWords(name: string): string[] {
  const words = splitName(name)
  const telling = words.filter((word) => !stopWords.has(word) && !commonVerbs.has(word))
  return (telling.length > 0 ? telling : words).map(stem)
}

/** The stems of all words of a text but the stop words. */
export function stemsOf(text: string): Set<string> {
  const stems = new Set<string>()
  for (const word of splitName(text)) if (!stopWords.has(word)) stems.add(stem(word))
  return stems
}

/** The stem of an English word, without a dictionary: `cities` and `city`, `sending` and `send` have the same. */
export function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 5 && word.endsWith('ing')) return dropDouble(word.slice(0, -3))
  if (word.length > 4 && word.endsWith('ed')) return dropDouble(word.slice(0, -2))
  if (word.length > 4 && /(?:[sxz]|ch|sh)es$/.test(word)) return word.slice(0, -2)
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return dropSilentE(word.slice(0, -1))
  return dropSilentE(word)
}

/** `planning` comes from `plan`. */
function dropDouble(word: string): string {
  return /([bdgmnprt])\1$/.test(word) ? word.slice(0, -1) : word
}

/** `create` and `creating` have the stem `creat`. */
function dropSilentE(word: string): string {
  return word.length > 3 && word.endsWith('e') ? word.slice(0, -1) : word
}
