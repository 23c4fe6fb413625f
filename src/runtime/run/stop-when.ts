import type { Untyped } from '../../tools/flexible-schema.ts'
import type { ToolSet } from '../../tools/tool.ts'
import type { Step } from '../result/step.ts'
import { copyAll, withHidden } from '../result/with-hidden.ts'

/** The input of a stop condition: the last step with all its getters, and all steps. */
export type StopInput<TOOLS extends ToolSet = ToolSet, RUNTIME_CONTEXT = Untyped> = Step<TOOLS, RUNTIME_CONTEXT> & {
  /** All completed steps. */
  readonly steps: readonly Step<TOOLS, RUNTIME_CONTEXT>[]
  /** The last step. */
  readonly step: Step<TOOLS, RUNTIME_CONTEXT>
}

/** Decides whether the loop ends after a step. It is called only where the loop could go on. */
export type StopCondition<TOOLS extends ToolSet = ToolSet, RUNTIME_CONTEXT = Untyped> = (
  input: StopInput<TOOLS, RUNTIME_CONTEXT>,
) => boolean | PromiseLike<boolean>

/**
 * Ends the loop after this many steps.
 *
 * @example
 * ```ts
 * import { stepCountIs } from 'toolfit'
 *
 * const options = { stopWhen: stepCountIs(5) }
 * ```
 */
export function stepCountIs(count: number): StopCondition<Untyped> {
  return ({ steps }) => steps.length >= count
}

/** {@link stepCountIs}, under the name of `ai` 7. */
export function isStepCount(count: number): StopCondition<Untyped> {
  return stepCountIs(count)
}

/**
 * Ends the loop after a step that called one of these tools.
 *
 * @example
 * ```ts
 * import { hasToolCall, stepCountIs } from 'toolfit'
 *
 * const options = { stopWhen: [hasToolCall('submit'), stepCountIs(20)] }
 * ```
 */
export function hasToolCall(...toolNames: readonly string[]): StopCondition<Untyped> {
  // `ai`, where this works too, passes only `steps`.
  return ({ steps }) =>
    steps.length > 0 && steps[steps.length - 1]!.toolCalls.some(({ toolName }) => toolNames.includes(toolName))
}

/**
 * Never ends the loop: the model decides when it is done.
 *
 * @example
 * ```ts
 * import { isLoopFinished } from 'toolfit'
 *
 * const options = { stopWhen: isLoopFinished() }
 * ```
 */
export function isLoopFinished(): StopCondition<Untyped> {
  return () => false
}

/**
 * Ends the loop when the model repeats itself: when the last `times` steps made the same calls with the same input.
 *
 * @example
 * ```ts
 * import { isRepeating, stepCountIs } from 'toolfit'
 *
 * const options = { stopWhen: [isRepeating({ times: 3 }), stepCountIs(50)] }
 * ```
 */
export function isRepeating({ times = 3 }: { readonly times?: number } = {}): StopCondition<Untyped> {
  return ({ steps }) => {
    if (steps.length < times) return false
    const [first, ...others] = steps.slice(-times).map(callsIn)
    return first !== '' && others.every((calls) => calls === first)
  }
}

/** The calls of a step as one text, whatever their order. */
function callsIn({ toolCalls }: Step): string {
  return toolCalls
    .map(({ toolName, input }) => `${toolName} ${JSON.stringify(input, sortKeys)}`)
    .sort()
    .join('\n')
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
}

/** Whether any condition holds. */
export async function isStopped(conditions: readonly StopCondition[], steps: readonly Step[]): Promise<boolean> {
  if (conditions.length === 0) return false
  const step = steps[steps.length - 1]!
  // What it inherits makes `(step) => step.text` work too. Its own field is the one that it has in `ai`.
  const input: StopInput = Object.assign(Object.create(withHidden(copyAll(step), { step })), { steps })
  const answers = await Promise.all(conditions.map((condition) => condition(input)))
  return answers.some((answer) => answer === true)
}
