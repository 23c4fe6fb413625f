import { deepEqual } from '../../core/json.ts'
import { errorText } from '../result/tool-output.ts'
import { AISDKError, isNamed } from './ai-sdk-error.ts'

/** A text is not JSON. */
export class JSONParseError extends AISDKError {
  readonly text: string

  constructor({ text, cause }: { readonly text: string; readonly cause: unknown }) {
    const message = `JSON parsing failed: Text: ${text}.\nError message: ${errorText(cause)}`
    super({ name: 'AI_JSONParseError', code: 'value-invalid', message, cause })
    this.text = text
  }

  static override isInstance(error: unknown): error is JSONParseError {
    return isNamed(error, 'AI_JSONParseError')
  }
}

/** Where the value of a {@link TypeValidationError} was. */
export interface TypeValidationContext {
  readonly field?: string | undefined
  readonly entityName?: string | undefined
  readonly entityId?: string | undefined
}

interface TypeValidationOptions {
  readonly value: unknown
  readonly cause: unknown
  readonly context?: TypeValidationContext | undefined
}

/** A value does not fit its schema. */
export class TypeValidationError extends AISDKError {
  readonly value: unknown
  readonly context: TypeValidationContext | undefined

  constructor({ value, cause, context }: TypeValidationOptions) {
    const { field, entityName, entityId } = context ?? {}
    const entity = [entityName, entityId && `id: "${entityId}"`].filter(Boolean).join(', ')
    const place = `${field ? ` for ${field}` : ''}${entity === '' ? '' : ` (${entity})`}`
    const message = `Type validation failed${place}: Value: ${JSON.stringify(value)}.\nError message: ${errorText(cause)}`
    super({ name: 'AI_TypeValidationError', code: 'value-invalid', message, cause })
    this.value = value
    this.context = context
  }

  static override isInstance(error: unknown): error is TypeValidationError {
    return isNamed(error, 'AI_TypeValidationError')
  }

  /** The cause itself, if it is such an error about the same value. */
  static wrap({ value, cause, context }: TypeValidationOptions): TypeValidationError {
    // Not by the name of the class: bundlers rename a class that names itself.
    const given = cause as TypeValidationError
    const isSame =
      isNamed(cause, 'AI_TypeValidationError') && given.value === value && deepEqual(given.context, context)
    return isSame ? given : create({ value, cause, context })
  }
}

function create(options: TypeValidationOptions): TypeValidationError {
  return new TypeValidationError(options)
}

/** An option has an invalid value. */
export class InvalidArgumentError extends AISDKError {
  readonly parameter: string
  readonly value: unknown

  constructor({ parameter, value, message }: { parameter: string; value: unknown; message: string }) {
    const text = `Invalid argument for parameter ${parameter}: ${message}`
    super({ name: 'AI_InvalidArgumentError', code: 'option-invalid', message: text })
    this.parameter = parameter
    this.value = value
  }

  static override isInstance(error: unknown): error is InvalidArgumentError {
    return isNamed(error, 'AI_InvalidArgumentError')
  }
}

/** A feature that does not exist here. */
export class UnsupportedFunctionalityError extends AISDKError {
  readonly functionality: string

  constructor({
    functionality,
    message = `'${functionality}' functionality not supported.`,
  }: {
    functionality: string
    message?: string | undefined
  }) {
    super({ name: 'AI_UnsupportedFunctionalityError', code: 'option-invalid', message })
    this.functionality = functionality
  }

  static override isInstance(error: unknown): error is UnsupportedFunctionalityError {
    return isNamed(error, 'AI_UnsupportedFunctionalityError')
  }
}
