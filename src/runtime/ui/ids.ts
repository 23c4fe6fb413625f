import { ToolfitError } from '../../core/errors.ts'
import { asAiSdkError } from '../../models/http/api-call-error.ts'

/** Makes an id. */
export type IdGenerator = () => string

/** What {@link createIdGenerator} takes. */
export interface IdGeneratorOptions {
  readonly prefix?: string | undefined
  /** Between the prefix and the random part. Default `-`. */
  readonly separator?: string | undefined
  /** The length of the random part. Default 16. */
  readonly size?: number | undefined
  readonly alphabet?: string | undefined
}

/**
 * Makes a function that makes random ids, for messages that a server stores. They tell things apart; they are no secrets.
 *
 * @throws ToolfitError `option-invalid` if the separator is part of the alphabet.
 *
 * @example
 * ```ts
 * import { createIdGenerator } from 'toolfit'
 *
 * const generateMessageId = createIdGenerator({ prefix: 'msg', size: 8 })
 * generateMessageId().length // 12
 * ```
 */
export function createIdGenerator({
  prefix,
  size = 16,
  alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  separator = '-',
}: IdGeneratorOptions = {}): IdGenerator {
  const digit = () => alphabet[Math.floor(Math.random() * alphabet.length)]
  const random = () => Array.from({ length: size }, digit).join('')
  if (prefix == null) return random
  if (alphabet.includes(separator)) {
    const message = `The separator "${separator}" must not be part of the alphabet "${alphabet}".`
    const error = new ToolfitError('option-invalid', message, { option: 'separator' })
    throw Object.assign(asAiSdkError(error, 'AI_InvalidArgumentError'), {
      name: 'AI_InvalidArgumentError',
      argument: 'separator',
    })
  }
  return () => `${prefix}${separator}${random()}`
}

/** A random id of 16 letters and digits. */
export const generateId: IdGenerator = () => makeId()

const makeId = /* @__PURE__ */ createIdGenerator()
