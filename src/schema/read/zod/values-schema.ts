import type { Json } from '../../../core/json.ts'
import type { Schema } from '../source.ts'
import type { Draft } from './string-keywords.ts'

/** The schema of a list of literal values. A BigInt is a string of digits on the wire; undefined is said by leaving out. */
export function valuesSchema(values: readonly unknown[], markBigint: (draft: Draft) => Draft): Schema {
  const json = values.filter(isJsonLiteral)
  const digits = values.filter((value) => typeof value === 'bigint').map(String)
  const plain = json.length === 0 ? undefined : literalSchema(json)
  const big = digits.length === 0 ? undefined : markBigint(literalSchema(digits))
  if (plain !== undefined && big !== undefined) return { anyOf: [plain, big] }
  return plain ?? big ?? false
}

function isJsonLiteral(value: unknown): value is string | number | boolean | null {
  if (typeof value === 'number') return Number.isFinite(value)
  return value === null || typeof value === 'string' || typeof value === 'boolean'
}

function literalSchema(values: readonly Json[]): Draft {
  const types = new Set(values.map((value) => (value === null ? 'null' : typeof value)))
  if (types.size > 1) return { enum: [...values] }
  const [type] = types as Set<string>
  if (type === 'null') return { type }
  return values.length === 1 ? { type: type!, const: values[0]! } : { type: type!, enum: [...values] }
}
