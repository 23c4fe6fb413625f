import type { Json } from '../../../core/json.ts'
import { patternOf } from './pattern-of.ts'
import type { ZodCheck } from './zod-node.ts'

/** Zod's names for formats that JSON Schema calls otherwise. */
const formats: Readonly<Record<string, string>> = {
  guid: 'uuid',
  url: 'uri',
  datetime: 'date-time',
  json_string: 'json-string',
}
const encodings = new Set(['base64', 'base64url'])

/** A schema while it is being written. */
export type Draft = Record<string, Json>

/** Writes the checks of a string as keywords. Returns those that no keyword can hold. */
export function writeStringChecks(draft: Draft, checks: readonly ZodCheck[]): ZodCheck[] {
  const patterns: string[] = []
  const left: ZodCheck[] = []
  for (const check of checks) {
    if (check.check === 'length') writeLength(draft, check, 'Length')
    else if (check.check === 'pattern' || check.check === 'format') {
      if (check.check === 'format') writeFormat(draft, check.format)
      const pattern = check.pattern === undefined ? undefined : patternOf(check.pattern)
      if (pattern !== undefined) patterns.push(pattern)
      const isWhole = check.check === 'format' ? check.exact : pattern !== undefined
      if (!isWhole) left.push({ check: 'custom' })
    } else left.push(check)
  }
  writeConjunction(draft, 'pattern', patterns)
  return left
}

function writeFormat(draft: Draft, format: string): void {
  if (encodings.has(format)) draft.contentEncoding = format
  else draft.format = Object.hasOwn(formats, format) ? formats[format]! : format
}

/** Writes the tighter of the bounds that were there and those of `check`. */
export function writeLength(draft: Draft, check: ZodCheck & { check: 'length' }, of: 'Length' | 'Items'): void {
  const { min, max } = check
  if (min !== undefined) draft[`min${of}`] = Math.max(min, (draft[`min${of}`] as number | undefined) ?? min)
  if (max !== undefined) draft[`max${of}`] = Math.min(max, (draft[`max${of}`] as number | undefined) ?? max)
}

/** A schema has each keyword once; further values go beside it under `allOf`. */
export function writeConjunction(draft: Draft, keyword: string, values: readonly Json[]): void {
  const [first, ...others] = new Set(values)
  if (first === undefined) return
  draft[keyword] = first
  if (others.length > 0) draft.allOf = others.map((value) => ({ [keyword]: value }))
}
