import { deepEqual, ownValue } from '../../core/json.ts'
import { listValues, showValue } from './messages.ts'
import type { KeywordCompiler } from './run.ts'
import { ValueSet } from './value-set.ts'

/** Below this many members a plain search is faster than an index. */
const fewMembers = 8

/** `enum`. An empty list allows nothing. */
export const compileEnum: KeywordCompiler = (schema) => {
  const members = ownValue(schema, 'enum')
  if (!Array.isArray(members)) return undefined
  let index: ValueSet | undefined
  const isMember = (value: unknown) => {
    if (members.length <= fewMembers) return members.some((member) => deepEqual(member, value))
    if (index === undefined) {
      index = new ValueSet()
      for (const member of members) index.add(member)
    }
    return index.has(value)
  }
  return (value, run) =>
    isMember(value) ||
    run.fail(schema, 'enum', () => `${run.subject()} must be one of ${listValues(members)}; got ${showValue(value)}.`)
}

/** `const`. */
export const compileConst: KeywordCompiler = (schema) => {
  const constant = ownValue(schema, 'const')
  return (value, run) =>
    deepEqual(constant, value) ||
    run.fail(schema, 'const', () => `${run.subject()} must be ${listValues([constant])}; got ${showValue(value)}.`)
}
