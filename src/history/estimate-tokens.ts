import type { AnyModelMessage } from '../core/message.ts'
import { partsOf } from './entry.ts'
import { weights } from './token-weights.ts'

/**
 * About how many tokens a message costs, without a tokenizer: by what its text is made of, with weights that were fitted to the
 * tokenizers of Gemini and of OpenAI (bench/history/calibrate.mjs). For exact numbers give `countTokens` a tokenizer.
 *
 * @example
 * ```ts
 * import { estimateTokens } from 'toolfit/history'
 *
 * estimateTokens({ role: 'user', content: 'How warm is it in Rome?' }) // 9
 * ```
 */
export function estimateTokens(message: AnyModelMessage): number {
  let tokens = weights.message
  if (typeof message.content === 'string') tokens += textTokens(message.content)
  else for (const part of partsOf(message)) tokens += partTokens(part)
  return Math.ceil(tokens)
}

/** A part's texts, wherever they stand in it; files by the piece, because their bytes are not what they cost. */
function partTokens(part: unknown): number {
  let tokens = weights.part
  const stack: unknown[] = [part]
  const seen = new Set<object>()
  /** Data of tools: its keys are theirs, and an object that calls itself a file is none. */
  const data = new Set<unknown>()
  while (stack.length > 0) {
    const value = stack.pop()
    if (typeof value === 'string') tokens += textTokens(value)
    else if (typeof value === 'number' || typeof value === 'boolean' || value === null) tokens += weights.scalar
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    const isData = data.has(value)
    if (!isData && isFile(value)) tokens += weights.file
    else if (!(value instanceof URL) && !ArrayBuffer.isView(value) && !(value instanceof ArrayBuffer)) {
      for (const [key, child] of Object.entries(value)) {
        // Data of providers is not part of the prompt's text, and `type` is our own word.
        if (child === undefined || (!isData && (key === 'providerOptions' || key === 'type'))) continue
        if (typeof child === 'object' && (isData || isDataOf(value, key))) data.add(child)
        if (!Array.isArray(value)) tokens += weights.key + textTokens(key)
        stack.push(child)
      }
    }
  }
  return tokens
}

/** The input of a call, and an output that is a value. */
function isDataOf(holder: object, key: string): boolean {
  const type: unknown = 'type' in holder ? holder.type : undefined
  return key === 'input' ? type === 'tool-call' : key === 'value' && type !== 'content'
}

const fileTypes = /^(image|file|media|reasoning-file|file-.+|image-.+)$/

function isFile(value: object): boolean {
  return 'type' in value && typeof value.type === 'string' && fileTypes.test(value.type)
}

/** By kinds of characters that tokenizers treat alike. */
function textTokens(text: string): number {
  let tokens = 0
  let isInWord = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
    if (isLetter && !isInWord) tokens += weights.word
    isInWord = isLetter
    tokens += isLetter ? weights.letter : weightOf(code)
  }
  return tokens
}

function weightOf(code: number): number {
  if (code === 32) return weights.space
  if (code < 32) return weights.newline
  if (code >= 48 && code <= 57) return weights.digit
  if (code < 128) return weights.sign
  if (code < 0x0780) return weights.alphabet
  if (code >= 0x3040 && code <= 0x30ff) return weights.kana
  if (code >= 0x3400 && code <= 0x9fff) return weights.han
  return code >= 0xac00 && code <= 0xd7a3 ? weights.hangul : weights.other
}
