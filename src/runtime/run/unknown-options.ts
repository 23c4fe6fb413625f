import type { RequestWarning } from '../../wire/model-request.ts'
import type { RunOptions } from './options.ts'

/** All options, checked against their type: a new one that is missing here is a type error. */
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
  telemetry: true,
  experimental_telemetry: true,
  experimental_download: true,
  generateId: true,
  maxOutputTokens: true,
  temperature: true,
  topP: true,
  topK: true,
  presencePenalty: true,
  frequencyPenalty: true,
  stopSequences: true,
  seed: true,
  reasoning: true,
  onStart: true,
  onStepStart: true,
  onStepFinish: true,
  onStepEnd: true,
  onFinish: true,
  onEnd: true,
  onChunk: true,
  onError: true,
  onAbort: true,
  onToolExecutionStart: true,
  onToolExecutionEnd: true,
} satisfies Record<keyof RunOptions, true>

/** Hooks for the tests of `ai` itself. */
const privateNames = ['_internal']

/** A warning for each option that has a value and that Toolfit does not have. Names that it has are added to `known`. */
export function findUnknownOptions(options: object, known: Set<string>): RequestWarning[] {
  for (const name of [...Object.keys(optionNames), ...privateNames]) known.add(name)
  const unknown = Object.entries(options).filter(([name, value]) => value !== undefined && !known.has(name))
  return unknown.map(([feature]) => ({
    type: 'unsupported',
    feature,
    details: 'Toolfit has no option of this name: it is ignored.',
  }))
}
