/** A part, linked to the next one. */
interface Link<PART> {
  readonly part: PART | undefined
  next: Link<PART> | undefined
}

/**
 * Parts that any number of readers see, each from the beginning. The source goes on when a reader asks for more, or with {@link drain}.
 * An error of the source ends all readers.
 */
export class SharedParts<PART> {
  readonly #source: AsyncGenerator<PART>
  readonly #first: Link<PART> = { part: undefined, next: undefined }
  #last = this.#first
  #isOver = false
  #failure: { readonly error: unknown } | undefined
  #advancing: Promise<void> | undefined

  constructor(source: AsyncGenerator<PART>) {
    this.#source = source
  }

  async *read(): AsyncGenerator<PART> {
    for (let at = this.#first; ; ) {
      if (at.next !== undefined) {
        at = at.next
        yield at.part as PART
      } else if (this.#isOver) {
        if (this.#failure !== undefined) throw this.#failure.error
        return
      } else {
        await this.#advance()
      }
    }
  }

  /** Reads to the end. Its errors are those of the readers. */
  async drain(): Promise<void> {
    while (!this.#isOver) await this.#advance()
  }

  #advance(): Promise<void> {
    this.#advancing ??= this.#take().finally(() => {
      this.#advancing = undefined
    })
    return this.#advancing
  }

  async #take(): Promise<void> {
    try {
      const { done, value } = await this.#source.next()
      if (done) this.#isOver = true
      else {
        this.#last.next = { part: value, next: undefined }
        this.#last = this.#last.next
      }
    } catch (error) {
      this.#isOver = true
      this.#failure = { error }
    }
  }
}
