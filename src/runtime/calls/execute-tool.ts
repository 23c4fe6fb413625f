import { ToolfitError } from '../../core/errors.ts'
import { wait } from '../../models/http/retry.ts'
import type { ToolRetries } from '../../tools/tool-options.ts'
import { copyAll } from '../result/with-hidden.ts'
import { createDeadline, guard } from '../run/deadline.ts'
import type { ToolExecution, ToolMiddleware } from '../run/tool-hooks.ts'

export interface Execution extends ToolExecution {
  readonly middleware: readonly ToolMiddleware[]
  /** Called with every value but the final one. */
  readonly onPreliminary: (output: unknown) => void
  /** For tools that have none of their own. */
  readonly timeoutMs: number | undefined
}

/** Runs a tool, within its timeout and with its retries. Resolves to the final value. */
export async function executeTool(execution: Execution): Promise<unknown> {
  const { tool, options } = execution
  const { maxRetries, firstDelayMs, longestDelayMs, retryIf } = readRetries(tool.retries)
  for (let failures = 0; ; failures++) {
    try {
      return await attempt(execution)
    } catch (error) {
      const mayRetry = failures < maxRetries && options.abortSignal?.aborted !== true
      if (!mayRetry || retryIf?.(error) === false) throw error
      await wait(Math.min(firstDelayMs * 2 ** failures, longestDelayMs), options.abortSignal)
    }
  }
}

type Retries = Required<Omit<ToolRetries, 'retryIf'>> & Pick<ToolRetries, 'retryIf'>

function readRetries(retries: number | ToolRetries | undefined): Retries {
  const given = typeof retries === 'object' ? retries : { maxRetries: retries ?? 0 }
  return { firstDelayMs: 500, longestDelayMs: 30_000, ...given }
}

async function attempt(execution: Execution): Promise<unknown> {
  const { tool, toolName, options, timeoutMs } = execution
  const { signal, clear } = createDeadline(options.abortSignal, tool.timeout ?? timeoutMs, (ms) => {
    const message = `The tool ${JSON.stringify(toolName)} took longer than its timeout of ${ms} ms.`
    const error = new ToolfitError('tool-timeout', message, { toolName, timeout: ms })
    // As the platform names it: tools pass it on.
    return Object.defineProperty(error, 'name', { value: 'TimeoutError' })
  })
  try {
    const own = signal === options.abortSignal ? options : Object.assign(copyAll(options), { abortSignal: signal! })
    const returned = callThrough({ ...execution, options: own }, 0, execution.input)
    const value = isAsyncIterable(returned) ? returned : await guard(returned, signal)
    return isAsyncIterable(value) ? await drain(value, signal, execution.onPreliminary) : value
  } finally {
    clear()
  }
}

function callThrough(execution: Execution, index: number, input: unknown): unknown {
  const { middleware, tool, toolName, options } = execution
  const next = middleware[index]
  // The tool is `this`, as in `ai`.
  if (next === undefined) return tool.execute!(input as never, options as never)
  return next({ toolName, input, options, tool }, (changed = input) => callThrough(execution, index + 1, changed))
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

/** After this many values, timers get a turn. */
const valuesBetweenTimers = 1_000

/** Each value is a preliminary result; the last one is the result as well. */
async function drain(
  values: AsyncIterable<unknown>,
  signal: AbortSignal | undefined,
  onPreliminary: (output: unknown) => void,
): Promise<unknown> {
  const iterator = values[Symbol.asyncIterator]()
  let last: unknown
  try {
    for (let count = 1; ; count++) {
      const { done, value } = await guard(iterator.next(), signal)
      if (done === true) return last
      last = value
      onPreliminary(value)
      // A tool that never pauses would let no timer run, not even its timeout.
      if (count % valuesBetweenTimers === 0) await wait(0, signal)
    }
  } catch (error) {
    // Not awaited, and its error is ignored: a tool that ignores its signal must not hold up the run.
    void (async () => iterator.return?.())().catch(() => undefined)
    throw error
  }
}
