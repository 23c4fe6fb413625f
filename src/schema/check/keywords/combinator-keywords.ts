import { type JsonObject, ownValue } from '../../../core/json.ts'
import { asSchema } from '../../document/keyword-values.ts'
import { isToldApartByFormat } from '../../document/read-as-meant.ts'
import type { Schema } from '../../document/schema.ts'
import { explainBranches } from '../explain-branches.ts'
import { joinWords } from '../messages.ts'
import type { KeywordCompiler, Run } from '../run.ts'

/** The list of schemas of a keyword; undefined if there is none. */
export function schemaList(schema: JsonObject, keyword: string): readonly Schema[] | undefined {
  const list = ownValue(schema, keyword)
  if (!Array.isArray(list) || list.length === 0) return undefined
  return list.map((each) => asSchema(each) ?? true)
}

export const compileAllOf: KeywordCompiler = (schema) => {
  const parts = schemaList(schema, 'allOf')
  if (parts === undefined) return undefined
  return (value, run) => run.every(parts, (part) => run.apply(part, value, schema, 'allOf'))
}

export const compileAnyOf: KeywordCompiler = (schema) => fitsSome(schema, 'anyOf')

function fitsSome(schema: JsonObject, keyword: 'anyOf' | 'oneOf'): ReturnType<KeywordCompiler> {
  const branches = schemaList(schema, keyword)
  if (branches === undefined) return undefined
  return (value, run) => {
    let isPossible = false
    for (const branch of branches) {
      const outcome = run.test(branch, value)
      if (outcome === true) return true
      if (outcome) isPossible = true
    }
    return isPossible ? 'unknown' : failBranches(run, schema, keyword, branches, value)
  }
}

export const compileOneOf: KeywordCompiler = (schema, { document, isFormat }) => {
  if (isFormat === undefined && isToldApartByFormat(schema, document)) return fitsSome(schema, 'oneOf')
  const branches = schemaList(schema, 'oneOf')
  if (branches === undefined) return undefined
  return (value, run) => {
    const accepting: number[] = []
    let isPossible = false
    for (const [index, branch] of branches.entries()) {
      const outcome = run.test(branch, value)
      if (outcome === true) accepting.push(index + 1)
      else if (outcome) isPossible = true
      if (accepting.length > 1 && run.violations === undefined) return false
    }
    if (isPossible && accepting.length < 2) return 'unknown'
    if (accepting.length === 1) return true
    if (accepting.length === 0) return failBranches(run, schema, 'oneOf', branches, value)
    return run.fail(schema, 'oneOf', () => {
      const which = joinWords(accepting.map(String), 'and')
      return `${run.subject()} must match exactly one of ${branches.length} forms, but matches forms ${which}.`
    })
  }
}

function failBranches(run: Run, schema: JsonObject, keyword: string, branches: readonly Schema[], value: unknown) {
  if (run.violations === undefined) return false
  const collected = branches.map((branch) => run.collect(branch, value, schema, keyword))
  const { message, closest } = explainBranches(run.subject(), run.pointer(), value, branches, collected)
  return run.fail(schema, keyword, () => message, {
    branches: collected,
    ...(closest === undefined ? {} : { closest }),
  })
}

export const compileNot: KeywordCompiler = (schema) => {
  const excluded = asSchema(ownValue(schema, 'not'))
  if (excluded === undefined) return undefined
  return (value, run) => {
    const outcome = run.test(excluded, value)
    if (outcome === true) return run.fail(schema, 'not', () => `${run.subject()} has a form that is excluded here.`)
    return outcome === false || 'unknown'
  }
}

/** `if`, `then` and `else`. */
export const compileIf: KeywordCompiler = (schema) => {
  const condition = asSchema(ownValue(schema, 'if'))
  const consequence = asSchema(ownValue(schema, 'then')) ?? true
  const alternative = asSchema(ownValue(schema, 'else')) ?? true
  if (condition === undefined || (consequence === true && alternative === true)) return undefined
  return (value, run) => {
    const outcome = run.test(condition, value)
    if (outcome === true) return run.apply(consequence, value, schema, 'then')
    if (outcome === false) return run.apply(alternative, value, schema, 'else')
    // Only a value that neither of them accepts is refused.
    const first = run.test(consequence, value)
    if (first === false) return run.apply(alternative, value, schema, 'else') && 'unknown'
    return (first === true && run.test(alternative, value) === true) || 'unknown'
  }
}
