import { ownValue } from '../../core/json.ts'
import type { RunTimeouts } from '../run/options.ts'

type Timeouts = number | RunTimeouts | undefined

/** The time for a whole run, as `timeout` says it. For those who run tools themselves, like the next ones. */
export function getTotalTimeoutMs(timeout: Timeouts): number | undefined {
  return typeof timeout === 'number' ? timeout : timeout?.totalMs
}

export function getStepTimeoutMs(timeout: Timeouts): number | undefined {
  return limitsIn(timeout).stepMs
}

export function getFirstChunkTimeoutMs(timeout: Timeouts): number | undefined {
  return limitsIn(timeout).firstChunkMs
}

export function getChunkTimeoutMs(timeout: Timeouts): number | undefined {
  return limitsIn(timeout).chunkMs
}

/** The time for a call of a tool: its own, or that of all tools. */
export function getToolTimeoutMs(timeout: Timeouts, toolName: string): number | undefined {
  const { tools, toolMs } = limitsIn(timeout)
  return (tools && (ownValue(tools, `${toolName}Ms`) as number | undefined)) ?? toolMs
}

/** A number is the time of the whole run alone. */
function limitsIn(timeout: Timeouts): RunTimeouts {
  return typeof timeout === 'object' ? (timeout ?? {}) : {}
}
