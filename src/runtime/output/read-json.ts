/** JSON that was read from an answer, or why there is none. */
export type ReadJson = { readonly value: unknown; readonly error?: undefined } | { readonly error: Error }

/** The repairing library takes time that grows with the square of the length on some texts: see `wire/read-arguments.ts`. */
const longestRepair = 32_000

/**
 * Reads the JSON of a whole answer. What stands around it (a code fence, a sentence) is taken away, and what is broken in it is
 * mended; but not if the answer was cut off: half of it would look like the whole.
 */
export async function readJson(text: string, { isCut }: { readonly isCut: boolean }): Promise<ReadJson> {
  const read = parse(text)
  if (read.error === undefined) return read
  const inner = innerText(text)
  if (inner === undefined) return read
  const found = parse(inner)
  if (found.error === undefined) return found
  if (isCut || inner.length > longestRepair) return read
  const { jsonrepair } = await import('jsonrepair')
  try {
    return parse(jsonrepair(inner))
  } catch {
    // Beyond repair. What the parser said of the text as it came is more use than what the library says.
    return read
  }
}

function parse(text: string): ReadJson {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { error: error as SyntaxError }
  }
}

/** From the first brace or bracket to the last one that could close it. Without one there is nothing to mend: it is prose. */
function innerText(text: string): string | undefined {
  const start = text.search(/[[{]/)
  if (start === -1) return undefined
  const end = text.lastIndexOf(text[start] === '{' ? '}' : ']')
  return end > start ? text.slice(start, end + 1) : text.slice(start)
}
