import { ToolfitError } from '../../core/errors.ts'
import type { ToolExecutionStartEvent } from '../result/events.ts'
import { readClock } from '../result/performance.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import { errorOutput, toModelOutput } from '../result/tool-output.ts'
import { aliasOutput, type TypedToolError, type TypedToolResult } from '../result/tool-parts.ts'
import { withHidden } from '../result/with-hidden.ts'
import { announce } from '../run/announce.ts'
import { callOptionsFor, contextOf, type OpenStep, type ReadCall, type Run, withOlderFields } from '../run/run.ts'
import { executeTool } from './execute-tool.ts'
import { openSchema } from './prepare-tools.ts'
import { metadataOf } from './read-call.ts'
import { createSchedule } from './schedule.ts'
import { getToolTimeoutMs } from './timeout-ms.ts'
import { showIssues } from './tool-errors.ts'

/** The fields of a step that its calls need. */
export type CallsPlace = Pick<
  OpenStep,
  'number' | 'model' | 'messages' | 'signal' | 'sandbox' | 'content' | 'answers' | 'toolExecutionMs'
>

/**
 * Runs calls in parallel, as far as `concurrency` and `exclusive` allow. Yields their results as they come, and adds them to the
 * content and the answers of the step. Throws only when the run is aborted.
 */
export function runCalls(run: Run, place: CallsPlace, calls: readonly ReadCall[]): AsyncGenerator<TextStreamPart> {
  const limit = run.options.concurrency ?? run.options.toolCallConcurrency ?? Number.POSITIVE_INFINITY
  const schedule = createSchedule<ReadCall, TextStreamPart>({
    limit,
    exclusiveOf: ({ prepared }) => prepared!.tool.exclusive,
    start: (call, emit) => runCall(run, place, call, emit),
  })
  return schedule(calls, place.signal)
}

async function runCall(
  run: Run,
  place: CallsPlace,
  call: ReadCall,
  emit: (part: TextStreamPart) => void,
): Promise<void> {
  const { telemetry, callId } = run
  const { toolName, toolCallId, input } = call.part
  const { number: stepNumber, model, messages } = place
  const started = (): ToolExecutionStartEvent => {
    const event = { callId, toolCall: call.part, messages, toolContext: contextOf(run, toolName) as never }
    return withOlderFields(run, model, event, { stepNumber })
  }
  await announce(run, 'onToolExecutionStart', started)
  const span = telemetry?.startTool({ toolName, toolCallId, input, ...descriptionOf(call) })
  const startedAt = readClock()
  const work = () => execute(run, place, call, emit)
  const traced = () => (span === undefined ? work() : span.run(work))
  const { part, answer } = await (run.integrations === undefined
    ? traced()
    : run.integrations.runTool({ ...started(), toolCallId }, traced))
  // The run is over for the caller, and the call is answered as interrupted.
  if (place.signal?.aborted === true) return span?.fail(place.signal.reason)
  const toolExecutionMs = readClock() - startedAt
  place.toolExecutionMs[toolCallId] = toolExecutionMs
  place.answers.set(toolCallId, answer)
  place.content.push(part)
  if (part.type === 'tool-error') span?.fail(part.error)
  else span?.end({ output: part.output })
  await announce(run, 'onToolExecutionEnd', () => {
    const event = Object.assign(started(), { toolOutput: part, toolExecutionMs })
    const { output, error } = part as { output?: unknown; error?: unknown }
    return withHidden(event, { durationMs: toolExecutionMs, success: part.type !== 'tool-error', output, error })
  })
  emit(part)
}

function descriptionOf({ prepared }: ReadCall): { description?: string } {
  const description = prepared?.tool.description
  return typeof description === 'string' ? { description } : {}
}

interface Outcome {
  readonly part: TypedToolResult | TypedToolError
  readonly answer: ReturnType<typeof errorOutput>
}

async function execute(
  run: Run,
  place: CallsPlace,
  read: ReadCall,
  emit: (part: TextStreamPart) => void,
): Promise<Outcome> {
  const { part: call, prepared } = read
  const { tool } = prepared!
  const { toolCallId, toolName, input } = call
  const fields = { toolCallId, toolName, input }
  const rest = {
    dynamic: call.dynamic === true,
    ...(call.providerMetadata && { providerMetadata: call.providerMetadata }),
    ...metadataOf(prepared),
  }
  try {
    const context = await parseContext(run, read)
    const options = callOptionsFor(run, place, toolCallId, toolName, context)
    const output = await executeTool({
      tool,
      toolName,
      input,
      options: Object.assign(options, { experimental_sandbox: place.sandbox }),
      middleware: [run.options.toolMiddleware ?? []].flat(),
      timeoutMs: getToolTimeoutMs(run.options.timeout, toolName),
      onPreliminary: (value) =>
        emit(
          aliasOutput({ ...call, title: call.title, type: 'tool-result', output: value, preliminary: true }) as never,
        ),
    })
    await check('output', toolName, tool.outputSchema, output)
    const part = aliasOutput({ type: 'tool-result', ...fields, output, ...rest })
    return {
      part: part as unknown as TypedToolResult,
      answer: await toModelOutput(tool, { toolCallId, input, output }),
    }
  } catch (error) {
    const part = aliasOutput({ type: 'tool-error', ...fields, error, ...rest })
    return { part: part as unknown as TypedToolError, answer: errorOutput(error) }
  }
}

/** The context of a tool as its `contextSchema` parses it: with its defaults and transforms. */
export function parseContext(run: Run, { part: { toolName }, prepared }: ReadCall): Promise<unknown> {
  return check('context', toolName, prepared!.tool.contextSchema, contextOf(run, toolName))
}

/** The context that a tool is given, and the output that it gives, have to fit its schemas. Returns the parsed value. */
async function check(name: 'context' | 'output', toolName: string, schema: unknown, value: unknown): Promise<unknown> {
  if (schema === undefined) return value
  const { value: parsed, issues } = await (await openSchema(schema)).parse(value)
  if (issues === undefined) return parsed
  const message = `The ${name} of the tool ${JSON.stringify(toolName)} does not fit its ${name}Schema: ${showIssues(issues)}`
  throw new ToolfitError(name === 'output' ? 'tool-output-invalid' : 'option-invalid', message, { toolName, issues })
}
