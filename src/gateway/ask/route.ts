/** A plain name, with or without the folder that Google or a router puts before it. Nothing that could change a URL. */
const plainName = /^(?:(?:models|google|gemini)\/)?((?:tunedModels\/)?[a-z\d][\w.-]{0,199})$/i

/**
 * The model upstream that a client's name stands for. Undefined for what cannot be a model's name.
 *
 * @example
 * ```ts
 * routeModel('models/gemini-3-flash-preview', new Map()) // 'gemini-3-flash-preview'
 * routeModel('gpt-5.2', new Map([['gpt-5.2', 'gemini-3-flash-preview']])) // 'gemini-3-flash-preview'
 * ```
 */
export function routeModel(name: string, aliases: ReadonlyMap<string, string>): string | undefined {
  // An alias of the operator may stand for any path.
  return aliases.get(name) ?? plainName.exec(name)?.[1]
}
