import { isPlainObject, ownValue } from '../../core/json.ts'
import { readNumber } from '../read/numbers.ts'
import { count } from './messages.ts'
import type { KeywordCompiler } from './run.ts'

/** `minLength` and `maxLength`, in characters as people count them: code points. */
export const compileLength = boundCount('Length', 'character', (value) =>
  typeof value === 'string' ? countCodePoints(value) : undefined,
)

/** `minItems` and `maxItems`. */
export const compileItemCount = boundCount('Items', 'item', (value) =>
  Array.isArray(value) ? value.length : undefined,
)

/** `minProperties` and `maxProperties`. */
export const compilePropertyCount = boundCount('Properties', 'property', (value) =>
  isPlainObject(value) ? Object.keys(value).filter((name) => value[name] !== undefined).length : undefined,
)

/** The two bounds of a count, which is undefined for a value of another type. */
function boundCount(of: string, noun: string, countIn: (value: unknown) => number | undefined): KeywordCompiler {
  return (schema) => {
    const min = readNumber(ownValue(schema, `min${of}`)) ?? 0
    const max = readNumber(ownValue(schema, `max${of}`)) ?? Number.POSITIVE_INFINITY
    return (value, run) => {
      const size = countIn(value)
      if (size === undefined || (size >= min && size <= max)) return true
      const [keyword, phrase, limit] = size < min ? (['min', 'least', min] as const) : (['max', 'most', max] as const)
      return run.fail(
        schema,
        keyword + of,
        () => `${run.subject()} must have at ${phrase} ${count(limit, noun)}, got ${size}.`,
      )
    }
  }
}

function countCodePoints(text: string): number {
  let points = 0
  for (let i = 0; i < text.length; i++, points++) if (text.codePointAt(i)! > 0xffff) i++
  return points
}
