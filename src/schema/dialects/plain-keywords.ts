import { findJsonProblem, type JsonObject } from '../../core/json.ts'
import { keywordInfo } from '../document/keywords.ts'

/** The keywords that may stand on a plain schema: those around every one, and these. */
export function plainWords(text: string): ReadonlySet<string> {
  return new Set(`title description default nullable ${text}`.trim().split(' '))
}

/** No keyword but these means anything, and what stands around the schema is what it must be. */
export function hasOnly(source: JsonObject, keywords: ReadonlySet<string>): boolean {
  for (const keyword in source) {
    if (keywords.has(keyword)) continue
    if (keyword === 'deprecated' || keywordInfo(keyword) !== undefined) return false
  }
  const { title, description, default: fallback, nullable } = source
  if (title !== undefined && typeof title !== 'string') return false
  if (description !== undefined && typeof description !== 'string') return false
  if (nullable !== undefined && typeof nullable !== 'boolean') return false
  // A default nests into the schema: a shallow one certainly fits.
  return fallback === undefined || fallback === null || findJsonProblem(fallback, 3) === undefined
}
