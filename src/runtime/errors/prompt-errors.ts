import { AISDKError, isNamed } from './ai-sdk-error.ts'

/** The prompt is missing or malformed. */
export class InvalidPromptError extends AISDKError {
  readonly prompt: unknown

  constructor({ prompt, message, cause }: { prompt: unknown; message: string; cause?: unknown }) {
    super({ name: 'AI_InvalidPromptError', code: 'prompt-invalid', message: `Invalid prompt: ${message}`, cause })
    this.prompt = prompt
  }

  static override isInstance(error: unknown): error is InvalidPromptError {
    return isNamed(error, 'AI_InvalidPromptError')
  }
}

/** A message has a role that does not exist. */
export class InvalidMessageRoleError extends AISDKError {
  readonly role: string

  constructor({
    role,
    message = `Invalid message role: '${role}'. Must be one of: "system", "user", "assistant", "tool".`,
  }: {
    role: string
    message?: string | undefined
  }) {
    super({ name: 'AI_InvalidMessageRoleError', code: 'prompt-invalid', message })
    this.role = role
  }

  static override isInstance(error: unknown): error is InvalidMessageRoleError {
    return isNamed(error, 'AI_InvalidMessageRoleError')
  }
}

/** The data of a file is neither base64 nor bytes. */
export class InvalidDataContentError extends AISDKError {
  readonly content: unknown

  constructor({
    content,
    cause,
    message = `Invalid data content. Expected a base64 string, Uint8Array, ArrayBuffer, or Buffer, but got ${typeof content}.`,
  }: {
    content: unknown
    cause?: unknown
    message?: string | undefined
  }) {
    super({ name: 'AI_InvalidDataContentError', code: 'prompt-invalid', message, cause })
    this.content = content
  }

  static override isInstance(error: unknown): error is InvalidDataContentError {
    return isNamed(error, 'AI_InvalidDataContentError')
  }
}

/** A UI message cannot be converted. */
export class MessageConversionError extends AISDKError {
  readonly originalMessage: unknown

  constructor({ originalMessage, message }: { originalMessage: unknown; message: string }) {
    super({ name: 'AI_MessageConversionError', code: 'prompt-invalid', message })
    this.originalMessage = originalMessage
  }

  static override isInstance(error: unknown): error is MessageConversionError {
    return isNamed(error, 'AI_MessageConversionError')
  }
}

/** Calls in the messages have no results. Toolfit repairs such messages; `ai` throws this. */
export class MissingToolResultsError extends AISDKError {
  readonly toolCallIds: string[]

  constructor({ toolCallIds }: { toolCallIds: string[] }) {
    const [results, calls] = toolCallIds.length > 1 ? ['results are', 'calls'] : ['result is', 'call']
    const message = `Tool ${results} missing for tool ${calls} ${toolCallIds.join(', ')}.`
    super({ name: 'AI_MissingToolResultsError', code: 'prompt-invalid', message })
    this.toolCallIds = toolCallIds
  }

  static override isInstance(error: unknown): error is MissingToolResultsError {
    return isNamed(error, 'AI_MissingToolResultsError')
  }
}

/** A file that is stored with providers is not stored with this one. */
export class NoSuchProviderReferenceError extends AISDKError {
  readonly provider: string
  readonly reference: Readonly<Record<string, string>>

  constructor({
    provider,
    reference,
    message = `No provider reference found for provider '${provider}'. Available providers: ${Object.keys(reference).join(', ')}`,
  }: {
    provider: string
    reference: Readonly<Record<string, string>>
    message?: string | undefined
  }) {
    super({ name: 'AI_NoSuchProviderReferenceError', code: 'prompt-unsupported', message })
    this.provider = provider
    this.reference = reference
  }

  static override isInstance(error: unknown): error is NoSuchProviderReferenceError {
    return isNamed(error, 'AI_NoSuchProviderReferenceError')
  }
}

/** A file could not be downloaded. */
export class DownloadError extends AISDKError {
  readonly url: string
  readonly statusCode: number | undefined
  readonly statusText: string | undefined

  constructor(options: {
    url: string
    statusCode?: number | undefined
    statusText?: string | undefined
    message?: string | undefined
    cause?: unknown
  }) {
    const { url, statusCode, statusText, cause } = options
    const why = cause === undefined || cause === null ? `${statusCode} ${statusText}` : String(cause)
    super({
      name: 'AI_DownloadError',
      code: 'download-failed',
      message: options.message ?? `Failed to download ${url}: ${why}`,
      cause,
    })
    this.url = url
    this.statusCode = statusCode
    this.statusText = statusText
  }

  static override isInstance(error: unknown): error is DownloadError {
    return isNamed(error, 'AI_DownloadError')
  }
}
