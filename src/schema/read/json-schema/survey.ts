import { ToolfitError } from '../../../core/errors.ts'
import { findJsonProblem, type JsonObject } from '../../../core/json.ts'
import { joinPointer } from '../../../core/pointer.ts'
import type { Change } from '../../change.ts'
import { type Family, keywordInfo } from '../../document/keywords.ts'
import { type TypeName, type TypeReading, typeOfFormat } from '../../document/type-names.ts'
import type { Annotation } from '../../ir/node.ts'

/** A summary of a schema's keywords, so that each step of the reader runs only if it is needed. */
export interface Survey {
  /** The types of its keywords, in the order of the keywords. */
  readonly families: readonly Family[]
  readonly hasEnum: boolean
  readonly hasRef: boolean
  readonly hasCombinators: boolean
  readonly hasRules: boolean
  /** The number of asserting keywords other than `type`. */
  readonly assertions: number
  readonly annotations: readonly Annotation[] | undefined
  /** Keywords with a value that they cannot have. They are reported with all that was not read. */
  readonly malformed: readonly string[] | undefined
  /** Keywords without an effect. */
  readonly changes: readonly Change[] | undefined
}

/** Most schemas have keywords of one type, if any: they share these lists. */
const noFamilies: readonly Family[] = []
const oneFamily: Readonly<Record<Family, readonly Family[]>> = {
  string: ['string'],
  number: ['number'],
  array: ['array'],
  object: ['object'],
}

/** Surveys a schema object. */
export function surveyKeywords(schema: JsonObject, at: string): Survey {
  const survey = {
    families: noFamilies,
    hasEnum: false,
    hasRef: false,
    hasCombinators: false,
    hasRules: false,
    assertions: 0,
    annotations: undefined as Annotation[] | undefined,
    malformed: undefined as string[] | undefined,
    changes: undefined as Change[] | undefined,
  }
  let mayBeIdle = false
  let hasFlag = false
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword]!
    const info = keywordInfo(keyword)
    if (info?.isDependent) mayBeIdle = true
    if (value === undefined) continue
    if (info === undefined) {
      survey.annotations ??= []
      survey.annotations.push({ at, keyword, value })
      continue
    }
    if (!info.isWellFormed(value)) {
      refuseCircular(at, keyword, value)
      survey.malformed ??= []
      survey.malformed.push(keyword)
      continue
    }
    // Draft 4: a flag that is not set has no effect and implies no type.
    if (value === false && keyword.startsWith('exclusive')) {
      hasFlag = true
      continue
    }
    if (!info.asserts || keyword === 'type' || (keyword === 'required' && typeof value === 'boolean')) continue
    survey.assertions++
    if (info.family !== undefined && !survey.families.includes(info.family))
      survey.families = survey.families.length === 0 ? oneFamily[info.family] : [...survey.families, info.family]
    if (info.role === 'plain') continue
    if (info.role === 'enum') survey.hasEnum = true
    else if (info.role === 'combinator') survey.hasCombinators = true
    else if (info.role === 'reference') survey.hasRef = true
    else survey.hasRules = true
  }
  if (
    mayBeIdle &&
    (hasFlag || survey.hasRules || survey.families.includes('array') || survey.families.includes('number'))
  ) {
    const idle = idleKeywords(schema, at)
    if (idle.length > 0) survey.changes = idle
  }
  return survey
}

/** The types that a schema names, else those of its keywords, else that of its format. */
export function typesOf(schema: JsonObject, types: TypeReading, survey: Survey): readonly TypeName[] {
  if (types.types !== undefined) return types.types
  const { format, type } = schema
  const isBare = survey.families.length === 0 && !survey.hasRef && !survey.hasCombinators && type === undefined
  return isBare && typeof format === 'string' ? (typeOfFormat(format) ?? survey.families) : survey.families
}

function refuseCircular(at: string, keyword: string, value: unknown): void {
  if (typeof value === 'object' && findJsonProblem(value, Number.POSITIVE_INFINITY) === 'circular')
    throw circular(joinPointer(at, keyword))
}

/** A schema that contains itself as a JavaScript object. */
export function circular(at: string): ToolfitError {
  const message = `The schema contains itself as a JavaScript object, at "${at}". Write the recursion as a $ref.`
  return new ToolfitError('schema-circular', message, { at })
}

/** Keywords whose effect depends on another keyword that is missing. */
function idleKeywords(schema: JsonObject, at: string): Change[] {
  const has = (keyword: string) => Object.hasOwn(schema, keyword)
  const idle: string[] = []
  if (has('if') ? !has('then') && !has('else') : has('then') || has('else')) idle.push('if', 'then', 'else')
  if (!has('contains')) idle.push('minContains', 'maxContains')
  if (has('prefixItems') || !Array.isArray(schema['items'])) idle.push('additionalItems')
  for (const [exclusive, inclusive] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (schema[exclusive] === false || (schema[exclusive] === true && !has(inclusive))) idle.push(exclusive)
  }
  return idle.filter(has).map((keyword) => ({
    at,
    keyword,
    code: 'keyword-cannot-bind',
    effect: 'dropped',
    enforced: true,
    note: `${keyword} has no effect here: it needs another keyword beside it.`,
  }))
}
