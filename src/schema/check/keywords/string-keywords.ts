import { ownValue } from '../../../core/json.ts'
import { quote, showValue } from '../messages.ts'
import type { KeywordCompiler } from '../run.ts'

/** `pattern`. A pattern that is invalid or could run away is not run. */
export const compilePattern: KeywordCompiler = (schema, context) => {
  const pattern = ownValue(schema, 'pattern')
  if (typeof pattern !== 'string') return undefined
  return (value, run) =>
    typeof value !== 'string' ||
    context.matches(pattern, value) !== false ||
    run.fail(schema, 'pattern', () => `${run.subject()} must match the pattern ${pattern}, got ${showValue(value)}.`)
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
