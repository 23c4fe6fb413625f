/** Pieces are joined when they are this many: a long text shall be neither a long list nor a deep rope. */
const most = 2_048

/** A text that grows by pieces. */
export class TextPieces {
  #pieces: string[] = []

  push(piece: string): void {
    if (this.#pieces.push(piece) === most) this.#pieces = [this.#pieces.join('')]
  }

  toString(): string {
    if (this.#pieces.length > 1) this.#pieces = [this.#pieces.join('')]
    return this.#pieces[0] ?? ''
  }
}
