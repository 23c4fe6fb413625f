/**
 * Texts that were taken out of a value, by the words that stand in their place: files, which nobody looks at between where they come from
 * and where they go. They are plain ASCII without quotes and backslashes, so that JSON has them as they are.
 */
export type HeldTexts = ReadonlyMap<string, readonly Uint8Array[]>

/** A text in pieces, some of them in UTF-8 already. */
export type TextPieces = readonly (string | Uint8Array)[]

/** JSON with what was held back in its places. */
export function putHeldTexts(json: TextPieces, held: HeldTexts): TextPieces {
  let pieces = json
  for (const [words, bytes] of held) {
    pieces = pieces.flatMap((piece) =>
      typeof piece === 'string'
        ? piece.split(words).flatMap((text, index) => (index === 0 ? [text] : [...bytes, text]))
        : [piece],
    )
  }
  return pieces
}
