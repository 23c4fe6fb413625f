import { freezeJson } from '../core/frozen-json.ts'

/** Lists of tools that were parsed, by their text: an agent sends the same one with every request. */
const kept = new Map<string, readonly unknown[]>()

const mostLists = 64

/** A longer list is parsed each time: what is kept must not fill the memory. */
const longestText = 128 * 1024

/**
 * The list that a JSON text is. The same text gives the same list, which is frozen: what is made of it may be known again by it.
 *
 * @throws SyntaxError as `JSON.parse` does.
 */
export function parseTools(text: string): unknown {
  const known = kept.get(text)
  if (known !== undefined) {
    // Back to the end: what is used is not forgotten.
    kept.delete(text)
    kept.set(text, known)
    return known
  }
  const tools: unknown = JSON.parse(text)
  if (text.length > longestText || !Array.isArray(tools)) return tools
  kept.set(text, freezeJson(tools))
  if (kept.size > mostLists) kept.delete(kept.keys().next().value!)
  return tools
}
