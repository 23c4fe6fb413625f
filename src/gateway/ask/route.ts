import { showValue } from '../../core/json.ts'
import { missingField, wrongType } from '../protocols/chat-completions/check-parameters.ts'
import { RefusedRequest } from '../refused-request.ts'

/** A plain name, with or without the folder that Google or a router puts before it. Nothing that a URL could be bent with. */
const plainName = /^(?:(?:models|google|gemini)\/)?((?:tunedModels\/)?[a-z\d][\w.-]{0,199})$/i

/**
 * The model that a client means, as it is called upstream.
 *
 * @throws RefusedRequest 404 for what cannot be the name of one.
 *
 * @example
 * ```ts
 * modelName('models/gemini-3-flash-preview', new Map()) // 'gemini-3-flash-preview'
 * modelName('gpt-5.2', new Map([['gpt-5.2', 'gemini-3-flash-preview']])) // 'gemini-3-flash-preview'
 * ```
 */
export function modelName(model: unknown, names: ReadonlyMap<string, string>): string {
  if (model === undefined || model === null || model === '') throw missingField('model')
  if (typeof model !== 'string') throw wrongType('model', model, 'string')
  // What the one who runs the gateway wrote down may be any path.
  const known = names.get(model)
  if (known !== undefined) return known
  const name = plainName.exec(model)?.[1]
  if (name !== undefined) return name
  throw modelNotFound(model)
}

/** OpenAI's words. */
export function modelNotFound(model: string): RefusedRequest {
  const shown = showValue(model, 100).slice(1, -1)
  const message = `The model \`${shown}\` does not exist or you do not have access to it.`
  return new RefusedRequest({ message, param: 'model', code: 'model_not_found', statusCode: 404 })
}
