import type { RequestWarning } from '../../wire/model-request.ts'
import { olderNames } from '../result/events.ts'
import type { RunOptions } from './options.ts'
import { settingNames } from './setting-names.ts'

type Listed = (typeof settingNames)[number] | keyof typeof olderNames | (typeof olderNames)[keyof typeof olderNames]

/** The other options. */
const optionNames = [
  'model',
  'prompt',
  'messages',
  'system',
  'instructions',
  'allowSystemInMessages',
  'tools',
  'toolChoice',
  'activeTools',
  'toolOrder',
  'experimental_activeTools',

  'maxSteps',
  'stopWhen',
  'prepareStep',
  'experimental_prepareStep',
  'experimental_context',
  'runtimeContext',
  'toolsContext',
  'repairToolCall',
  'experimental_repairToolCall',
  'experimental_refineToolInput',
  'experimental_toolCallers',
  'invalidToolInput',
  'output',
  'experimental_output',
  'providerOptions',
  'headers',
  'maxRetries',
  'abortSignal',
  'timeout',
  'concurrency',
  'toolCallConcurrency',
  'history',
  'toolMiddleware',
  'toolApproval',
  'experimental_toolApprovalSecret',
  'include',
  'includeRawChunks',
  'experimental_transform',
  'telemetry',
  'experimental_telemetry',
  'experimental_download',
  'experimental_sandbox',
  'generateId',
  'onChunk',
  'onError',
  'onAbort',
  'onStepError',
  'experimental_include',
  '_internal',
] as const

type Unlisted = Exclude<keyof RunOptions, Listed | (typeof optionNames)[number]>

/** A new option that is missing above is a type error. */
const known = new Set<[Unlisted] extends [never] ? string : Unlisted>([
  ...optionNames,
  ...settingNames,
  ...Object.entries(olderNames).flat(),
  // Since `ai` 5, messages have no ids, and it does nothing. Programs still pass it.
  'experimental_generateMessageId',
])

/** A warning for each option that has a value and that Toolfit does not have. */
export function findUnknownOptions(options: object): RequestWarning[] {
  const unknown = Object.entries(options).filter(([name, value]) => value !== undefined && !known.has(name))
  return unknown.map(([feature]) => ({
    type: 'unsupported',
    feature,
    details: 'Toolfit has no option of this name: it is ignored.',
  }))
}
