import type { Dialect } from './dialect.ts'
import { emitGeminiOpenai } from './emit-gemini.ts'
import { gemini } from './gemini.ts'

/**
 * Google's OpenAI-compatible endpoint: the restrictions of {@link gemini}, because the schema becomes the same message
 * there, in the notation of OpenAI's clients.
 *
 * Source: https://ai.google.dev/gemini-api/docs/openai
 */
export const geminiOpenai: Dialect = {
  id: 'gemini-openai',
  supports: gemini.supports,
  limits: gemini.limits,
  formats: gemini.formats,
  simplify: gemini.simplify,
  lower: gemini.lower,
  emit: emitGeminiOpenai,
}
