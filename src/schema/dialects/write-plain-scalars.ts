import type { Json, JsonObject } from '../../core/json.ts'
import { sayFormat } from '../passes/describe-formats.ts'
import { asMaximum, asMinimum, sayAbove, sayBelow } from '../passes/restate-bounds.ts'
import { isPattern } from '../pattern/screen-pattern.ts'
import type { Output } from './plain-writer.ts'

/** Writes the keywords of a string; returns what the description has to add, undefined where the compiler is needed. */
export function writeString(source: JsonObject, out: Output): string | undefined {
  const { format, pattern } = source
  let said = ''
  if (format !== undefined) {
    if (typeof format !== 'string') return undefined
    if (format === 'date-time') out['format'] = format
    else said = sayFormat(format)
  }
  if (!writeCounts(source, out, 'minLength', 'maxLength')) return undefined
  if (pattern !== undefined) {
    if (typeof pattern !== 'string' || !isPattern(pattern)) return undefined
    out['pattern'] = pattern
  }
  return said
}

/** The same for a number. */
export function writeNumber(source: JsonObject, isInteger: boolean, out: Output): string | undefined {
  const { format } = source
  let said = ''
  if (format !== undefined) {
    if (typeof format !== 'string') return undefined
    if (isInteger ? format === 'int32' || format === 'int64' : format === 'float' || format === 'double')
      out['format'] = format
    else said = sayFormat(format)
  }
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = source
  const low = boundOf(minimum, exclusiveMinimum)
  const high = boundOf(maximum, exclusiveMaximum)
  if (low === null || high === null) return undefined
  const isAbove = exclusiveMinimum !== undefined
  const isBelow = exclusiveMaximum !== undefined
  const least = low === undefined || !isAbove ? low : asMinimum(low, isInteger)
  const most = high === undefined || !isBelow ? high : asMaximum(high, isInteger)
  if (isInteger && !(isWhole(least) && isWhole(most))) return undefined
  if (least !== undefined && most !== undefined) {
    if (isInteger || !(isAbove || isBelow) ? least > most : least >= most) return undefined
  }
  if (least !== undefined) out['minimum'] = least
  if (most !== undefined) out['maximum'] = most
  if (isInteger) return said
  if (isAbove) said = join(said, sayAbove(low as number))
  return isBelow ? join(said, sayBelow(high as number)) : said
}

/** The one bound of a side; null where it has two, or one that is no number. */
function boundOf(inclusive: Json | undefined, exclusive: Json | undefined): number | undefined | null {
  const bound = inclusive ?? exclusive
  if (bound === undefined) return undefined
  return Number.isFinite(bound) && (inclusive === undefined || exclusive === undefined) ? (bound as number) : null
}

function isWhole(bound: number | undefined): boolean {
  return bound === undefined || Number.isInteger(bound)
}

function join(said: string, sentence: string): string {
  return said === '' ? sentence : `${said} ${sentence}`
}

/** Writes a pair of counts, which are int64: proto-JSON writes those as strings. False where the compiler is needed. */
export function writeCounts(source: JsonObject, out: Output, low: string, high: string): boolean {
  const minimum = source[low]
  const maximum = source[high]
  if (minimum === undefined && maximum === undefined) return true
  if (!isCount(minimum) || !isCount(maximum)) return false
  if (minimum !== undefined && maximum !== undefined && (minimum as number) > (maximum as number)) return false
  if (minimum !== undefined) out[low] = String(minimum)
  if (maximum !== undefined) out[high] = String(maximum)
  return true
}

function isCount(count: Json | undefined): boolean {
  return count === undefined || (Number.isSafeInteger(count) && (count as number) >= 0)
}
