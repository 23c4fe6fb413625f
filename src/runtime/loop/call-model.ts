import { retry } from '../../models/http/retry.ts'
import { guard } from '../run/deadline.ts'
import type { OpenStep, Run } from '../run/run.ts'

/** Calls the model within the span and the time of the step. Foreign models are retried here; our own retry by their `retryPolicy`. */
export async function callModel<T>(run: Run, { model, signal, span }: OpenStep, call: () => Promise<T>): Promise<T> {
  const ask = () => guard(call(), signal)
  const attempt = async () => (span === undefined ? ask() : span.run(ask))
  if (model.isInternal) return attempt()
  return retry(attempt, { maxRetries: run.options.maxRetries ?? 2, abortSignal: signal })
}
