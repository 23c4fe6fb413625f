import { ownValue } from '../../../core/json.ts'
import { quote, showValue } from '../messages.ts'
import type { KeywordCompiler } from '../run.ts'

/** `pattern`. One that cannot be run says nothing about a value. */
export const compilePattern: KeywordCompiler = (schema) => {
  const pattern = ownValue(schema, 'pattern')
  if (typeof pattern !== 'string') return undefined
  return (value, run) => {
    const result = typeof value !== 'string' || run.matches(pattern, value, 'pattern')
    if (result !== false) return result ?? 'unknown'
    const say = () => `${run.subject()} must match the pattern ${pattern}, got ${showValue(value)}.`
    return run.fail(schema, 'pattern', say)
  }
}

/** `format`, if formats are asserted. Unknown formats restrict nothing. */
export const compileFormat: KeywordCompiler = (schema, context) => {
  const format = ownValue(schema, 'format')
  const { isFormat } = context
  if (typeof format !== 'string' || isFormat === undefined) return undefined
  return (value, run) =>
    typeof value !== 'string' ||
    isFormat(format, value) !== false ||
    run.fail(schema, 'format', () => `${run.subject()} must be a valid ${format}, got ${quote(value)}.`)
}
