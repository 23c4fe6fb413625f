import { ToolfitError } from '../../core/errors.ts'
import { isPlainObject, showValue } from '../../core/json.ts'
import type { ModelMessage } from '../../core/message.ts'
import { asAiSdkError } from '../../models/http/api-call-error.ts'
import type { CallSettings } from '../../wire/model-request.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import type { Instructions } from '../result/content.ts'
import type { RunOptions, RunTimeouts } from './options.ts'
import { type StopCondition, stepCountIs } from './stop-when.ts'

/** The conversation that a run begins with. */
export function readMessages({ prompt, messages, allowSystemInMessages }: RunOptions): readonly ModelMessage[] {
  if (prompt !== undefined && messages !== undefined) {
    throw invalid('Both prompt and messages are given. Pass one of them.', 'prompt')
  }
  const given: unknown = prompt ?? messages
  if (given === undefined) throw invalid('There is nothing to ask: pass prompt or messages.', 'prompt')
  const name = prompt === undefined ? 'messages' : 'prompt'
  if (typeof prompt === 'string') return [{ role: 'user', content: prompt }]
  if (!Array.isArray(given)) throw invalid(`${name} must be a list of messages, not ${showValue(given)}.`, name)
  if (given.length === 0) throw invalid('messages must not be empty', name)
  for (const [index, message] of given.entries()) {
    const at = `${name}[${index}]`
    assertMessage(message, at)
    if (allowSystemInMessages === false && message.role === 'system') {
      const advice = 'Use the instructions option instead.'
      throw invalid(`System messages are not allowed in the prompt or messages fields. ${advice}`, at)
    }
  }
  return given as ModelMessage[]
}

const roles: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant', 'tool'])

function assertMessage(message: unknown, at: string): void {
  if (!isPlainObject(message)) throw invalid(`${at} is not a message of text or parts.`, at)
  const { role, content, parts } = message
  if (!roles.has(role)) {
    const expected = 'Must be one of: "system", "user", "assistant", "tool".'
    const message = `Invalid message role: '${role}'. ${expected} See ${at}.`
    const error = new ToolfitError('prompt-invalid', message, { option: at })
    throw asAiSdkError(Object.assign(error, { role }), 'AI_InvalidMessageRoleError')
  }
  if (content === undefined && Array.isArray(parts)) {
    throw invalid(`${at} is a UI message. Convert it first: await convertToModelMessages(messages).`, at)
  }
  if (typeof content !== 'string' && !(Array.isArray(content) && content.every(isPlainObject))) {
    throw invalid(`${at} is not a message of text or parts.`, at)
  }
}

/** The instructions, under whichever name they were passed. */
export function readInstructions({ system, instructions }: RunOptions): Instructions | undefined {
  if (system !== undefined && instructions !== undefined && system !== instructions) {
    throw invalid('Both system and instructions are given. Pass one of them.', 'system')
  }
  return instructions ?? system
}

/** When the loop ends: one step by default. */
export function readStopConditions({ maxSteps, stopWhen }: RunOptions): StopCondition[] {
  const given = [stopWhen ?? []].flat() as readonly StopCondition[]
  if (given.some((condition) => typeof condition !== 'function')) {
    throw notA('stopWhen', 'a function such as stepCountIs(5), or a list of them', stopWhen)
  }
  if (maxSteps === undefined || maxSteps === null) return stopWhen === undefined ? [stepCountIs(1)] : [...given]
  assertCount(maxSteps, 'maxSteps')
  return [stepCountIs(maxSteps), ...given]
}

/** An option of such a name protects something. Ignored, it would protect nothing. */
const securityName = /approv|secret|sandbox|permission|^refine|^toolCallers/i

/** Refuses invalid settings. */
export function assertOptions(options: RunOptions): void {
  const {
    tools,
    concurrency,
    toolCallConcurrency,
    maxRetries,
    timeout,
    toolApproval,
    experimental_toolApprovalSecret: secret,
    experimental_sandbox: _sandbox,
    ...others
  } = options
  for (const [option, value] of Object.entries(others)) {
    if (value === undefined || !securityName.test(option)) continue
    // Its value may be a secret under a misspelt name.
    throw invalidArgument(option, 'Toolfit has no option of this name, and ignores none about security.', undefined)
  }
  if (secret !== undefined && !((typeof secret === 'string' || secret instanceof Uint8Array) && secret.length > 0)) {
    // Its value is not shown.
    throw notA('experimental_toolApprovalSecret', 'text or bytes, and not empty', undefined)
  }
  if (toolApproval !== undefined && typeof toolApproval !== 'function' && !isPlainObject(toolApproval)) {
    throw notA('toolApproval', 'a function, or an object with the tools by their names', toolApproval)
  }
  if (tools !== undefined && (typeof tools !== 'object' || tools === null || Array.isArray(tools))) {
    const message = 'tools must be an object with a tool for each name: { weather: tool({ … }) }.'
    throw new ToolfitError('tools-unreadable', message)
  }
  for (const name of Object.keys((tools && options.experimental_toolCallers) ?? {})) {
    if (!Object.hasOwn(tools!, name)) {
      throw invalidArgument('experimental_toolCallers', `unknown tool "${name}".`, options.experimental_toolCallers)
    }
  }
  assertCount(concurrency, 'concurrency')
  assertWhole(toolCallConcurrency, 'toolCallConcurrency', 1)
  assertWhole(maxRetries, 'maxRetries', 0)
  assertSettings(options)
  const { tools: toolTimeouts, ...timeouts } = readTimeouts(timeout)
  for (const [name, ms] of Object.entries({ ...timeouts, ...toolTimeouts })) {
    if (ms !== undefined && !(typeof ms === 'number' && ms > 0)) throw notA(`timeout.${name}`, 'a number above 0', ms)
  }
}

/** Refuses invalid settings of a call of a model. */
export function assertSettings({ maxOutputTokens, seed }: CallSettings): void {
  assertWhole(maxOutputTokens, 'maxOutputTokens', 1)
  assertWhole(seed, 'seed')
}

/** Timeouts, as an object. */
export function readTimeouts(timeout: number | RunTimeouts | undefined): RunTimeouts {
  return typeof timeout === 'object' ? timeout : { totalMs: timeout }
}

/** A number of things, without a limit where it is infinite. */
function assertCount(given: unknown, option: string): void {
  if (given !== Number.POSITIVE_INFINITY) assertWhole(given, option, 1)
}

function notA(option: string, wanted: string, given: unknown): ToolfitError {
  return invalidArgument(option, `${option} must be ${wanted}`, given)
}

/** A whole number from a least one on, in the words of `ai`. */
function assertWhole(given: unknown, option: string, least = Number.NEGATIVE_INFINITY): void {
  if (given === undefined || given === null) return
  if (!Number.isInteger(given)) throw notA(option, 'an integer', given)
  if ((given as number) < least) throw notA(option, `>= ${least}`, given)
}

/** `InvalidPromptError.isInstance` of `ai` recognises it. */
function invalid(message: string, option: string): ToolfitError {
  const error = new ToolfitError('prompt-invalid', `Invalid prompt: ${message}`, { option })
  return asAiSdkError(error, 'AI_InvalidPromptError')
}
