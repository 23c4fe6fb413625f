/** How work is let in. */
export interface ScheduleOptions<JOB, PART> {
  /** How many jobs run at the same time. */
  readonly limit: number
  /** True: no other job runs beside this one. A text: no other one with the same text. */
  readonly exclusiveOf: (job: JOB) => boolean | string | undefined
  readonly start: (job: JOB, emit: (part: PART) => void) => Promise<void>
}

/**
 * Runs jobs side by side and gives what they emit, in the order in which it comes. Jobs begin in their order; only those that wait for
 * their group are passed over. Ends when all are done; throws the reason of the signal as soon as it aborts, and what a job rejects with.
 */
export function createSchedule<JOB, PART>(
  options: ScheduleOptions<JOB, PART>,
): (jobs: readonly JOB[], signal: AbortSignal | undefined) => AsyncGenerator<PART> {
  return async function* run(jobs, signal) {
    const waiting = [...jobs]
    const running = new Set<JOB>()
    let parts: PART[] = []
    let wake = () => {}
    const emit = (part: PART) => {
      parts.push(part)
      wake()
    }
    let failure: { readonly error: unknown } | undefined
    const begin = (job: JOB) => {
      running.add(job)
      const end = () => {
        running.delete(job)
        wake()
      }
      options.start(job, emit).then(end, (error: unknown) => {
        failure ??= { error }
        end()
      })
    }
    const onAbort = () => wake()
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      for (;;) {
        signal?.throwIfAborted()
        if (failure !== undefined) throw failure.error
        for (let job = takeNext(waiting, running, options); job !== undefined; ) {
          begin(job)
          job = takeNext(waiting, running, options)
        }
        if (parts.length === 0 && running.size === 0) return
        if (parts.length === 0) await new Promise<void>((resolve) => (wake = resolve))
        const ready = parts
        parts = []
        yield* ready
      }
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }
}

/** The first job that may begin now. */
function takeNext<JOB>(
  waiting: JOB[],
  running: ReadonlySet<JOB>,
  { limit, exclusiveOf }: Pick<ScheduleOptions<JOB, never>, 'limit' | 'exclusiveOf'>,
): JOB | undefined {
  if (running.size >= limit) return undefined
  const groups = new Set([...running].map(exclusiveOf))
  if (groups.has(true)) return undefined
  for (const [index, job] of waiting.entries()) {
    const group = exclusiveOf(job)
    // It waits for the others, and all after it wait for it: else it would wait for ever.
    if (group === true && running.size > 0) return undefined
    if (typeof group === 'string' && groups.has(group)) continue
    waiting.splice(index, 1)
    return job
  }
  return undefined
}
