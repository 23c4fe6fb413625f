import type { ModelCallOptions } from '../../models/versions/language-model.ts'
import { toToolError } from '../calls/read-call.ts'
import { assertChoice } from '../calls/tool-errors.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import { toUsage } from '../result/usage.ts'
import { copyAll } from '../result/with-hidden.ts'
import { announce } from '../run/announce.ts'
import { callOptionsFor, type OpenStep, type Run } from '../run/run.ts'
import { callModel } from './model-call.ts'
import { recordCall, requestOf, toContent, uniqueCallId } from './record-part.ts'
import { callEndEvent } from './run-events.ts'

/** Asks the model for its whole answer. Nothing streams, so nothing is yielded. */
export async function* askOnce(run: Run, step: OpenStep, options: ModelCallOptions): AsyncGenerator<TextStreamPart> {
  const { model } = step
  const result = await callModel(run, step, options, () => model.generate(options))
  step.request = requestOf(run, step, result.request)
  const {
    id = run.generateId(),
    timestamp = run.currentDate(),
    modelId = model.modelId,
    headers,
    body,
  } = result.response ?? {}
  step.response = { id, timestamp, modelId, headers, body: run.include.responseBody ? body : undefined }
  step.finishReason = result.finishReason
  step.usage = toUsage(result.usage, run.model.aiVersion)
  step.performance = step.timer.measure(step.usage, false)
  step.warnings.push(...(result.warnings ?? []))
  step.providerMetadata = result.providerMetadata
  const callIds = new Map<string, string>()
  for (const part of result.content) {
    if (part.type === 'tool-call') {
      const toolCallId = uniqueCallId(run, part)
      callIds.set(part.toolCallId, toolCallId)
      await recordCall(run, step, { ...part, toolCallId })
      continue
    }
    const content = await toContent(step, part, callIds, false)
    if (content !== undefined) step.content.push(content)
  }
  await announce(run, 'onLanguageModelCallEnd', () => callEndEvent(run, step))
  assertChoice(step, result.content)
  await callInputListeners(run, step)
}

/** Adds the errors of invalid calls after the content of the answer, and calls the input callbacks of the others. */
async function callInputListeners(run: Run, step: OpenStep): Promise<void> {
  for (const call of step.calls) {
    // The provider answers its own calls.
    if (call.part.providerExecuted) continue
    if (call.error !== undefined) {
      step.content.push(toToolError(call, false))
      continue
    }
    const tool = call.prepared?.tool
    if (tool === undefined) continue
    const options = callOptionsFor(run, step, call.part.toolCallId, call.part.toolName)
    await run.notify(tool.onInputStart?.bind(tool) as never, options)
    await run.notify(
      tool.onInputAvailable?.bind(tool) as never,
      Object.assign(copyAll(options), { input: call.part.input }),
    )
  }
}
