import { askStream } from './ask-stream.ts'
import { finishRun } from './finish-run.ts'
import { runLoop } from './loop.ts'
import { PartDigest } from './part-digest.ts'
import type { Run } from './run.ts'
import { failureOf, isAborted, stateOf } from './run-failure.ts'
import type { TextStreamPart } from './stream-part.ts'

/** A part, and the way to the next one. What no reader holds any more is free. */
interface Link {
  readonly part: TextStreamPart
  next: Link | undefined
}

/**
 * A run whose parts any number of readers see, each from the beginning. It goes on when a reader wants more, so the fastest one sets
 * the pace, and nobody at all stops it.
 */
export class RunStream {
  /** When the run is over: undefined, or why it failed. */
  outcome: { readonly failure: Error | undefined } | undefined
  readonly #run: Run
  readonly #loop: AsyncGenerator<TextStreamPart>
  readonly #digest = new PartDigest()
  /** The end of the chain: where readers who have seen everything wait. */
  #last: Link = { part: { type: 'start' }, next: undefined }
  #pulling: Promise<void> | undefined

  constructor(run: Run) {
    this.#run = run
    this.#loop = runLoop(run, askStream)
  }

  /** A reader of all parts. `return` ends it at once, also while it waits. */
  read(): AsyncIterableIterator<TextStreamPart> {
    // Who comes late reads up first.
    const missed = this.#digest.parts()
    let at = this.#last
    let index = 0
    let isOver = false
    let leave = () => {}
    const take = (): IteratorResult<TextStreamPart> | undefined => {
      if (isOver) return done
      if (index < missed.length) return { done: false, value: missed[index++]! }
      const { next } = at
      if (next !== undefined) {
        at = next
        return { done: false, value: next.part }
      }
      return this.outcome === undefined ? undefined : done
    }
    const wait = async (): Promise<IteratorResult<TextStreamPart>> => {
      const left = new Promise<void>((resolve) => (leave = resolve))
      for (;;) {
        await Promise.race([this.pull(), left])
        const taken = take()
        if (taken !== undefined) return taken
      }
    }
    return {
      [Symbol.asyncIterator]() {
        return this
      },
      next: async () => take() ?? (await wait()),
      async return() {
        isOver = true
        leave()
        return done
      },
    }
  }

  /** Reads to the end, for those who only want to know what came of it. */
  async drain(): Promise<void> {
    while (this.outcome === undefined) await this.pull()
  }

  /** The next part, for everybody who waits for it. */
  pull(): Promise<void> {
    this.#pulling ??= this.#advance().finally(() => {
      this.#pulling = undefined
    })
    return this.#pulling
  }

  async #advance(): Promise<void> {
    if (this.outcome !== undefined) return
    try {
      const { done: isDone, value } = await this.#loop.next()
      if (!isDone) return await this.#emit(value)
      await finishRun(this.#run)
      this.#end(undefined)
    } catch (error) {
      await this.#fail(error)
    }
  }

  async #emit(part: TextStreamPart): Promise<void> {
    const { notify, options } = this.#run
    if (options.onChunk !== undefined) await notify(options.onChunk, { chunk: part })
    this.#digest.add(part)
    const link: Link = { part, next: undefined }
    this.#last.next = link
    this.#last = link
  }

  async #fail(error: unknown): Promise<void> {
    const run = this.#run
    const failure = failureOf(run, error)
    run.open?.span?.fail(failure)
    run.telemetry?.fail(failure)
    if (isAborted(run)) {
      await this.#emit({ type: 'abort', reason: failure.message })
      await run.notify(run.options.onAbort, { ...stateOf(run), reason: failure.cause })
    } else {
      await run.notify(run.options.onError, { error: failure })
      await this.#emit({ type: 'error', error: failure })
    }
    this.#end(failure)
  }

  #end(failure: Error | undefined): void {
    this.outcome = { failure }
    this.#run.clear()
  }
}

const done: IteratorReturnResult<undefined> = { done: true, value: undefined }
