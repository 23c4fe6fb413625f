/** Pieces are joined when they are this many: a long text shall be neither a long list nor a deep rope. */
const most = 2_048

/** A text that grows by pieces, each of which is copied once or twice, however long the text becomes. */
export class TextPieces {
  /** Pieces that were joined, and those that came since. */
  #joined: string[] = []
  #pieces: string[] = []

  push(piece: string): void {
    if (this.#pieces.push(piece) === most) this.#join()
  }

  toString(): string {
    this.#join()
    if (this.#joined.length > 1) this.#joined = [this.#joined.join('')]
    return this.#joined[0] ?? ''
  }

  #join(): void {
    if (this.#pieces.length > 0) this.#joined.push(this.#pieces.join(''))
    this.#pieces = []
  }
}
