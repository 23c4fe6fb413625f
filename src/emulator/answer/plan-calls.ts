import type { Json, JsonObject } from '../../core/json.ts'
import type { FunctionDeclaration, GenerateContentRequest } from '../api/message.ts'
import { matchFunctions, type Step } from './match-functions.ts'
import { argumentsSchema } from './read-schema-message.ts'
import type { Turn } from './read-turn.ts'
import { findLists, ofOtherStep, type PromptValues, readPromptValues, withValues } from './sample/prompt-values.ts'
import { sampleArguments } from './sample/sample-value.ts'

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
  return step.functions.flatMap((declaration) => callsOf(declaration, withValues(prompt, prompt.values)))
}

/** The values of the step, then those of the whole prompt: "… in Paris, then the time there". */
function promptFor(text: string, turn: Turn): PromptValues {
  const own = readPromptValues(text, turn.known)
  if (text.length >= turn.text.trim().length) return own
  const outer = readPromptValues(turn.text).values.filter((value) => !own.values.some((one) => one.text === value.text))
  return { ...own, values: [...own.values, ...ofOtherStep(outer)] }
}

const mostInParallel = 8

/**
 * One call, or one for each member of a list: "the weather in Paris, London and Rome" for a function that takes one place. It takes one if
 * a single call would use one member of the list, and not two (a distance) or all (a list of places).
 */
function callsOf(declaration: FunctionDeclaration, prompt: PromptValues): PlannedCall[] {
  const schema = argumentsSchema(declaration)
  const call = (values: PromptValues): PlannedCall => ({
    name: declaration.name ?? '',
    args: sampleArguments(schema, values) as Readonly<Record<string, Json>>,
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
