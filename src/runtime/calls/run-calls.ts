import { ToolfitError } from '../../core/errors.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import { errorOutput, toModelOutput } from '../result/tool-output.ts'
import { aliasOutput, type TypedToolError, type TypedToolResult } from '../result/tool-parts.ts'
import { callOptionsFor, contextOf, type OpenStep, type ReadCall, type Run } from '../run/run.ts'
import type { ToolMiddleware } from '../run/tool-hooks.ts'
import { executeTool } from './execute-tool.ts'
import { openSchema } from './prepare-tools.ts'
import { describe } from './read-call.ts'
import { createSchedule } from './schedule.ts'
import { showIssues } from './tool-errors.ts'

/** The fields of a step that its calls need. */
export type CallsPlace = Pick<OpenStep, 'number' | 'messages' | 'signal' | 'content' | 'answers'>

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
  const { options, notify, telemetry } = run
  const { part } = call
  const event = { toolCall: part, stepNumber: place.number }
  await notify(options.onToolExecutionStart, event)
  const { toolName, toolCallId, input } = part
  const span = telemetry?.startTool({ toolName, toolCallId, input, ...descriptionOf(call) })
  const startedAt = performance.now()
  const work = () => execute(run, place, call, emit)
  const outcome = await (span === undefined ? work() : span.run(work))
  // The run is over for the caller, and the call is answered as interrupted.
  if (place.signal?.aborted === true) return span?.fail(place.signal.reason)
  place.answers.set(toolCallId, outcome.answer)
  place.content.push(outcome.part)
  if (outcome.part.type === 'tool-error') span?.fail(outcome.part.error)
  else span?.end({ output: outcome.part.output })
  emit(outcome.part)
  await notify(options.onToolExecutionEnd, {
    ...event,
    toolOutput: outcome.part,
    durationMs: performance.now() - startedAt,
  })
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
  { part: call, prepared }: ReadCall,
  emit: (part: TextStreamPart) => void,
): Promise<Outcome> {
  const { tool } = prepared!
  const { toolCallId, toolName, input } = call
  const result = (output: unknown, extra: object = {}) =>
    aliasOutput({
      type: 'tool-result',
      toolCallId,
      toolName,
      input,
      output,
      ...extra,
      ...rest,
    }) as unknown as TypedToolResult
  const rest = {
    dynamic: call.dynamic === true,
    ...(call.providerMetadata === undefined ? {} : { providerMetadata: call.providerMetadata }),
    ...describe(prepared),
  }
  try {
    await checkContext(run, toolName, tool.contextSchema)
    const output = await executeTool({
      tool,
      toolName,
      input,
      options: callOptionsFor(run, place, toolCallId, toolName),
      middleware: listOf(run.options.toolMiddleware),
      timeoutMs: toolTimeout(run.options.timeout),
      onPreliminary: (value) => emit(result(value, { preliminary: true })),
    })
    await checkOutput(toolName, tool.outputSchema, output)
    return { part: result(output), answer: await toModelOutput(tool, { toolCallId, input, output }) }
  } catch (error) {
    const part = aliasOutput({ type: 'tool-error', toolCallId, toolName, input, error, ...rest })
    return { part: part as unknown as TypedToolError, answer: errorOutput(error) }
  }
}

function listOf(middleware: ToolMiddleware | readonly ToolMiddleware[] | undefined): readonly ToolMiddleware[] {
  if (middleware === undefined) return []
  return typeof middleware === 'function' ? [middleware] : middleware
}

function toolTimeout(timeout: Run['options']['timeout']): number | undefined {
  return typeof timeout === 'object' ? timeout.toolMs : undefined
}

async function checkOutput(toolName: string, schema: unknown, output: unknown): Promise<void> {
  if (schema === undefined) return
  const { issues } = await (await openSchema(schema)).parse(output)
  if (issues === undefined) return
  const message = `The output of the tool ${JSON.stringify(toolName)} does not fit its outputSchema: ${showIssues(issues)}`
  throw new ToolfitError('tool-output-invalid', message, { toolName, issues })
}

async function checkContext(run: Run, toolName: string, schema: unknown): Promise<void> {
  if (schema === undefined) return
  const { issues } = await (await openSchema(schema)).parse(contextOf(run, toolName))
  if (issues === undefined) return
  const message = `The context for the tool ${JSON.stringify(toolName)} does not fit its contextSchema: ${showIssues(issues)}`
  throw new ToolfitError('option-invalid', message, { toolName, issues })
}
