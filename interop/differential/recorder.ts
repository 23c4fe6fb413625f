import { type Plain, toPlain } from './plain.ts'

// biome-ignore lint/suspicious/noExplicitAny: each tool knows its own input, which its schema has checked.
type Execute = (input: any, place: number, signal: AbortSignal | undefined) => unknown

/** What an event holds, before anybody knows which one it is. */
export type Fields = Readonly<Record<string, unknown>>

/** What a run does to whoever listens, in the order in which it does it. */
export class Recorder {
  /**
   * Calls of listeners, each kind for itself: streams hold parts back, so that the order between kinds depends on how much fits into a
   * buffer.
   */
  readonly events: Record<EventKind, Plain[]> = {
    run: [],
    steps: [],
    executions: [],
    inputs: [],
    repairs: [],
    model: [],
    telemetry: [],
    approvals: [],
    downloads: [],
  }
  /** Every call of a model, with what it was asked for. */
  readonly calls: Plain[] = []
  /** Every start of a tool, with what it was given. */
  readonly executions: Plain[] = []

  /** A callback that writes down that it was called. */
  listener(kind: EventKind, name: string, read: (event: Fields) => unknown = same): (event: object) => void {
    return (event) => {
      this.events[kind].push({ name, event: toPlain(read(event as Fields)) })
    }
  }

  /** An `execute` that writes down what it was called with. */
  execution(toolName: string, execute: Execute): (input: unknown, options: object) => unknown {
    return (input, options) => {
      this.executions.push({ toolName, input: toPlain(input), options: toPlain(options) })
      return execute(input, placeOf(options), (options as { abortSignal?: AbortSignal }).abortSignal)
    }
  }
}

/**
 * What happens in a run; what is prepared; which tools start and end; what they hear of their input; what is to be repaired; when steps
 * and calls of the model begin and end; what telemetry is told; who asks for approval; which files are fetched.
 */
export type EventKind =
  | 'run'
  | 'steps'
  | 'executions'
  | 'inputs'
  | 'repairs'
  | 'model'
  | 'telemetry'
  | 'approvals'
  | 'downloads'

function same(event: Fields): Fields {
  return event
}

/** Which call of its step it is: the number at the end of its id. */
function placeOf(options: object): number {
  return Number((options as { toolCallId: string }).toolCallId.split('-').at(-1))
}
