import type { TextStreamPart } from '../result/stream-part.ts'

type Delta = Extract<TextStreamPart, { type: 'text-delta' | 'reasoning-delta' | 'tool-input-delta' }>

/** Successive deltas of one text, joined. */
interface Run {
  readonly part: Delta
  readonly text: GrowingText
}

/**
 * What went through a stream, for readers who come late: all of it, but pieces of a text that follow each other are one piece. It
 * takes as much room as the answer, not as many objects as the stream had parts.
 */
export class PartDigest {
  readonly #parts: (Exclude<TextStreamPart, Delta> | Run)[] = []
  #last: Run | undefined

  add(part: TextStreamPart): void {
    if (part.type !== 'text-delta' && part.type !== 'reasoning-delta' && part.type !== 'tool-input-delta') {
      this.#last = undefined
      this.#parts.push(part)
      return
    }
    const last = this.#last
    const continues =
      last !== undefined &&
      last.part.type === part.type &&
      last.part.id === part.id &&
      last.part.providerMetadata === part.providerMetadata
    if (!continues) {
      this.#last = { part, text: new GrowingText() }
      this.#parts.push(this.#last)
    }
    this.#last!.text.push(part.type === 'tool-input-delta' ? part.delta : part.text)
  }

  parts(): TextStreamPart[] {
    return this.#parts.map((entry) => {
      if ('type' in entry) return entry
      const { part, text } = entry
      return part.type === 'tool-input-delta' ? { ...part, delta: text.toString() } : { ...part, text: text.toString() }
    })
  }
}

/** Pieces are joined when they are this many: a long text shall be neither a long list nor a deep rope. */
const most = 2_048

/** A text that grows by pieces, each of which is copied once or twice, however long the text becomes. */
export class GrowingText {
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
