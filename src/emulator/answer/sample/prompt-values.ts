import type { Json } from '../../../core/json.ts'
import { isStopWord, splitName, stem, stemsOf } from '../words.ts'

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

/**
 * @example
 * ```ts
 * readPromptValues('Weather in New York for 3 days').values.map(({ text }) => text) // ['New York', '3']
 * ```
 */
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

export function isOfOtherStep({ start }: PromptValue): boolean {
  return start < 0
}

/** Whether nothing has taken the value yet. */
export function isFree({ taken }: PromptValues, value: PromptValue): boolean {
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
