import { isPlainObject } from '../../core/json.ts'
import type { ModelCallOptions } from '../../models/versions/language-model.ts'

/** Characters of a token, about. */
const tokenLength = 4

/** An image has 258 to 1,120, a page of a PDF 258, a minute of sound 1,920. */
const tokensOfFile = 1_000

/** No model of Gemini writes more in one answer. Clients that want no limit set one of billions. */
const mostOutput = 65_536

/** Parts that are files, and are not counted by their length. */
const fileTypes: ReadonlySet<unknown> = new Set(['image', 'file', 'reasoning-file', 'image-data', 'file-data', 'media'])

/** Sizes of tools, by their list: a gateway caches the lists of its clients. */
const toolSizes = new WeakMap<object, number>()

/**
 * About how many tokens a call will take: the characters of the prompt and the tools, and the most that the model may write, where the
 * client says it. What it really took is known afterwards.
 *
 * @example
 * ```ts
 * estimateTokens({ prompt: [{ role: 'user', content: 'How are you today?' }], maxOutputTokens: 100 }, 1) // 109
 * ```
 */
export function estimateTokens(options: ModelCallOptions, answers: number): number {
  const { prompt, tools = [], maxOutputTokens = 0 } = options
  const toolSize = toolSizes.get(tools) ?? charactersOf(tools)
  toolSizes.set(tools, toolSize)
  return Math.ceil((charactersOf(prompt) + toolSize) / tokenLength) + Math.min(maxOutputTokens, mostOutput) * answers
}

/** Depth is bounded: all of it was JSON of a request. */
function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + charactersOf(item), 0)
  if (!isPlainObject(value)) return value === undefined ? 0 : tokenLength
  if (fileTypes.has(value['type'])) return tokensOfFile * tokenLength
  let sum = 0
  for (const key in value) {
    // Signatures, and ids of our own.
    if (key !== 'providerOptions') sum += key.length + charactersOf(value[key])
  }
  return sum
}
