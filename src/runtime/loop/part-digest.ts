import type { TextStreamPart } from '../result/stream-part.ts'

type Delta = Extract<TextStreamPart, { type: 'text-delta' | 'reasoning-delta' | 'tool-input-delta' }>

/** Successive deltas of one text, joined. */
interface Run {
  readonly part: Delta
  readonly text: GrowingText
}

/**
 * The parts of a stream for readers that come late. Successive deltas of a text are joined to one: it takes as much memory as the
 * answer, and not an object for each part.
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

/** Deltas are joined at this number, so that a long text is neither a long list nor a deep rope. */
const most = 2_048

/** A text that grows by deltas. Each is copied once or twice, however long the text becomes. */
export class GrowingText {
  /** Joined texts, and the deltas since. */
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
