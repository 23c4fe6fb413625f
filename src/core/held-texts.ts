/**
 * Texts that were taken out of a value, by the words that stand in their place: files, which nobody looks at between where they come from
 * and where they go. They are plain ASCII without quotes and backslashes, so that JSON has them as they are.
 */
export type HeldTexts = ReadonlyMap<string, readonly Uint8Array[]>

/** A text in pieces, some of them in UTF-8 already. */
export type TextPieces = readonly (string | Uint8Array)[]

/**
 * JSON with what was held back in its places.
 *
 * @param held All of its words are a prefix of their own, which is the same for all, a number and a slash: `b2c5…/12/`.
 */
export function putHeldTexts(json: TextPieces, held: HeldTexts): TextPieces {
  const [words] = held.keys()
  if (words === undefined) return json
  const prefix = words.slice(0, words.indexOf('/') + 1)
  return json.flatMap((piece) => (typeof piece === 'string' ? weave(piece, prefix, held) : [piece]))
}

/** In one pass, however many there are. */
function weave(text: string, prefix: string, held: HeldTexts): TextPieces {
  const pieces: (string | Uint8Array)[] = []
  let start = 0
  for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + prefix.length)) {
    const end = text.indexOf('/', at + prefix.length) + 1
    const bytes = held.get(text.slice(at, end))
    if (bytes === undefined) continue
    pieces.push(text.slice(start, at), ...bytes)
    start = end
  }
  return [...pieces, text.slice(start)]
}
