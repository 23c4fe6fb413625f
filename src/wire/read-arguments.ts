import { jsonrepair } from 'jsonrepair'
import { isPlainObject } from '../core/json.ts'

/** The arguments of a call, read from the text that a model wrote. */
export interface ReadArguments {
  /** The object; undefined where the text is none, not even mended. */
  readonly args: Record<string, unknown> | undefined
  /** JSON text of the object: the model's own bytes where they were right. The text as it came where nothing helped. */
  readonly text: string
  readonly isRepaired: boolean
}

export interface ReadArgumentsOptions {
  /**
   * The text was cut off (the model ran out of tokens). It is then not mended: a call with half its arguments would look whole.
   */
  readonly isCut?: boolean
}

/** The library takes time that grows with the square of the length on some texts: 0.3 s for this many, 19 s for 200,000. */
const longestRepair = 32_000

/** Reads arguments. No text at all means none. Text that is not JSON is mended, if that gives an object. */
export function readArguments(text: string, { isCut = false }: ReadArgumentsOptions = {}): ReadArguments {
  if (text.trim() === '') return { args: {}, text: '{}', isRepaired: false }
  const args = parseObject(text)
  if (args !== undefined) return { args, text, isRepaired: false }
  const repaired = isCut ? undefined : repair(text)
  const mended = repaired === undefined ? undefined : parseObject(repaired)
  if (repaired === undefined || mended === undefined) return { args: undefined, text, isRepaired: false }
  return { args: mended, text: repaired, isRepaired: true }
}

/**
 * The arguments of a call as every wire takes them: an object. A text is the JSON that came over a wire; what is no object is shown
 * in one, because a model should see what it sent.
 */
export function argumentsOf(input: unknown): Record<string, unknown> {
  const args: unknown =
    typeof input === 'string' ? (readArguments(input, { isCut: true }).args ?? input) : (input ?? {})
  return isPlainObject(args) ? args : { value: args }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // Not JSON: the caller is told by undefined.
    return undefined
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  const value = parse(text)
  return isPlainObject(value) ? value : undefined
}

function repair(text: string): string | undefined {
  // Some models quote the whole object once more.
  const quoted = parse(text)
  if (typeof quoted === 'string') return quoted
  // Without a brace there is no object: the library would make a string of prose.
  if (!text.includes('{') || text.length > longestRepair) return undefined
  try {
    return jsonrepair(text)
  } catch {
    // Beyond repair: the caller is told by undefined.
    return undefined
  }
}
