import { freezeJson } from '../../core/frozen-json.ts'
import { byteText } from '../http/byte-text.ts'
import type { JsonSize, KeptJson } from './kept-json.ts'

export type KeptTools = KeptJson<readonly unknown[]>

/** An agent sends the same list with every request. Those that were used last stand last. */
const kept: KeptTools[] = []

const mostLists = 64

/** A longer list is parsed each time: what is kept must not fill the memory. */
const longestList = 128 * 1024

/** To freeze an array or an object takes ten times as long as to parse it. */
const mostContainers = 5_000

/** The list that is known to stand at a place in a body. Its bytes are compared, which takes no time beside reading them. */
export function findTools(body: Uint8Array, at: number): KeptTools | undefined {
  for (let index = kept.length - 1; index >= 0; index--) {
    const known = kept[index]!
    const { bytes } = known
    // Its last byte first: most of what is kept is not it.
    const isLikely = body[at + bytes.length - 1] === bytes.at(-1) && body[at + bytes.length - 3] === bytes.at(-3)
    if (!isLikely || !byteText().hasAt(body, bytes, at)) continue
    // Back to the end: what is used is not forgotten.
    if (index < kept.length - 1) kept.push(...kept.splice(index, 1))
    return known
  }
  return undefined
}

/**
 * Parses a list of tools and keeps it.
 *
 * @throws SyntaxError as `JSON.parse` does.
 */
export function parseTools(text: string, bytes: Uint8Array, size: JsonSize): unknown {
  const list: unknown = JSON.parse(text)
  const isLarge = bytes.length > longestList || size.containers > mostContainers
  if (isLarge || !Array.isArray(list) || list.length === 0) return list
  // A copy: a piece of a buffer would hold on to all of it.
  kept.push({ bytes: new Uint8Array(bytes), value: freezeJson(list), depth: size.depth, containers: size.containers })
  if (kept.length > mostLists) kept.shift()
  return list
}
