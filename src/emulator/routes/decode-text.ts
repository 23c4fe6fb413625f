import { type Failure, failure } from '../api/envelope.ts'

/** A byte order mark is the parser's business. */
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

/** Google's parser shows this many bytes around an error. */
const contextLength = 20

/** The text of a body, or Google's answer to bytes that are no UTF-8: it names the place where they begin. */
export function decodeText(bytes: Uint8Array): { readonly text: string } | { readonly failure: Failure } {
  try {
    return { text: strict.decode(bytes) }
  } catch {
    const start = validPrefix(bytes)
    const context = lenient.decode(bytes.subarray(start, start + contextLength))
    const message = `Invalid JSON payload received. Encountered non UTF-8 code points.\n${context}\n^`
    return { failure: failure('INVALID_ARGUMENT', message) }
  }
}

/** How many bytes at the start are whole characters, found by halving. */
function validPrefix(bytes: Uint8Array): number {
  let [good, bad, text] = [0, bytes.length, '']
  while (good < bad) {
    const middle = Math.ceil((good + bad) / 2)
    const start = decodeStart(bytes.subarray(0, middle))
    if (start === undefined) bad = middle - 1
    else [good, text] = [middle, start]
  }
  // A character that is cut at the end counts for nothing.
  return new TextEncoder().encode(text).length
}

/** As the start of a longer text: a character that is cut is no error yet. */
function decodeStart(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}
