import { asAiSdkError } from '../../models/http/api-call-error.ts'
import { isRetryableStatus } from '../../wire/wire-error.ts'
import { AISDKError, isNamed } from './ai-sdk-error.ts'

/** A call to a provider failed. A model that throws one with `isRetryable` is asked again. */
export class APICallError extends AISDKError {
  readonly url: string
  readonly requestBodyValues: unknown
  readonly statusCode: number | undefined
  readonly responseHeaders: Record<string, string> | undefined
  readonly responseBody: string | undefined
  readonly isRetryable: boolean
  readonly data: unknown

  constructor(options: {
    message: string
    url: string
    requestBodyValues: unknown
    statusCode?: number | undefined
    responseHeaders?: Record<string, string> | undefined
    responseBody?: string | undefined
    cause?: unknown
    isRetryable?: boolean | undefined
    data?: unknown
  }) {
    super({ name: 'AI_APICallError', code: 'model-http-error', message: options.message, cause: options.cause })
    this.url = options.url
    this.requestBodyValues = options.requestBodyValues
    this.statusCode = options.statusCode
    this.responseHeaders = options.responseHeaders
    this.responseBody = options.responseBody
    this.isRetryable = options.isRetryable ?? isRetryableStatus(options.statusCode ?? 0)
    this.data = options.data
  }

  static override isInstance(error: unknown): error is APICallError {
    return isNamed(error, 'AI_APICallError')
  }
}

export type RetryErrorReason = 'maxRetriesExceeded' | 'errorNotRetryable' | 'abort'

/** Several tries failed. `ai` throws it when its retries are used up; Toolfit throws the last error. */
export class RetryError extends AISDKError {
  readonly reason: RetryErrorReason
  readonly lastError: unknown
  readonly errors: unknown[]

  constructor({ message, reason, errors }: { message: string; reason: RetryErrorReason; errors: unknown[] }) {
    super({ name: 'AI_RetryError', code: 'model-http-error', message })
    this.reason = reason
    this.errors = errors
    this.lastError = errors[errors.length - 1]
  }

  static override isInstance(error: unknown): error is RetryError {
    return isNamed(error, 'AI_RetryError')
  }
}

/** The provider sent nothing. */
export class EmptyResponseBodyError extends AISDKError {
  constructor({ message = 'Empty response body' }: { message?: string | undefined } = {}) {
    super({ name: 'AI_EmptyResponseBodyError', code: 'model-response-invalid', message })
  }

  static override isInstance(error: unknown): error is EmptyResponseBodyError {
    return isNamed(error, 'AI_EmptyResponseBodyError')
  }
}

/** The provider sent something that cannot be read. */
export class InvalidResponseDataError extends AISDKError {
  readonly data: unknown

  constructor({
    data,
    message = `Invalid response data: ${JSON.stringify(data)}.`,
  }: {
    data: unknown
    message?: string | undefined
  }) {
    super({ name: 'AI_InvalidResponseDataError', code: 'model-response-invalid', message })
    this.data = data
  }

  static override isInstance(error: unknown): error is InvalidResponseDataError {
    return isNamed(error, 'AI_InvalidResponseDataError')
  }
}

/** A part of a stream that has no place where it came. */
export class InvalidStreamPartError extends AISDKError {
  readonly chunk: unknown

  constructor({ chunk, message }: { chunk: unknown; message: string }) {
    super({ name: 'AI_InvalidStreamPartError', code: 'model-response-invalid', message })
    this.chunk = chunk
  }

  static override isInstance(error: unknown): error is InvalidStreamPartError {
    return isNamed(error, 'AI_InvalidStreamPartError')
  }
}

/** An error that a provider sent in its stream. Its `code` is the provider's, so it is not a `ToolfitError`. */
export class StreamProviderError extends Error {
  override readonly name: string = 'AI_StreamProviderError'
  readonly type: string | undefined
  readonly code: string | number | undefined
  readonly statusCode: number | undefined
  readonly isRetryable: boolean
  readonly data: unknown

  constructor(options: {
    message: string
    type?: string | undefined
    code?: string | number | undefined
    statusCode?: number | undefined
    isRetryable?: boolean | undefined
    data?: unknown
    cause?: unknown
  }) {
    super(options.message, options.cause === undefined ? {} : { cause: options.cause })
    this.type = options.type
    this.code = options.code
    this.statusCode = options.statusCode
    this.isRetryable = options.isRetryable ?? isRetryableStatus(options.statusCode ?? 0)
    this.data = options.data
    asAiSdkError(this, 'AI_StreamProviderError')
  }

  static isInstance(error: unknown): error is StreamProviderError {
    return isNamed(error, 'AI_StreamProviderError')
  }
}

/** A model was called without a key. */
export class LoadAPIKeyError extends AISDKError {
  constructor({ message }: { message: string }) {
    super({ name: 'AI_LoadAPIKeyError', code: 'api-key-missing', message })
  }

  static override isInstance(error: unknown): error is LoadAPIKeyError {
    return isNamed(error, 'AI_LoadAPIKeyError')
  }
}

/** A setting of a provider is missing. */
export class LoadSettingError extends AISDKError {
  constructor({ message }: { message: string }) {
    super({ name: 'AI_LoadSettingError', code: 'option-invalid', message })
  }

  static override isInstance(error: unknown): error is LoadSettingError {
    return isNamed(error, 'AI_LoadSettingError')
  }
}

/** The kinds of models that providers have. */
export type ModelType =
  | 'languageModel'
  | 'embeddingModel'
  | 'imageModel'
  | 'transcriptionModel'
  | 'speechModel'
  | 'rerankingModel'
  | 'videoModel'
  | 'decisionModel'
  | 'evaluationModel'

interface NoSuchModelOptions {
  readonly errorName?: string | undefined
  readonly modelId: string
  readonly modelType: ModelType
  readonly message?: string | undefined
}

/** A provider has no model of that name. */
export class NoSuchModelError extends AISDKError {
  readonly modelId: string
  readonly modelType: ModelType

  constructor({ errorName = 'AI_NoSuchModelError', modelId, modelType, message }: NoSuchModelOptions) {
    super({ name: errorName, code: 'model-unknown', message: message ?? `No such ${modelType}: ${modelId}` })
    // An error of a missing provider is one of a missing model too, and keeps its own name.
    asAiSdkError(asAiSdkError(this, 'AI_NoSuchModelError'), errorName)
    this.modelId = modelId
    this.modelType = modelType
  }

  static override isInstance(error: unknown): error is NoSuchModelError {
    return isNamed(error, 'AI_NoSuchModelError')
  }
}

/** A registry has no provider of that name. */
export class NoSuchProviderError extends NoSuchModelError {
  readonly providerId: string
  readonly availableProviders: string[]

  constructor(
    options: Omit<NoSuchModelOptions, 'errorName'> & {
      readonly providerId: string
      readonly availableProviders: string[]
    },
  ) {
    const { modelId, modelType, providerId, availableProviders } = options
    const message = `No such provider: ${providerId} (available providers: ${availableProviders.join()})`
    super({ errorName: 'AI_NoSuchProviderError', modelId, modelType, message: options.message ?? message })
    this.providerId = providerId
    this.availableProviders = availableProviders
  }

  static override isInstance(error: unknown): error is NoSuchProviderError {
    return isNamed(error, 'AI_NoSuchProviderError')
  }
}

/** A model follows a specification that is not known. */
export class UnsupportedModelVersionError extends AISDKError {
  readonly version: string
  readonly provider: string
  readonly modelId: string

  constructor({ version, provider, modelId }: { version: string; provider: string; modelId: string }) {
    const message =
      `Unsupported model version ${version} for provider "${provider}" and model "${modelId}". ` +
      `AI SDK 5 only supports models that implement specification version "v2".`
    super({ name: 'AI_UnsupportedModelVersionError', code: 'model-unreadable', message })
    this.version = version
    this.provider = provider
    this.modelId = modelId
  }
}
