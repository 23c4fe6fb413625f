import { ToolfitError } from '../../core/errors.ts'
import {
  type Attributes,
  type ContextManager,
  errorStatus,
  quietly,
  spanKey,
  type TraceContext,
  type TracedSpan,
  type Tracer,
} from './tracing-api.ts'

/** A span that is open until `end` or `fail` is called. Whichever comes first counts. None of its methods throws. */
export interface TelemetrySpan<OUTCOME> {
  /** Runs work with this span as the active one: spans that the work opens are its children. What the work throws is thrown. */
  run<T>(work: () => T): T
  end(outcome: OUTCOME): void
  fail(error: unknown): void
}

/** How spans are created. */
export interface SpanPlace {
  readonly tracer: Tracer
  readonly manager: ContextManager | undefined
  /** Whether errors may quote the model. */
  readonly recordOutputs: boolean
}

export interface NewSpan<OUTCOME> {
  readonly name: string
  readonly kind: number
  readonly parent: TraceContext
  readonly attributes: () => Attributes
  readonly outcome: (outcome: OUTCOME) => Attributes
}

/** A {@link TelemetrySpan} with the context that its children need. */
export interface OpenSpan<OUTCOME> extends TelemetrySpan<OUTCOME> {
  readonly context: TraceContext
  readonly isOpen: boolean
}

export function openSpan<OUTCOME>(
  place: SpanPlace,
  { name, kind, parent, attributes, outcome: toAttributes }: NewSpan<OUTCOME>,
): OpenSpan<OUTCOME> {
  const span = quietly(() => place.tracer.startSpan(name, { kind, attributes: attributes() }, parent))
  const context = quietly(() => (span === undefined ? parent : parent.setValue(spanKey, span))) ?? parent
  let isOpen = true
  const close = (finish: (span: TracedSpan) => void) => {
    if (!isOpen) return
    isOpen = false
    if (span === undefined) return
    quietly(() => finish(span))
    quietly(() => span.end())
  }
  return {
    context,
    get isOpen() {
      return isOpen
    },
    run: (work) => runIn(place.manager, context, work),
    end: (outcome) => close((open) => open.isRecording() && open.setAttributes(toAttributes(outcome))),
    fail: (error) => close((open) => tellError(open, error, place.recordOutputs)),
  }
}

type Result<T> = { readonly value: T } | { readonly error: unknown }

/** Runs the work once, whatever the context manager does. Only errors of the work itself are thrown. */
function runIn<T>(manager: ContextManager | undefined, context: TraceContext, work: () => T): T {
  if (manager === undefined) return work()
  const results: Result<T>[] = []
  quietly(() =>
    manager.with(context, () => {
      try {
        results.push({ value: work() })
      } catch (error) {
        results.push({ error })
      }
    }),
  )
  const [result] = results
  if (result === undefined) return work()
  if ('error' in result) throw result.error
  return result.value
}

/** Errors whose messages quote the model. */
const quotingErrors: ReadonlySet<string> = new Set(['output-invalid', 'tool-input-invalid'])

function tellError(span: TracedSpan, error: unknown, recordOutputs: boolean): void {
  const code = ToolfitError.isInstance(error) ? error.code : undefined
  const isError = error instanceof Error
  span.setAttributes({ 'error.type': code ?? (isError ? error.name : '_OTHER') })
  const isQuiet = !isError || (code !== undefined && quotingErrors.has(code) && !recordOutputs)
  span.setStatus(isQuiet ? { code: errorStatus } : { code: errorStatus, message: error.message })
  if (!isQuiet) span.recordException(error)
}
