import { isPlainObject, parseJson } from '../core/json.ts'
import { repairJson } from './repair-json.ts'

/** The arguments of a call, read from the text that a model wrote. */
export interface ReadArguments {
  /** The object; undefined where the text is not one, even after repair. */
  readonly args: Record<string, unknown> | undefined
  /** JSON text of the object: the model's own text where it was valid, or could not be repaired. */
  readonly text: string
  readonly isRepaired: boolean
}

export interface ReadArgumentsOptions {
  /**
   * The text was cut off (the model ran out of tokens). It is then not repaired: a call with half of its arguments would look complete.
   */
  readonly isCut?: boolean
}

/** Reads arguments. An empty text is an empty object. Text that is not JSON is repaired, if that gives an object. */
export function readArguments(text: string, { isCut = false }: ReadArgumentsOptions = {}): ReadArguments {
  if (text.trim() === '') return { args: {}, text: '{}', isRepaired: false }
  const args = parseObject(text)
  if (args !== undefined) return { args, text, isRepaired: false }
  const repaired = isCut ? undefined : repair(text)
  const repairedArgs = repaired === undefined ? undefined : parseObject(repaired)
  if (repaired === undefined || repairedArgs === undefined) return { args: undefined, text, isRepaired: false }
  return { args: repairedArgs, text: repaired, isRepaired: true }
}

/**
 * The arguments of a call as every provider takes them: an object. A text is JSON from a provider. `null`, which Groq sends for a tool
 * without parameters, is none. Any other value that is not an object is put into one, so that the model sees what it sent.
 */
export function argumentsOf(input: unknown): Record<string, unknown> {
  const isText = typeof input === 'string'
  if (input === undefined || input === null || (isText && input.trim() === 'null')) return {}
  const args: unknown = isText ? (readArguments(input, { isCut: true }).args ?? input) : input
  return isPlainObject(args) ? args : { value: args }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text)
  return isPlainObject(value) ? value : undefined
}

function repair(text: string): string | undefined {
  // Some models quote the whole object again.
  const quoted = parseJson(text)
  if (typeof quoted === 'string') return quoted
  // Without a brace there is no object: the library would turn prose into a string.
  return text.includes('{') ? repairJson(text) : undefined
}
