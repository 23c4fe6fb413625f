/** How jobs are started. */
export interface ScheduleOptions<JOB, PART> {
  /** How many jobs run at the same time. */
  readonly limit: number
  /** True: no other job runs beside this one. A text: no other one with the same text. */
  readonly exclusiveOf: (job: JOB) => boolean | string | undefined
  readonly start: (job: JOB, emit: (part: PART) => void) => Promise<void>
}

/**
 * Runs jobs in parallel and yields what they emit, as it comes. Jobs start in order; only a job that waits for its group is skipped.
 * Ends when all are done; throws the reason of the signal as soon as it aborts, and the error of a job that rejects.
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

/** The first job that may start now. */
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
    // It waits for the running jobs, and all later jobs wait for it: otherwise it might never start.
    if (group === true && running.size > 0) return undefined
    if (typeof group === 'string' && groups.has(group)) continue
    waiting.splice(index, 1)
    return job
  }
  return undefined
}
