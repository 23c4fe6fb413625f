import { showPart } from '../result/show-fields.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import { errorText } from '../result/tool-output.ts'
import type { Run } from '../run/run.ts'
import type { PartSource } from '../transform/hold-text.ts'
import { askStream } from './ask-stream.ts'
import { failRun, finishRun, isAborted } from './end-run.ts'
import { runLoop } from './loop.ts'
import { PartDigest } from './part-digest.ts'

/** A part, linked to the next one. Parts that all readers have passed are garbage. */
interface Link {
  readonly part: TextStreamPart
  next: Link | undefined
}

/** The value of a part for a reader; undefined to skip the part. */
type Pick<T> = (part: TextStreamPart) => T | undefined

/**
 * A run whose parts any number of readers see, each from the beginning. It begins at once, and goes on when a reader asks for more: the
 * fastest reader sets the pace, and without readers it stops when the model begins to answer.
 */
export class RunStream {
  /** When the run is over: undefined, or why it failed. */
  outcome: { readonly failure: Error | undefined } | undefined
  /** The first error of the stream: of the run, or of a model that went on after it. An abort is none. */
  error: { readonly value: unknown } | undefined
  readonly #run: Run
  readonly #loop: AsyncGenerator<TextStreamPart>
  /** What changes the parts on their way, while it is loaded and after: the caller's transforms, and `output`. */
  readonly #transforming: Promise<PartSource> | undefined
  readonly #digest = new PartDigest()
  /** The end of the chain, where readers wait that have seen everything. */
  #last: Link = { part: { type: 'start' }, next: undefined }
  /** Readers that wait for the next part. */
  #waiting: (() => void)[] = []
  #isAdvancing = false

  constructor(run: Run) {
    this.#run = run
    this.#loop = runLoop(run, askStream)
    const { experimental_transform: transforms, output, experimental_output } = run.options
    const isChanged = (transforms ?? output ?? experimental_output) !== undefined
    if (isChanged) this.#transforming = transform(run, this.#loop, transforms ?? [])
    // The model is asked at once, as in `ai`: its answer is on its way while the caller prepares to read it.
    this.#whenMore(() => this.#whenMore(() => undefined))
  }

  /**
   * A reader of the picked values of all parts. `return` ends it at once, also while it waits. With `throws`, the end of a stream that
   * had an error is that error.
   */
  read<T>(pick: Pick<T>, throws = false): AsyncIterableIterator<T> {
    // Taken with the first read: a reader that never reads must not keep later parts in memory.
    let missed: readonly TextStreamPart[] | undefined
    let at: Link
    let index = 0
    let isOver = false
    const takePart = (): TextStreamPart | undefined => {
      if (missed === undefined) {
        // A late reader gets the digest first.
        missed = this.#digest.parts()
        at = this.#last
      }
      if (index < missed.length) return missed[index++]
      if (at.next !== undefined) at = at.next
      else return undefined
      return at.part
    }
    const take = (): IteratorResult<T> | undefined => {
      if (isOver) return done
      for (let part = takePart(); part !== undefined; part = takePart()) {
        const value = pick(part)
        if (value !== undefined) return { done: false, value }
      }
      if (this.outcome === undefined) return undefined
      isOver = true
      if (throws && this.error !== undefined) throw this.error.value
      return done
    }
    // Promises by hand instead of async functions: this is most of the cost of a delta.
    const next = (): Promise<IteratorResult<T>> =>
      new Promise((resolve, reject) => {
        const look = () => {
          try {
            const taken = take()
            if (taken === undefined) this.#whenMore(look)
            else resolve(taken)
          } catch (error) {
            reject(error)
          }
        }
        look()
      })
    return {
      [Symbol.asyncIterator]() {
        return this
      },
      next,
      return: async () => {
        isOver = true
        this.#wake()
        return done
      },
    }
  }

  /** Runs to the end. */
  async drain(): Promise<void> {
    while (this.outcome === undefined) await new Promise<void>((resolve) => this.#whenMore(resolve))
  }

  /** Calls back when there are more parts, or the run is over; and makes the run go on. */
  #whenMore(look: () => void): void {
    this.#waiting.push(look)
    if (!this.#isAdvancing) void this.#advance()
  }

  #wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const look of waiting) look()
  }

  /** Gets the next part for all readers that wait. */
  async #advance(): Promise<void> {
    this.#isAdvancing = true
    try {
      const parts = this.#transforming === undefined ? this.#loop : await this.#transforming
      const { done: isDone, value } = await parts.next()
      if (!isDone) {
        const emitting = this.#emit(value)
        if (emitting !== undefined) await emitting
      } else {
        if (this.#run.steps.length === 0) throw (await import('./transform-parts.ts')).nothingGenerated()
        await finishRun(this.#run)
        this.#end(undefined)
      }
    } catch (error) {
      await this.#fail(error).catch((worse: Error) => this.#failAgain(worse))
    }
    this.#isAdvancing = false
    this.#wake()
  }

  /** Adds a part to the chain, after `onChunk`. */
  #emit(part: TextStreamPart): Promise<void> | undefined {
    const { notify, options, model } = this.#run
    showPart(model.aiVersion, part, true)
    if (part.type === 'error') return this.#emitError(part)
    const notifying = options.onChunk === undefined ? undefined : notify(options.onChunk, { chunk: part })
    if (notifying !== undefined) return notifying.then(() => this.#append(part))
    this.#append(part)
    return undefined
  }

  async #emitError(part: Extract<TextStreamPart, { type: 'error' }>): Promise<void> {
    const { notify, options, onError } = this.#run
    await notify(options.onChunk, { chunk: part })
    await notify(onError, { error: part.error })
    this.#append(part)
  }

  #append(part: TextStreamPart): void {
    if (part.type === 'error') this.error ??= { value: part.error }
    this.#digest.add(part)
    const link: Link = { part, next: undefined }
    this.#last.next = link
    this.#last = link
  }

  async #fail(error: unknown): Promise<void> {
    const run = this.#run
    const failure = await failRun(run, error)
    await this.#emitLast(isAborted(run) ? abortPart(failure) : { type: 'error', error: failure })
    this.#end(failure)
  }

  /** An error while a failure is reported must not leave readers waiting, nor hide the failure. */
  async #failAgain(error: Error): Promise<void> {
    await this.#emitError({ type: 'error', error })
    this.#end(error)
  }

  /** Adds the part that says why a run failed, behind what transforms held back. */
  async #emitLast(part: TextStreamPart): Promise<void> {
    const transformed = await this.#transforming
    if (transformed === undefined) return this.#emit(part)
    for await (const each of transformed.end(part)) await this.#emit(each)
  }

  #end(failure: Error | undefined): void {
    this.outcome = { failure }
    this.#run.clear()
  }
}

/** Few runs have transforms or an output: the code is loaded where it is used. */
async function transform(
  run: Run,
  loop: AsyncGenerator<TextStreamPart>,
  transforms: NonNullable<Run['options']['experimental_transform']>,
): Promise<PartSource> {
  const { holdText } = await import('../transform/hold-text.ts')
  const list = Array.isArray(transforms) ? transforms : [transforms]
  if (list.length === 0) return holdText(run, { next: () => loop.next(), end: (part) => only(part) })
  const { transformParts } = await import('./transform-parts.ts')
  return holdText(run, transformParts(run, loop, list))
}

async function* only(part: TextStreamPart): AsyncGenerator<TextStreamPart> {
  yield part
}

function abortPart({ cause }: Error): TextStreamPart {
  return { type: 'abort', ...(cause === undefined ? {} : { reason: errorText(cause) }) }
}

const done: IteratorReturnResult<undefined> = { done: true, value: undefined }
