import { inputError } from '../cli-error.ts'
import type { Output } from '../io.ts'

/** Writes a value as one JSON document. */
export function writeJson(output: Output, value: unknown, isPretty: boolean): void {
  output.write(`${stringify(value, isPretty)}\n`)
}

function stringify(value: unknown, isPretty: boolean): string {
  try {
    return JSON.stringify(value, undefined, isPretty ? 2 : undefined)
  } catch (error) {
    // A dialect that passes schemas on as they are passes on any depth, too.
    if (error instanceof RangeError)
      throw inputError('The output is nested too deep to be written as JSON.', { cause: error })
    throw error
  }
}
