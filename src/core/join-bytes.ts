/** The pieces in one, which have `length` bytes together: in `into`, where that is given. A single piece is handed on as it is. */
export function joinBytes(pieces: readonly Uint8Array[], length: number, into?: Uint8Array): Uint8Array {
  if (pieces.length === 1) return pieces[0]!
  const whole = into?.subarray(0, length) ?? new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
