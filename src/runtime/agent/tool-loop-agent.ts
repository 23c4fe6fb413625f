import { ToolfitError } from '../../core/errors.ts'
import type { Untyped } from '../../tools/flexible-schema.ts'
import type { ToolSet } from '../../tools/tool.ts'
import { validateValue } from '../chat/validate-value.ts'
import { type GenerateTextOptions, type GenerateTextResult, generateText } from '../generate-text.ts'
import type { OutputSource } from '../output/output.ts'
import { logWarnings } from '../run/log-warnings.ts'
import type { RunOptions } from '../run/options.ts'
import type { StopCondition } from '../run/stop-when.ts'
import { type StreamTextResult, streamText } from '../stream-text.ts'
import type { Agent, AgentCallParameters, AgentStreamParameters, PreparedCall, ToolLoopAgentSettings } from './agent.ts'

/**
 * A run with its options, to be called again and again: asks the model, runs the tools that it calls, and repeats that until the model
 * is done, a call needs the user, or `stopWhen` ends the loop (default: after 20 steps).
 *
 * @example
 * ```ts
 * import { tool, ToolLoopAgent } from 'toolfit'
 * import { createEmulator } from 'toolfit/emulator'
 * import { gemini } from 'toolfit/gemini'
 * import { z } from 'zod'
 *
 * const emulator = createEmulator()
 * const call = { functionCall: { name: 'weather', args: { city: 'Rome' } } }
 * emulator.script([{ reply: [call] }, { reply: 'Sunny, 31 degrees.' }])
 * const agent = new ToolLoopAgent({
 *   model: gemini('gemini-3-flash-preview', { apiKey: 'any', fetch: (url, init) => emulator(new Request(url, init)) }),
 *   instructions: 'You know the weather.',
 *   tools: {
 *     weather: tool({ inputSchema: z.object({ city: z.string() }), execute: ({ city }) => ({ city, celsius: 31 }) }),
 *   },
 * })
 * const { text, steps } = await agent.generate({ prompt: 'How is the weather in Rome?' })
 * text // 'Sunny, 31 degrees.'
 * steps.length // 2
 * ```
 */
export class ToolLoopAgent<
  CALL_OPTIONS = never,
  TOOLS extends ToolSet = Record<never, never>,
  RUNTIME_CONTEXT = Untyped,
  const OUTPUT extends OutputSource | undefined = undefined,
> implements Agent<CALL_OPTIONS, TOOLS, RUNTIME_CONTEXT, OUTPUT>
{
  readonly version = 'agent-v1'
  readonly #settings: Settings

  constructor(settings: ToolLoopAgentSettings<CALL_OPTIONS, TOOLS, RUNTIME_CONTEXT, OUTPUT>) {
    this.#settings = settings as unknown as Settings
  }

  get id(): string | undefined {
    return this.#settings.id
  }

  get tools(): TOOLS {
    return this.#settings.tools as TOOLS
  }

  /** Runs to the end. `onError` of the settings is told what this throws, unless it is an abort. */
  async generate(options: AgentCallParameters<CALL_OPTIONS, TOOLS>): Promise<GenerateTextResult<TOOLS, OUTPUT>> {
    const { onError } = this.#settings
    const call = await prepare(this.#settings, options as Call)
    try {
      return (await generateText(call as GenerateTextOptions)) as unknown as GenerateTextResult<TOOLS, OUTPUT>
    } catch (error) {
      const isAbort = ToolfitError.isInstance(error) && error.code === 'run-aborted'
      if (!isAbort) await Promise.allSettled([onError === undefined ? undefined : (async () => onError({ error }))()])
      throw error
    }
  }

  /** Streams. Errors come as parts, as in `streamText`. */
  async stream(options: AgentStreamParameters<CALL_OPTIONS, TOOLS>): Promise<StreamTextResult<TOOLS, OUTPUT>> {
    const { onError, onAbort } = this.#settings
    const { experimental_transform } = options
    const call = await prepare(this.#settings, options as Call)
    return streamText({ ...call, experimental_transform, onError, onAbort } as never) as unknown as StreamTextResult<
      TOOLS,
      OUTPUT
    >
  }
}

type Settings = ToolLoopAgentSettings<unknown, ToolSet, unknown, OutputSource | undefined>
type Call = AgentStreamParameters<unknown, ToolSet> & Record<string, unknown>

/** The callbacks of settings and calls, each with its older names. */
const events = {
  onStart: ['onStart', 'experimental_onStart'],
  onStepStart: ['onStepStart', 'experimental_onStepStart'],
  onToolExecutionStart: ['onToolExecutionStart'],
  onToolExecutionEnd: ['onToolExecutionEnd'],
  onStepEnd: ['onStepEnd', 'onStepFinish'],
  onEnd: ['onEnd', 'onFinish'],
} as const

const eventNames: readonly string[] = [...Object.values(events).flat(), 'onError', 'onAbort']
/** Of the agent, and not of its runs. */
const agentNames = ['id', 'callOptionsSchema', 'prepareCall', 'options']
const callNames = ['abortSignal', 'timeout', 'experimental_transform']

/** The options of a run: the settings, those of the call, and what `prepareCall` makes of both. */
async function prepare(settings: Settings, call: Call): Promise<RunOptions> {
  const { callOptionsSchema, prepareCall, stopWhen = stopAtDefault } = settings
  const given = without(call, [...eventNames, ...callNames])
  if (callOptionsSchema !== undefined && call.options !== undefined) {
    const result = await validateValue(callOptionsSchema, call.options, { field: 'options' })
    if (result.error !== undefined) throw result.error
    given['options'] = result.value
  }
  const base = { ...without(settings, eventNames), stopWhen, ...given } as unknown as PreparedCall
  const prepared = (await prepareCall?.(base as never)) ?? base
  return {
    ...without(prepared, agentNames),
    ...mergeEvents(settings, call),
    abortSignal: call.abortSignal,
    experimental_sandbox: call.experimental_sandbox as unknown,
    timeout: call.timeout ?? prepared.timeout,
  } as unknown as RunOptions
}

const defaultSteps = 20

/** The default. Conditions are asked only where the loop could go on: an agent that is done after as many steps causes no warning. */
const stopAtDefault: StopCondition = ({ steps }) => {
  if (steps.length !== defaultSteps) return false
  const stopped = `The tool loop stopped because it reached the default stopWhen condition, isStepCount(${defaultSteps}).`
  const message = `${stopped} To allow more steps, set stopWhen to isStepCount(...) with a higher limit or provide a custom stop condition.`
  logWarnings([{ type: 'other', message }], steps[steps.length - 1]!.model)
  return true
}

function without(options: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !names.includes(name)))
}

type Listener = (event: unknown) => unknown

/** Both are called, side by side. An error of either is its own. */
function mergeEvents(settings: object, call: object): Record<string, Listener | undefined> {
  const find = (options: object, names: readonly string[]) =>
    names.map((name) => (options as Record<string, Listener | undefined>)[name]).find((listener) => listener != null)
  return Object.fromEntries(
    Object.entries(events).map(([event, names]) => {
      const listeners = [find(settings, names), find(call, names)].filter((listener) => listener !== undefined)
      const notify = async (value: unknown) => {
        await Promise.allSettled(listeners.map(async (listener) => await listener(value)))
      }
      return [event, listeners.length === 0 ? undefined : notify]
    }),
  )
}
