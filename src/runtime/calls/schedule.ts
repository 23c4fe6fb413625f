import { getOrInsert } from '../../core/collections.ts'

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
    const waiting = queuesOf(jobs, options)
    const groups = new Set<Group>()
    let running = 0
    let parts: PART[] = []
    let wake = () => {}
    const emit = (part: PART) => {
      parts.push(part)
      wake()
    }
    let failure: { readonly error: unknown } | undefined
    const begin = (job: JOB, group: Group) => {
      running++
      if (group !== undefined) groups.add(group)
      const end = () => {
        running--
        groups.delete(group)
        wake()
      }
      options.start(job, emit).then(end, (error: unknown) => {
        failure ??= { error }
        end()
      })
    }
    /** Starts the first job that may start now. */
    const beginNext = (): boolean => {
      if (running >= options.limit || groups.has(true)) return false
      let first: Waiting<JOB> | undefined
      for (const [group, queue] of waiting) {
        const next = groups.has(group) ? undefined : queue[queue.length - 1]
        if (next !== undefined && (first === undefined || next.place < first.place)) first = next
      }
      // It waits for the running jobs, and all later jobs wait for it: otherwise it might never start.
      if (first === undefined || (first.group === true && running > 0)) return false
      waiting.get(first.group)!.pop()
      begin(first.job, first.group)
      return true
    }
    const onAbort = () => wake()
    signal?.addEventListener('abort', onAbort)
    try {
      for (;;) {
        signal?.throwIfAborted()
        if (failure !== undefined) throw failure.error
        while (beginNext());
        if (parts.length === 0 && running === 0) return
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

/** See {@link ScheduleOptions.exclusiveOf}; undefined for jobs that run beside any other. */
type Group = true | string | undefined

interface Waiting<JOB> {
  readonly job: JOB
  readonly group: Group
  readonly place: number
}

/** The jobs of each group, the next one last: a model may ask for a hundred thousand calls, of a few tools. */
function queuesOf<JOB>(
  jobs: readonly JOB[],
  { exclusiveOf }: Pick<ScheduleOptions<JOB, never>, 'exclusiveOf'>,
): Map<Group, Waiting<JOB>[]> {
  const queues = new Map<Group, Waiting<JOB>[]>()
  for (let place = jobs.length - 1; place >= 0; place--) {
    const job = jobs[place]!
    const exclusive = exclusiveOf(job)
    const group = exclusive === false ? undefined : exclusive
    getOrInsert(queues, group, () => []).push({ job, group, place })
  }
  return queues
}
