import { retry } from '../../models/http/retry.ts'
import type { RunnableContent } from '../../models/versions/any-model.ts'
import type { ModelCallOptions } from '../../models/versions/language-model.ts'
import { toToolError } from '../calls/read-call.ts'
import { assertChoice } from '../calls/tool-errors.ts'
import type { ContentPart } from '../result/content.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import { toUsage } from '../result/usage.ts'
import { guard } from '../run/deadline.ts'
import type { OpenStep, Run } from '../run/run.ts'
import { callOptionsFor } from '../run/run.ts'
import { filePart, foreignRequest, foreignResult, recordCall, requestOf, uniqueCallId } from './record-part.ts'

/** Asks the model for its whole answer. Nothing streams, so nothing is given out. */
export async function* askOnce(run: Run, step: OpenStep, options: ModelCallOptions): AsyncGenerator<TextStreamPart> {
  const { model, signal, span } = step
  const ask = () => guard(model.doGenerate(options), signal) as Promise<Awaited<ReturnType<typeof model.doGenerate>>>
  const result = await retry(async () => (span === undefined ? ask() : span.run(ask)), {
    maxRetries: run.options.maxRetries ?? 2,
    abortSignal: signal,
  })
  step.request = requestOf(run, result.request)
  const {
    id = run.generateId(),
    timestamp = new Date(),
    modelId = model.modelId,
    headers,
    body,
  } = result.response ?? {}
  step.response = {
    id,
    timestamp,
    modelId,
    ...(headers === undefined ? {} : { headers }),
    ...(run.options.include?.responseBody === true ? { body } : {}),
  }
  step.finishReason = result.finishReason
  step.usage = toUsage(result.usage)
  step.warnings.push(...(result.warnings ?? []))
  step.providerMetadata = result.providerMetadata
  const callIds = new Map<string, string>()
  for (const part of result.content) {
    const content = await record(run, step, part, callIds)
    if (content !== undefined) step.content.push(content)
  }
  assertChoice(step)
  await announce(run, step)
}

/** A part of the answer as the step keeps it; undefined where that is done. */
async function record(
  run: Run,
  step: OpenStep,
  part: RunnableContent,
  /** The run's ids of calls, by the model's. */
  callIds: Map<string, string>,
): Promise<ContentPart | undefined> {
  switch (part.type) {
    case 'tool-call': {
      const toolCallId = uniqueCallId(run, part.toolCallId)
      callIds.set(part.toolCallId, toolCallId)
      await recordCall(run, step, toolCallId === part.toolCallId ? part : { ...part, toolCallId })
      return undefined
    }
    case 'tool-result':
      return foreignResult(step, { ...part, toolCallId: callIds.get(part.toolCallId) ?? part.toolCallId })
    case 'tool-approval-request':
      return foreignRequest(step, { ...part, toolCallId: callIds.get(part.toolCallId) ?? part.toolCallId })
    case 'file':
    case 'reasoning-file':
      return filePart(part, step.signal)
    default:
      return part as ContentPart
  }
}

/** Calls that cannot be run are told after all that the model said; of the others, their tools hear. */
async function announce(run: Run, step: OpenStep): Promise<void> {
  for (const call of step.calls) {
    if (call.error !== undefined) {
      step.content.push(toToolError(call))
      continue
    }
    const tool = call.prepared?.tool
    if (tool === undefined || call.part.providerExecuted === true) continue
    const options = callOptionsFor(run, step, call.part.toolCallId, call.part.toolName)
    await run.notify(tool.onInputStart?.bind(tool) as never, options)
    await run.notify(tool.onInputAvailable?.bind(tool) as never, { ...options, input: call.part.input })
  }
}
