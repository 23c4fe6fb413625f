import type { RunnableWarning } from '../../models/versions/any-model.ts'

/** A function in `globalThis.AI_SDK_LOG_WARNINGS`. */
export type LogWarningsFunction = (event: {
  readonly warnings: readonly RunnableWarning[]
  readonly provider: string
  readonly model: string
}) => void

/**
 * Passes warnings to the function that a program sets for all of its calls, as in `ai`: `globalThis.AI_SDK_LOG_WARNINGS`. Without one,
 * they are in the result alone: a library does not write to the console.
 */
export function logWarnings(
  warnings: readonly RunnableWarning[],
  { provider, modelId: model }: { readonly provider: string; readonly modelId: string },
): void {
  const { AI_SDK_LOG_WARNINGS: log } = globalThis as { AI_SDK_LOG_WARNINGS?: unknown }
  if (typeof log === 'function' && warnings.length > 0) (log as LogWarningsFunction)({ warnings, provider, model })
}
