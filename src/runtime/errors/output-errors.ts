import type { ToolfitErrorEvidence } from '../../core/errors.ts'
import type { LanguageModelUsage } from '../result/usage.ts'
import { AISDKError, isNamed } from './ai-sdk-error.ts'

/** What is known about the answer that was no object. */
export interface ObjectResponse {
  readonly id?: string | undefined
  readonly timestamp?: Date | undefined
  readonly modelId?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: unknown
}

/** The answer of the model is no object, or not the one that was asked for. */
export class NoObjectGeneratedError extends AISDKError {
  /** The answer as it came. */
  readonly text: string | undefined
  readonly response: ObjectResponse | undefined
  readonly usage: LanguageModelUsage | undefined
  readonly finishReason: string | undefined

  constructor({
    message = 'No object generated.',
    cause,
    text,
    response,
    usage,
    finishReason,
    evidence,
  }: {
    message?: string | undefined
    cause?: unknown
    evidence?: ToolfitErrorEvidence | undefined
    text?: string | undefined
    response: ObjectResponse | undefined
    usage: LanguageModelUsage | undefined
    finishReason: string | undefined
  }) {
    super({ name: 'AI_NoObjectGeneratedError', code: 'output-invalid', message, cause, evidence })
    this.text = text
    this.response = response
    this.usage = usage
    this.finishReason = finishReason
  }

  static override isInstance(error: unknown): error is NoObjectGeneratedError {
    return isNamed(error, 'AI_NoObjectGeneratedError')
  }
}

/** There is no answer. */
export class NoOutputGeneratedError extends AISDKError {
  constructor({
    message = 'No output generated.',
    cause,
  }: {
    message?: string | undefined
    cause?: unknown
  } = {}) {
    super({ name: 'AI_NoOutputGeneratedError', code: 'output-missing', message, cause })
  }

  static override isInstance(error: unknown): error is NoOutputGeneratedError {
    return isNamed(error, 'AI_NoOutputGeneratedError')
  }
}

/** `output` of a run without one, in `ai` 5. */
export class NoOutputSpecifiedError extends AISDKError {
  constructor({ message = 'No output specified.' }: { message?: string | undefined } = {}) {
    super({ name: 'AI_NoOutputSpecifiedError', code: 'output-missing', message })
  }

  static override isInstance(error: unknown): error is NoOutputSpecifiedError {
    return isNamed(error, 'AI_NoOutputSpecifiedError')
  }
}

/** The model returned nothing. */
export class NoContentGeneratedError extends AISDKError {
  constructor({ message = 'No content generated.' }: { message?: string | undefined } = {}) {
    super({ name: 'AI_NoContentGeneratedError', code: 'output-missing', message })
  }

  static override isInstance(error: unknown): error is NoContentGeneratedError {
    return isNamed(error, 'AI_NoContentGeneratedError')
  }
}

/** A chunk of a UI message stream has no place where it came. */
export class UIMessageStreamError extends AISDKError {
  readonly chunkType: string
  readonly chunkId: string

  constructor({ chunkType, chunkId, message }: { chunkType: string; chunkId: string; message: string }) {
    super({ name: 'AI_UIMessageStreamError', message })
    this.chunkType = chunkType
    this.chunkId = chunkId
  }

  static override isInstance(error: unknown): error is UIMessageStreamError {
    return isNamed(error, 'AI_UIMessageStreamError')
  }
}
