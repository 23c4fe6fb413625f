import { errorText } from '../result/tool-output.ts'
import { AISDKError, isNamed } from './ai-sdk-error.ts'

/** The model called a tool that is not there. */
export class NoSuchToolError extends AISDKError {
  readonly toolName: string
  readonly availableTools: string[] | undefined

  constructor({
    toolName,
    availableTools,
    message,
  }: {
    toolName: string
    availableTools?: string[] | undefined
    message?: string | undefined
  }) {
    const available =
      availableTools === undefined ? 'No tools are available.' : `Available tools: ${availableTools.join(', ')}.`
    const text = message ?? `Model tried to call unavailable tool '${toolName}'. ${available}`
    super({ name: 'AI_NoSuchToolError', code: 'tool-unknown', message: text })
    this.toolName = toolName
    this.availableTools = availableTools
  }

  static override isInstance(error: unknown): error is NoSuchToolError {
    return isNamed(error, 'AI_NoSuchToolError')
  }
}

/** The input of a call does not fit the tool. */
export class InvalidToolInputError extends AISDKError {
  readonly toolName: string
  readonly toolInput: string

  constructor({
    toolInput,
    toolName,
    cause,
    message = `Invalid input for tool ${toolName}: ${errorText(cause)}`,
  }: {
    message?: string | undefined
    toolInput: string
    toolName: string
    cause: unknown
  }) {
    super({ name: 'AI_InvalidToolInputError', code: 'tool-input-invalid', message, cause })
    this.toolInput = toolInput
    this.toolName = toolName
  }

  static override isInstance(error: unknown): error is InvalidToolInputError {
    return isNamed(error, 'AI_InvalidToolInputError')
  }
}

/** `repairToolCall` threw. */
export class ToolCallRepairError extends AISDKError {
  readonly originalError: NoSuchToolError | InvalidToolInputError

  constructor({
    cause,
    originalError,
    message = `Error repairing tool call: ${errorText(cause)}`,
  }: {
    message?: string | undefined
    cause: unknown
    originalError: NoSuchToolError | InvalidToolInputError
  }) {
    super({ name: 'AI_ToolCallRepairError', code: 'tool-input-invalid', message, cause })
    this.originalError = originalError
  }

  static override isInstance(error: unknown): error is ToolCallRepairError {
    return isNamed(error, 'AI_ToolCallRepairError')
  }
}

type EnforcedToolChoice =
  | { readonly type: 'none' }
  | { readonly type: 'required' }
  | { readonly type: 'tool'; readonly toolName: string }

function violationOf(choice: EnforcedToolChoice): string {
  if (choice.type === 'none') return 'Model response contained a tool call even though tool choice was none.'
  if (choice.type === 'tool') return `Model response did not contain a call to the required tool '${choice.toolName}'.`
  return 'Model response did not contain a tool call even though tool choice was required.'
}

/** The model did not do what `toolChoice` says. */
export class ToolChoiceViolationError extends AISDKError {
  readonly toolChoice: EnforcedToolChoice
  readonly finishReason: string
  readonly provider: string
  readonly modelId: string
  readonly content: readonly unknown[]

  constructor(options: {
    toolChoice: EnforcedToolChoice
    finishReason: string
    provider: string
    modelId: string
    content: readonly unknown[]
    message?: string | undefined
  }) {
    const message = options.message ?? violationOf(options.toolChoice)
    super({ name: 'AI_ToolChoiceViolationError', code: 'tool-choice-violated', message })
    this.toolChoice = options.toolChoice
    this.finishReason = options.finishReason
    this.provider = options.provider
    this.modelId = options.modelId
    this.content = options.content
  }

  static override isInstance(error: unknown): error is ToolChoiceViolationError {
    return isNamed(error, 'AI_ToolChoiceViolationError')
  }
}

/** An approval answers a request that is not in the messages. */
export class InvalidToolApprovalError extends AISDKError {
  readonly approvalId: string

  constructor({ approvalId }: { approvalId: string }) {
    const message =
      `Tool approval response references unknown approvalId: "${approvalId}". ` +
      `No matching tool-approval-request found in message history.`
    super({ name: 'AI_InvalidToolApprovalError', code: 'tool-approval-invalid', message })
    this.approvalId = approvalId
  }

  static override isInstance(error: unknown): error is InvalidToolApprovalError {
    return isNamed(error, 'AI_InvalidToolApprovalError')
  }
}

/** The signature of a request for approval is missing or wrong. */
export class InvalidToolApprovalSignatureError extends AISDKError {
  readonly approvalId: string
  readonly toolCallId: string

  constructor({ approvalId, toolCallId, reason }: { approvalId: string; toolCallId: string; reason: string }) {
    const message = `Tool approval signature verification failed for approval "${approvalId}" (tool call "${toolCallId}"): ${reason}`
    super({ name: 'AI_InvalidToolApprovalSignatureError', code: 'tool-approval-invalid', message })
    this.approvalId = approvalId
    this.toolCallId = toolCallId
  }

  static override isInstance(error: unknown): error is InvalidToolApprovalSignatureError {
    return isNamed(error, 'AI_InvalidToolApprovalSignatureError')
  }
}

/** A request for approval is about a call that is not in the messages. */
export class ToolCallNotFoundForApprovalError extends AISDKError {
  readonly toolCallId: string
  readonly approvalId: string

  constructor({ toolCallId, approvalId }: { toolCallId: string; approvalId: string }) {
    const message = `Tool call "${toolCallId}" not found for approval request "${approvalId}".`
    super({ name: 'AI_ToolCallNotFoundForApprovalError', code: 'tool-approval-invalid', message })
    this.toolCallId = toolCallId
    this.approvalId = approvalId
  }

  static override isInstance(error: unknown): error is ToolCallNotFoundForApprovalError {
    return isNamed(error, 'AI_ToolCallNotFoundForApprovalError')
  }
}
