const usualPiece = 60
const mostPieces = 200

/**
 * Cuts a text as a stream would bring it: a short piece first, then longer ones, each up to the end of a word where there is one, never inside
 * a surrogate pair. Put together they are the text.
 */
export function cutText(text: string): string[] {
  const pieces: string[] = []
  const usual = Math.max(usualPiece, Math.ceil(text.length / mostPieces))
  for (let start = 0; start < text.length; ) {
    const length = pieces.length === 0 ? Math.min(12, Math.ceil(text.length / 2)) : usual
    const end = endOfPiece(text, start, start + length)
    pieces.push(text.slice(start, end))
    start = end
  }
  return pieces
}

function endOfPiece(text: string, start: number, wanted: number): number {
  if (wanted >= text.length) return text.length
  const blank = text.lastIndexOf(' ', wanted)
  if (blank > start) return blank
  const isInsidePair = /[\uD800-\uDBFF]/.test(text[wanted - 1]!) && /[\uDC00-\uDFFF]/.test(text[wanted]!)
  return isInsidePair ? wanted + 1 : wanted
}
