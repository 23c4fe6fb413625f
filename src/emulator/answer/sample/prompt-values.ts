import type { Json } from '../../../core/json.ts'
import { isStopWord, splitName, stem, stemsOf } from './words.ts'

/** The kind of a value in a prompt. */
export type ValueKind =
  | 'quoted'
  | 'name'
  | 'number'
  | 'email'
  | 'url'
  | 'date-time'
  | 'date'
  | 'time'
  | 'uuid'
  | 'code'
  | 'member'

export interface PromptValue {
  readonly kind: ValueKind
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The values of a prompt that can be arguments. Each is taken once, in the order of the text. */
export interface PromptValues {
  readonly text: string
  readonly stems: ReadonlySet<string>
  readonly values: readonly PromptValue[]
  /** Values of function responses by their names: the next step may need them. */
  readonly known: ReadonlyMap<string, Json>
  /** The values that are taken, in order. Shortening the list gives values back. */
  readonly taken: PromptValue[]
}

/** The values of a call usually stand near the beginning of a prompt. */
const longestText = 8000

export function readPromptValues(prompt: string, known: ReadonlyMap<string, Json> = new Map()): PromptValues {
  const text = prompt.length > longestText ? prompt.slice(0, longestText) : prompt
  return { text, stems: stemsOf(text), values: findValues(text), known, taken: [] }
}

/** The same prompt with only some of its values. */
export function withValues(values: PromptValues, kept: readonly PromptValue[]): PromptValues {
  return { ...values, values: kept, taken: [] }
}

/** The same values, marked as values of another step of the prompt. */
export function ofOtherStep(values: readonly PromptValue[]): PromptValue[] {
  return values.map((value) => ({ ...value, start: -1, end: -1 }))
}

function isOfOtherStep({ start }: PromptValue): boolean {
  return start < 0
}

/** Whether nothing has taken the value yet. */
function isFree({ taken }: PromptValues, value: PromptValue): boolean {
  return !taken.includes(value)
}

/** Takes the first free value of one of the kinds that fits. */
export function takeValue(
  prompt: PromptValues,
  kinds: readonly ValueKind[],
  fits: (value: PromptValue) => boolean,
): PromptValue | undefined {
  const found = prompt.values.find((value) => kinds.includes(value.kind) && isFree(prompt, value) && fits(value))
  if (found !== undefined) prompt.taken.push(found)
  return found
}

/**
 * The shapes of values, the most telling first: what one has claimed, the next does not see. Each is linear in the text; `needs` tells
 * quickly that there is none.
 */
const shapes: readonly { readonly kind: ValueKind; readonly shape: RegExp; readonly needs: RegExp }[] = [
  {
    kind: 'quoted',
    needs: /["“`']/,
    shape: /"([^"\n]{1,500})"|“([^”\n]{1,500})”|`([^`\n]{1,500})`|(?<=^|[\s(,:=])'([^'\n]{1,500})'(?![\p{L}\d])/gu,
  },
  { kind: 'url', needs: /:\/\//, shape: /\bhttps?:\/\/[^\s"'<>()]{1,500}[^\s"'<>().,;:!?]/gu },
  { kind: 'email', needs: /@/, shape: /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}/gu },
  { kind: 'uuid', needs: /[\da-f]-/i, shape: /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/giu },
  { kind: 'date-time', needs: /\d-\d/, shape: /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)/gu },
  { kind: 'date', needs: /\d-\d/, shape: /\b\d{4}-\d\d-\d\d\b/gu },
  { kind: 'time', needs: /\d:\d/, shape: /\b\d\d?:\d\d(?::\d\d)?\b/gu },
  {
    kind: 'code',
    needs: /\p{L}[-_]?\d|\d[-_]?\p{L}/u,
    shape:
      /(?<![\p{L}\d_.-])(?=[\d_-]{0,60}\p{L})(?=[\p{L}_-]{0,60}\d)[\p{L}\d]{1,60}(?:[-_][\p{L}\d]{1,60}){0,8}(?![\p{L}\d_])/gu,
  },
  { kind: 'number', needs: /\d/, shape: /(?<![\p{L}\d_.])-?\d{1,300}(?:\.\d{1,300})?(?![\p{L}\d_])/gu },
  {
    kind: 'name',
    needs: /\p{Lu}/u,
    shape: /(?<![\p{L}\d_])\p{Lu}[\p{L}\p{M}’'-]{0,60}(?:[ ]\p{Lu}[\p{L}\p{M}’'-]{0,60}){0,5}/gu,
  },
]

function findValues(text: string): PromptValue[] {
  const found: PromptValue[] = []
  let rest = text
  for (const { kind, shape, needs } of shapes) {
    if (!needs.test(rest)) continue
    rest = rest.replaceAll(shape, (matched: string, ...more: unknown[]) => {
      const groups = more.slice(
        0,
        more.findIndex((value) => typeof value === 'number'),
      )
      const at = more[groups.length] as number
      const value = kind === 'name' ? nameIn(matched, at, text) : plainValue(kind, matched, groups, at)
      if (value !== undefined) found.push(value)
      // Same length, so that places stay right.
      return '_'.repeat(matched.length)
    })
  }
  return found.sort((a, b) => a.start - b.start)
}

/** The text of the first group, else the whole match. */
function plainValue(kind: ValueKind, matched: string, groups: readonly unknown[], start: number): PromptValue {
  const caught = groups.find((group) => typeof group === 'string')
  return { kind, text: typeof caught === 'string' ? caught : matched, start, end: start + matched.length }
}

/**
 * A capitalised phrase is a name, but for what only begins a sentence: `What`, `Book`. A first word stays when another capital
 * follows it (`New York in winter`), or when the sentence ends with it (`Paris?`).
 */
function nameIn(phrase: string, at: number, text: string): PromptValue | undefined {
  let start = at
  let words = phrase.replace(/['’]s$/, '').split(' ')
  const end = at + words.join(' ').length
  while (words.length > 0 && isStopWord(words[0]!)) {
    start += words[0]!.length + 1
    words = words.slice(1)
  }
  const isFirst = /(?:^|[.!?:\n])\s*$/.test(text.slice(Math.max(0, start - 20), start))
  const isAlone = words.length === 1 && isFirst && !/^\s*(?:$|[.!?,\n])/.test(text.slice(end, end + 20))
  return words.length === 0 || isAlone ? undefined : { kind: 'name', text: words.join(' '), start, end }
}

/** Between two members of a list: `Paris, London and Tokyo`. */
const listGlue = /^(?:\s*[,;&+/]\s*|\s+)(?:(?:and|or|vs\.?|versus|then|in|for|of|as well as)\s+){0,3}$/i
const wantsEach = /\b(?:in parallel|each of|both|respectively|every one of|all of)\b/i

/** Values of one kind that are listed together; without a list, all of one kind where the prompt asks for each. Two at least. */
export function findLists({ text, values }: PromptValues): PromptValue[][] {
  const lists: PromptValue[][] = []
  for (const value of values) {
    const list = lists.at(-1)
    const last = list?.at(-1)
    const isNext = last !== undefined && last.kind === value.kind && isGlue(text.slice(last.end, value.start))
    if (isNext) list!.push(value)
    else lists.push([value])
  }
  const found = lists.filter((list) => list.length > 1)
  if (found.length > 0 || !wantsEach.test(text)) return found
  const kinds = [...new Set(values.map(({ kind }) => kind))]
  return kinds.map((kind) => values.filter((value) => value.kind === kind)).filter((list) => list.length > 1)
}

/** `Paris in London` is not a list: there must be a comma, `and` or the like. */
function isGlue(between: string): boolean {
  return between.length < 40 && listGlue.test(between) && /[,;&+/]|\b(?:and|or|vs|versus|as well as)\b/i.test(between)
}

/** Whether the prompt has the word, in any of its forms, or all words of the phrase. */
export function mentions({ stems }: PromptValues, phrase: string): boolean {
  const words = splitName(phrase)
  return words.length > 0 && words.every((word) => stems.has(stem(word)))
}

/**
 * What the prompt gives a name: `limit: 5`, `limit=5`, `limit is 5`, `limit 5`, `5 days`, `title "Hello"`. A bare word counts only after a sign or
 * `is`: what follows a noun in a sentence is rarely its value.
 */
export function valueNamed({ text, stems }: PromptValues, name: string): string | undefined {
  const words = splitName(name)
  if (words.length === 0 || !words.every((word) => stems.has(stem(word)))) return undefined
  const spelled = words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '')).join('[ _-]?')
  const value = '"([^"\\n]{1,500})"|\'([^\'\\n]{1,500})\''
  const pattern = new RegExp(
    `(?<![\\p{L}\\d])${spelled}(?![\\p{L}\\d])(?:\\s{0,3}[:=]\\s{0,3}|\\s{1,3}(?:is|are|to|of|as)\\s{1,3}|\\s{1,3})(?:${value}|(-?\\d[\\d.]{0,40}(?!\\w)))` +
      `|(?<![\\p{L}\\d.-])(-?\\d[\\d.]{0,40}) ${spelled}(?![\\p{L}\\d])` +
      `|(?<![\\p{L}\\d])${spelled}(?:\\s{0,3}[:=]\\s{0,3}|\\s{1,3}is\\s{1,3})([^\\s,;"']{1,200})`,
    'iu',
  )
  const match = pattern.exec(text)
  return match
    ?.slice(1)
    .find((group) => group !== undefined)
    ?.replace(/[.!?]+$/, '')
}

/** Whether a value is valid for the property. */
export type Fits = (value: Json) => boolean

/** Words in the names of properties, and the kind of value that people mean by them. */
const kindsByWord: readonly { readonly kind: ValueKind; readonly words: readonly string[] }[] = [
  { kind: 'email', words: list('email mail recipient to cc bcc') },
  { kind: 'url', words: list('url uri link website webpage href') },
  { kind: 'date-time', words: list('datetime timestamp start end when deadline due') },
  { kind: 'date', words: list('date day start end when deadline due departure arrival birthday') },
  { kind: 'time', words: list('time when hour') },
  { kind: 'uuid', words: list('uuid guid id') },
  { kind: 'code', words: list('id code sku reference ref ticket order key serial') },
  {
    kind: 'name',
    words:
      list(`location city town place country region state address destination origin departure arrival from to source
      target airport station venue restaurant hotel capital area name person user username author customer artist company team
      player recipient contact symbol ticker stock currency language product brand movie book timezone`),
  },
]
const kindsByFormat: Readonly<Record<string, ValueKind>> = {
  email: 'email',
  uri: 'url',
  url: 'url',
  'date-time': 'date-time',
  date: 'date',
  time: 'time',
  uuid: 'uuid',
}
const textWords = list('query q question prompt message text content input body search request task keyword keywords')
const sumWords = list('expression formula equation calculation math')
const codeWords = list('id number code zip postcode postal sku order account phone')
const countWords = list('num number count max min total n of amount')

function list(words: string): readonly string[] {
  return words.split(/\s+/)
}

/** A string of the prompt that clearly belongs to a property of this name, which may be optional. */
export function clearString(
  prompt: PromptValues,
  name: string,
  format: string | undefined,
  fits: Fits,
): string | undefined {
  if (prompt.text === '' && prompt.known.size === 0) return undefined
  const known = prompt.known.get(nameKey(name))
  if (typeof known === 'string' && fits(known)) return known
  const named = valueNamed(prompt, name)
  if (named !== undefined && fits(named)) {
    takeValue(prompt, ['quoted', 'name', 'number'], ({ text }) => text === named)
    return named
  }
  const kind = format === undefined ? undefined : kindsByFormat[format]
  const words = new Set(splitName(name))
  const kinds = kindsByWord.filter((entry) => entry.words.some((word) => words.has(word))).map((entry) => entry.kind)
  // A value of another step is a guess: a free quote of this step is more likely.
  const isQuoting = prompt.values.some(
    (value) => value.kind === 'quoted' && !isOfOtherStep(value) && isFree(prompt, value),
  )
  for (const wanted of kind === undefined ? kinds : [kind]) {
    const value = takeValue(prompt, [wanted], (one) => fits(one.text) && !(isQuoting && isOfOtherStep(one)))
    if (value !== undefined) return value.text
  }
  return undefined
}

/** A string of the prompt for a required property. */
export function possibleString(prompt: PromptValues, name: string, fits: Fits): string | undefined {
  if (prompt.text === '') return undefined
  const words = splitName(name)
  const has = (list: readonly string[]) => words.some((word) => list.includes(word))
  const quoted = takeValue(prompt, ['quoted'], ({ text }) => fits(text))?.text
  if (quoted !== undefined) return quoted
  const sum = has(sumWords) ? findSum(prompt.text) : undefined
  if (sum !== undefined && fits(sum)) return sum
  if ((has(textWords) || has(sumWords)) && fits(prompt.text)) return prompt.text
  const kinds: ValueKind[] = has(codeWords) ? ['code', 'number', 'name'] : ['name', 'code']
  for (const kind of has(codeWords) ? [kinds] : kinds.map((one) => [one])) {
    const value = takeValue(prompt, kind, ({ text }) => fits(text))
    if (value !== undefined) return value.text
  }
  return undefined
}

/** `2 + 2` in "What is 2 + 2?". */
function findSum(text: string): string | undefined {
  return /[(-]?\d[\d.\s()]{0,40}(?:[-+*/×÷^%][\d.\s()]{1,40}){1,20}/.exec(text)?.[0].trim()
}

/** A number that the prompt or a response has for this name: `limit 5`, `5 days`. */
export function clearNumber(prompt: PromptValues, name: string, fits: Fits): number | undefined {
  const known = prompt.known.get(nameKey(name))
  if (typeof known === 'number' && fits(known)) return known
  const words = splitName(name).filter((word) => !countWords.includes(word))
  const named = valueNamed(prompt, name) ?? (words.length > 0 ? valueNamed(prompt, words.join(' ')) : undefined)
  const value = named === undefined ? Number.NaN : Number(named)
  if (!Number.isFinite(value) || !fits(value)) return undefined
  takeValue(prompt, ['number'], ({ text }) => Number(text) === value)
  return value
}

export function possibleNumber(prompt: PromptValues, fits: Fits): number | undefined {
  const value = takeValue(prompt, ['number'], ({ text }) => fits(Number(text)))
  return value === undefined ? undefined : Number(value.text)
}

/** A boolean: what the prompt says, or true if the prompt mentions the name. */
export function clearSwitch(prompt: PromptValues, name: string): boolean | undefined {
  const known = prompt.known.get(nameKey(name))
  if (typeof known === 'boolean') return known
  const named = valueNamed(prompt, name)?.toLowerCase()
  if (named !== undefined && ['true', 'yes', 'on'].includes(named)) return true
  if (named !== undefined && ['false', 'no', 'off'].includes(named)) return false
  return mentions(prompt, name) ? true : undefined
}

/** `userId`, `user_id` and `USER-ID` are one name. */
export function nameKey(name: string): string {
  return splitName(name).join(' ')
}
