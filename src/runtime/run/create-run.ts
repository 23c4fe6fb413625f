import type { ModelMessage } from '../../core/message.ts'
import { findModel, toRunnable } from '../../models/versions/to-runnable.ts'
import { readClock } from '../result/performance.ts'
import { openTelemetry } from '../telemetry/open-telemetry.ts'
import { createDeadline, timeoutReason } from './deadline.ts'
import { createNotify } from './events.ts'
import { logError } from './log-error.ts'
import type { RunOptions } from './options.ts'
import { assertOptions, readInstructions, readMessages, readStopConditions, readTimeouts } from './read-options.ts'
import type { Run } from './run.ts'
import { findUnknownOptions } from './unknown-options.ts'

/** Creates a run. Invalid options are thrown here. */
export function createRun(given: RunOptions, isStreamed: boolean): Run {
  // First, because a missing model is the most common mistake.
  const options = typeof given.model === 'string' ? { ...given, model: findModel(given.model) } : given
  const model = toRunnable(options.model)
  const { provider, modelId } = model
  assertOptions(options)
  const { _internal: internal = {} } = options
  const callId = internal.generateCallId?.() ?? `call-${randomDigits()}${randomDigits()}${randomDigits()}`
  const messages = readMessages(options)
  const instructions = readInstructions(options)
  const stopConditions = readStopConditions(options)
  // After everything that may throw, because its timer would not be cleared.
  const { signal, clear } = createDeadline(options.abortSignal, readTimeouts(options.timeout).totalMs, timeoutReason())
  return {
    options,
    stopConditions,
    output: undefined,
    generateId: options.generateId ?? internal.generateId ?? randomId,
    callId,
    now: internal.now ?? readClock,
    currentDate: internal.currentDate ?? (() => new Date()),
    include: readInclude(options),
    model,
    notify: createNotify(options),
    onError: options.onError ?? (isStreamed ? logError : undefined),
    opening: openTelemetry(
      options.telemetry ?? options.experimental_telemetry,
      isStreamed,
      { provider, modelId },
      callId,
    ),
    telemetry: undefined,
    integrations: undefined,
    signal,
    clear,
    isStreamed,
    downloads: new Map(),
    initialMessages: messages,
    initialInstructions: instructions,
    messages,
    instructions,
    context: options.runtimeContext ?? options.experimental_context,
    toolsContext: options.toolsContext ?? {},
    steps: [],
    responseMessages: [],
    open: undefined,
    closed: undefined,
    parsed: undefined,
    transformed: undefined,
    warnings: findUnknownOptions(options),
    blockIds: new Set(),
    ...callIdsIn(messages),
  }
}

/** Models number their calls from 0 in every run. */
function callIdsIn(messages: readonly ModelMessage[]): Pick<Run, 'callIds' | 'waitingIds'> {
  const callIds = new Map<string, number>()
  const waitingIds = new Set<string>()
  for (const { role, content } of messages) {
    if (role !== 'assistant' || typeof content === 'string') continue
    for (const part of content) {
      if (part.type === 'tool-result') waitingIds.delete(part.toolCallId)
      if (part.type !== 'tool-call') continue
      callIds.set(part.toolCallId, 2)
      if (part.providerExecuted) waitingIds.add(part.toolCallId)
    }
  }
  return { callIds, waitingIds }
}

function readInclude({ include, experimental_include, includeRawChunks: rawChunks }: RunOptions): Run['include'] {
  return { rawChunks, ...(include ?? experimental_include) }
}

/** Ids tell things apart, and need not be secret. */
function randomId(): string {
  return `toolfit-${randomDigits()}${randomDigits()}`
}

function randomDigits(): string {
  return Math.random().toString(36).slice(2, 10).padEnd(8, '0')
}
