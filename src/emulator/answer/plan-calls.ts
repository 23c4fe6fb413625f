import type { Json, JsonObject } from '../../core/json.ts'
import type { FunctionDeclaration, GenerateContentRequest } from '../api/message.ts'
import type { Turn } from './read-turn.ts'
import { findLists, ofOtherStep, type PromptValues, readPromptValues, withValues } from './sample/prompt-values.ts'
import { type Budget, createBudget, sampleArguments } from './sample/sample-value.ts'
import { cached, splitName, stem, stemsOf, tellingWords } from './sample/words.ts'
import { argumentsSchema } from './to-json-schema.ts'

/** A call that the answer makes. */
export interface PlannedCall {
  readonly name: string
  readonly args: JsonObject
}

/**
 * The calls of the next step; none: the answer is text. `NONE` never calls and `ANY` always does (the best match, else the first function,
 * and again after the responses: with Gemini, too, a loop under `ANY` ends only when the caller ends it). All other modes call what the
 * prompt asks for, one step after each response, and then stop.
 */
export function planCalls(request: GenerateContentRequest, turn: Turn): PlannedCall[] {
  const { mode, allowedFunctionNames: allowed = [] } = request.toolConfig?.functionCallingConfig ?? {}
  if (mode === 'NONE' || request.tools === undefined) return []
  const declared = request.tools.flatMap(({ functionDeclarations }) => functionDeclarations ?? [])
  const callable =
    allowed.length === 0 ? declared : declared.filter(({ name }) => name !== undefined && allowed.includes(name))
  const first = callable[0]
  if (first === undefined) return []
  const steps = matchFunctions(turn.text, callable)
  const step =
    steps[turn.steps] ?? (mode === 'ANY' ? (steps.at(-1) ?? { text: turn.text, functions: [first] }) : undefined)
  return step === undefined ? [] : callAll(step, turn)
}

function callAll(step: Step, turn: Turn): PlannedCall[] {
  const prompt = promptFor(step.text, turn)
  const budget = createBudget()
  return step.functions.flatMap((declaration) => callsOf(declaration, withValues(prompt, prompt.values), budget))
}

/** The values of the step, then those of the whole prompt: "… in Paris, then the time there". */
function promptFor(text: string, turn: Turn): PromptValues {
  const own = readPromptValues(text, turn.known)
  if (text.length >= turn.text.trim().length) return own
  const outer = readPromptValues(turn.text).values.filter((value) => !own.values.some((one) => one.text === value.text))
  return { ...own, values: [...own.values, ...ofOtherStep(outer)] }
}

/**
 * One call, or one for each member of a list: "the weather in Paris, London and Rome" for a function that takes one place. It takes one if
 * a single call would use one member of the list, and not two (a distance) or all (a list of places).
 */
function callsOf(declaration: FunctionDeclaration, prompt: PromptValues, budget: Budget): PlannedCall[] {
  const schema = argumentsSchema(declaration)
  const call = (values: PromptValues): PlannedCall => ({
    name: declaration.name ?? '',
    args: sampleArguments(schema, values, budget) as Readonly<Record<string, Json>>,
  })
  const single = call(prompt)
  const list = findLists(prompt).find((members) => members.filter((value) => prompt.taken.includes(value)).length === 1)
  if (list === undefined) return [single]
  const calls = list.slice(0, mostInParallel).map((member) => {
    const others = new Set(list.filter((value) => value !== member))
    const values = prompt.values.filter((value) => !others.has(value))
    return call(withValues(prompt, values))
  })
  const different = new Set(calls.map(({ args }) => JSON.stringify(args)))
  return different.size === calls.length ? calls : [single]
}

/** A piece of a prompt, and the functions that it asks for at once. */
export interface Step {
  readonly text: string
  readonly functions: readonly FunctionDeclaration[]
}

const nextStep = /[,;.]?\s{0,3}\b(?:and\s{1,3})?(?:then|after that|afterwards|finally)\b[,:]?/i
const listsThings = /\b(?:and|also|both|plus|as well as|in parallel|each|every|all)\b|[,;&+]/i
const mostInParallel = 8

/**
 * What a prompt asks for, step by step. The text is cut at `then`, `after that`, `afterwards`, `finally`; each piece is a step.
 *
 * In a step, a function gets 100 points when its name is in the text as it is written, 3 for each telling word of its name, 1 for each other
 * word of its name and 1 for each word of its description. It is called when the text has its name, a telling word of it, or two words of its
 * description; of several, the one with the most points, and of equals the first. Where the text lists things (`and`, `both`, a comma),
 * functions follow whose names have a telling word in the text that no function before them used.
 *
 * Words are stems in lower case; names are split at `_ - . :` and capitals. Telling are all words but `get`, `set`, `list` … and stop words.
 */
export function matchFunctions(text: string, declarations: readonly FunctionDeclaration[]): Step[] {
  const steps: Step[] = []
  for (const piece of text.slice(0, longestText).split(nextStep)) {
    const functions = matchStep(piece, declarations)
    if (functions.length > 0) steps.push({ text: piece.trim(), functions })
  }
  return steps
}

/** The rest of a longer prompt is ignored. */
const longestText = 20_000

function matchStep(text: string, declarations: readonly FunctionDeclaration[]): FunctionDeclaration[] {
  const stems = stemsOf(text)
  const scored = declarations
    .map((declaration) => scoreFunction(declaration, text, stems))
    .filter(({ points }) => points > 0)
  const literal = scored.filter(({ isLiteral }) => isLiteral)
  const ranked = (literal.length > 0 ? literal : scored).sort((a, b) => b.points - a.points)
  const [best, ...others] = ranked
  if (best === undefined) return []
  const chosen = [best.declaration]
  if (literal.length === 0 && !listsThings.test(text)) return chosen
  const used = new Set(best.words)
  for (const { declaration, words, isLiteral } of others) {
    const isNew = isLiteral || words.some((word) => !used.has(word))
    if (!isNew || chosen.length >= mostInParallel) continue
    chosen.push(declaration)
    for (const word of words) used.add(word)
  }
  return chosen
}

interface Score {
  readonly declaration: FunctionDeclaration
  readonly points: number
  readonly isLiteral: boolean
  /** Telling words of the name that the text has. */
  readonly words: readonly string[]
}

function scoreFunction(declaration: FunctionDeclaration, text: string, stems: ReadonlySet<string>): Score {
  const { name = '', description = '' } = declaration
  const { telling, all } = wordsOf(name)
  const words = telling.filter((word) => stems.has(word))
  const others = all.filter((word) => stems.has(word)).length - words.length
  const described = countShared(descriptionStems(description), stems, words)
  const isLiteral = name.length > 2 && isWrittenIn(name, text) && (telling.length > 1 || /[_.:-]|[a-z][A-Z]/.test(name))
  const points = (isLiteral ? 100 : 0) + 3 * words.length + others + described
  const isMatch = isLiteral || words.length > 0 || described >= 2
  return { declaration, points: isMatch ? points : 0, isLiteral, words }
}

/** As a whole word, in its own spelling. */
function isWrittenIn(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + name.length]]
    if (!/\w/.test(before) && !/\w/.test(after)) return true
  }
  return false
}

/** Words of the name are not counted again in the description. */
function countShared(left: ReadonlySet<string>, right: ReadonlySet<string>, without: readonly string[]): number {
  let count = 0
  for (const word of left) if (right.has(word) && !without.includes(word)) count++
  return count
}

const wordsOf = cached(
  (name) => ({ telling: [...new Set(tellingWords(name))], all: [...new Set(splitName(name).map(stem))] }),
  2000,
  longestText,
)

const descriptionStems = cached(
  (description): ReadonlySet<string> => stemsOf(description.slice(0, longestText)),
  2000,
  longestText,
)
