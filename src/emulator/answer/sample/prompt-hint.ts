import type { Json } from '../../../core/json.ts'
import { splitName } from '../words.ts'
import {
  isFree,
  isOfOtherStep,
  mentions,
  type PromptValues,
  takeValue,
  type ValueKind,
  valueNamed,
} from './prompt-values.ts'

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
