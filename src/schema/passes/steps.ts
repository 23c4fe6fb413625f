/** Work in steps, with nothing to yield: between two of them, others that wait may have a turn. */
export type Steps<T> = Generator<undefined, T>

/** Takes all steps at once. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
