import { ownValue } from '../../core/json.ts'
import { readNumber } from '../read/numbers.ts'
import { isFormat } from './formats.ts'
import { count, quote, showValue } from './messages.ts'
import type { KeywordCompiler } from './run.ts'

/** `minLength` and `maxLength`, in characters as people count them: code points. */
export const compileLength: KeywordCompiler = (schema) => {
  const min = readNumber(ownValue(schema, 'minLength'))
  const max = readNumber(ownValue(schema, 'maxLength'))
  if (min === undefined && max === undefined) return undefined
  return (value, run) => {
    if (typeof value !== 'string') return true
    // UTF-16 units are at most twice as many: often there is nothing to count.
    const isLongEnough = min === undefined || value.length >= min * 2 || countCodePoints(value) >= min
    const isShortEnough = max === undefined || value.length <= max || countCodePoints(value) <= max
    const say = (bound: string, limit: number) => () =>
      `${run.subject()} must have at ${bound} ${count(limit, 'character')}, got ${countCodePoints(value)}.`
    if (!isLongEnough) return run.fail(schema, 'minLength', say('least', min))
    return isShortEnough || run.fail(schema, 'maxLength', say('most', max))
  }
}

function countCodePoints(text: string): number {
  let points = 0
  for (let i = 0; i < text.length; i++, points++) if (text.codePointAt(i)! > 0xffff) i++
  return points
}

/** `pattern`. One that is invalid or could run away is not run. */
export const compilePattern: KeywordCompiler = (schema, context) => {
  const pattern = ownValue(schema, 'pattern')
  if (typeof pattern !== 'string') return undefined
  return (value, run) =>
    typeof value !== 'string' ||
    context.matches(pattern, value) !== false ||
    run.fail(schema, 'pattern', () => `${run.subject()} must match the pattern ${pattern}, got ${showValue(value)}.`)
}

/** `format`, where formats are asserted. Formats that nobody knows restrict nothing. */
export const compileFormat: KeywordCompiler = (schema, context) => {
  const format = ownValue(schema, 'format')
  if (typeof format !== 'string' || !context.assertsFormats) return undefined
  return (value, run) =>
    typeof value !== 'string' ||
    isFormat(format, value) !== false ||
    run.fail(schema, 'format', () => `${run.subject()} must be a valid ${format}, got ${quote(value)}.`)
}
