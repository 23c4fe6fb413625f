import { ownValue } from '../../../core/json.ts'
import { both, type Outcome } from '../../../core/outcome.ts'
import { asSchema, readItems, readNumber } from '../../document/keyword-values.ts'
import { count, showValue } from '../messages.ts'
import type { KeywordCompiler } from '../run.ts'
import { ValueSet } from '../value-set.ts'

/** `prefixItems`, `items` and `additionalItems`. */
export const compileItems: KeywordCompiler = (schema) => {
  const { prefix, prefixKeyword, rest, restKeyword } = readItems(schema)
  if (prefix.length === 0 && rest === undefined) return undefined
  return (value, run) => {
    if (!Array.isArray(value)) return true
    const end = rest === undefined ? Math.min(prefix.length, value.length) : value.length
    let outcome: Outcome = true
    for (let i = 0; i < end; i++) {
      const holds =
        i < prefix.length
          ? run.child(prefix[i]!, value[i], i, schema, prefixKeyword)
          : run.child(rest!, value[i], i, schema, restKeyword)
      outcome = both(outcome, holds)
      if (!outcome && run.isQuick) return false
    }
    return outcome
  }
}

/** `contains`, with `minContains` and `maxContains`. */
export const compileContains: KeywordCompiler = (schema) => {
  const contains = asSchema(ownValue(schema, 'contains'))
  if (contains === undefined) return undefined
  const min = readNumber(ownValue(schema, 'minContains')) ?? 1
  const max = readNumber(ownValue(schema, 'maxContains')) ?? Number.POSITIVE_INFINITY
  return (value, run) => {
    if (!Array.isArray(value)) return true
    let found = 0
    let possible = 0
    for (const item of value) {
      const outcome = run.testPart(contains, item)
      if (outcome) possible++
      if (outcome === true) found++
      if (found > max || (found >= min && max === Number.POSITIVE_INFINITY)) break
    }
    const say = (bound: string, limit: number) => () =>
      `${run.subject()} must contain at ${bound} ${count(limit, 'item')} of the required kind.`
    if (possible < min) {
      const keyword = ownValue(schema, 'minContains') === undefined ? 'contains' : 'minContains'
      return run.fail(schema, keyword, say('least', min))
    }
    if (found > max) return run.fail(schema, 'maxContains', say('most', max))
    return (found >= min && possible <= max) || 'unknown'
  }
}

export const compileUniqueItems: KeywordCompiler = (schema) => {
  if (ownValue(schema, 'uniqueItems') !== true) return undefined
  return (value, run) => {
    if (!Array.isArray(value)) return true
    const seen = new ValueSet()
    for (const [index, item] of value.entries()) {
      if (seen.add(item)) continue
      return run.fail(
        schema,
        'uniqueItems',
        () => `${run.subject()} must have no two equal items; item ${index} (${showValue(item)}) is a repetition.`,
      )
    }
    return true
  }
}
