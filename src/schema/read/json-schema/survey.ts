import { ToolfitError } from '../../../core/errors.ts'
import { findJsonProblem, type Json, type JsonObject } from '../../../core/json.ts'
import { joinPointer } from '../../../core/pointer.ts'
import { type Change, dropped } from '../../change.ts'
import { type Family, type Groups, groups, keywordInfo } from '../../document/keywords.ts'
import type { TypeName, TypeReading } from '../../document/type-names.ts'
import type { Annotation } from '../../ir/node.ts'
import { zodViewOf } from '../zod/read-zod.ts'

/** A summary of a schema's keywords, so that each step of the reader runs, and looks for keywords, only if it is needed. */
export interface Survey {
  /** The groups of its well-formed keywords; of malformed ones, the types only. */
  readonly said: Groups
  /** The value of `type`. */
  readonly type: Json | undefined
  /** The types of its keywords, in the order of the keywords. */
  readonly families: readonly Family[]
  /** The number of asserting keywords other than `type`. */
  readonly assertions: number
  readonly annotations: readonly Annotation[] | undefined
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

const ofTypes =
  groups.string | groups.number | groups.array | groups.otherOfArrays | groups.object | groups.otherOfObjects

/** Surveys a schema object. */
export function surveyKeywords(schema: JsonObject, at: string): Survey {
  if (zodViewOf(schema) !== undefined) throw nested(at)
  let said: Groups = 0
  let type: Json | undefined
  let families = noFamilies
  let assertions = 0
  let annotations: Annotation[] | undefined
  let mayBeIdle = false
  let hasFlag = false
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword]!
    const info = keywordInfo(keyword)
    if (info?.isDependent) mayBeIdle = true
    if (value === undefined) continue
    if (info === undefined) {
      if (typeof value === 'object' && value !== null && zodViewOf(value) !== undefined)
        throw nested(joinPointer(at, keyword))
      annotations ??= []
      annotations.push({ at, keyword, value })
      continue
    }
    if (keyword === 'type') {
      type = value
      continue
    }
    if (!info.isWellFormed(value)) {
      refuseCircular(at, keyword, value)
      said |= info.groups & ofTypes
      continue
    }
    // Draft 4: a flag that is not set has no effect and implies no type.
    if (value === false && keyword.startsWith('exclusive')) {
      hasFlag = true
      continue
    }
    if (keyword === 'required' && typeof value === 'boolean') {
      said |= groups.requiredFlag
      continue
    }
    said |= info.groups
    if (!info.asserts) continue
    assertions++
    if (info.family !== undefined && !families.includes(info.family))
      families = families.length === 0 ? oneFamily[info.family] : [...families, info.family]
  }
  const isIdle =
    mayBeIdle && (hasFlag || (said & groups.rule) !== 0 || families.includes('array') || families.includes('number'))
  return { said, type, families, assertions, annotations, changes: isIdle ? idleKeywords(schema, at) : undefined }
}

/** The types that a schema names, else those of its keywords, else that of its format. */
export function typesOf(schema: JsonObject, types: TypeReading, survey: Survey): readonly TypeName[] {
  if (types.types !== undefined) return types.types
  const { said, families, type } = survey
  const isBare = families.length === 0 && (said & (groups.reference | groups.combinator)) === 0 && type === undefined
  return isBare && (said & groups.format) !== 0 ? (byFormat.get(schema['format'] as string) ?? families) : families
}

function refuseCircular(at: string, keyword: string, value: unknown): void {
  if (typeof value === 'object' && findJsonProblem(value, Number.POSITIVE_INFINITY) === 'circular')
    throw circular(joinPointer(at, keyword))
}

/** A Zod schema inside would lose what it checks. In an object of schemas, as the MCP SDK takes it, it would be an unknown keyword. */
function nested(at: string): ToolfitError {
  const message = `"${at}" is a Zod schema inside a plain object. Make the whole a z.object({ … }), or JSON Schema.`
  return new ToolfitError('schema-unreadable', message, { at })
}

/** A schema that contains itself as a JavaScript object. */
export function circular(at: string): ToolfitError {
  const message = `The schema contains itself as a JavaScript object, at "${at}". Write the recursion as a $ref.`
  return new ToolfitError('schema-circular', message, { at })
}

/** Keywords whose effect depends on another keyword that is missing. */
function idleKeywords(schema: JsonObject, at: string): Change[] | undefined {
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
  const changes = idle
    .filter(has)
    .map((keyword) =>
      dropped(
        { at, keyword },
        'keyword-cannot-bind',
        `${keyword} has no effect here: it needs another keyword beside it.`,
        { enforced: true },
      ),
    )
  return changes.length > 0 ? changes : undefined
}

/** Formats that say of which type a value is. */
const formats: Partial<Record<TypeName, string>> = {
  string:
    'date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri iri-reference uuid ' +
    'uri-template json-pointer relative-json-pointer regex byte binary password',
  number: 'float double',
  integer: 'int32 int64',
}

/** The type that a format speaks about, as the only one of a list. */
const byFormat = new Map<string, readonly TypeName[]>()
for (const [type, names] of Object.entries(formats)) {
  for (const name of names.split(' ')) byFormat.set(name, [type as TypeName])
}
