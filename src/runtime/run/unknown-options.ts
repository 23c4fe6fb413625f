import type { RequestWarning } from '../../wire/model-request.ts'
import { olderNames } from './events.ts'
import type { RunOptions } from './options.ts'
import { settingNames } from './setting-names.ts'

type Listed = (typeof settingNames)[number] | keyof typeof olderNames | (typeof olderNames)[keyof typeof olderNames]

/** The other options, checked against their type: a new one that is missing here is a type error. */
const optionNames = {
  model: true,
  prompt: true,
  messages: true,
  system: true,
  instructions: true,
  allowSystemInMessages: true,
  tools: true,
  toolChoice: true,
  activeTools: true,
  experimental_activeTools: true,
  toolOrder: true,
  maxSteps: true,
  stopWhen: true,
  prepareStep: true,
  experimental_prepareStep: true,
  experimental_context: true,
  runtimeContext: true,
  toolsContext: true,
  repairToolCall: true,
  experimental_repairToolCall: true,
  experimental_refineToolInput: true,
  experimental_toolCallers: true,
  invalidToolInput: true,
  output: true,
  experimental_output: true,
  providerOptions: true,
  headers: true,
  maxRetries: true,
  abortSignal: true,
  timeout: true,
  concurrency: true,
  toolCallConcurrency: true,
  history: true,
  toolMiddleware: true,
  toolApproval: true,
  experimental_toolApprovalSecret: true,
  include: true,
  includeRawChunks: true,
  experimental_transform: true,
  telemetry: true,
  experimental_telemetry: true,
  experimental_download: true,
  experimental_sandbox: true,
  generateId: true,
  onChunk: true,
  onError: true,
  onAbort: true,
  onStepError: true,
  experimental_include: true,
  _internal: true,
} satisfies Record<Exclude<keyof RunOptions, Listed>, true>

const known = new Set([
  ...Object.keys(optionNames),
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
