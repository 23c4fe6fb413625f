import type { Json, JsonObject } from '../../../core/json.ts'
import { type Change, dropped, type PendingChange, rewritten } from '../../change.ts'
import { groups, keywordInfo } from '../../document/keywords.ts'
import type { TypeName, TypeReading } from '../../document/type-names.ts'
import type { Survey } from './survey.ts'

/** What there is to report of the way in which a schema is read: its types, flags, and keywords without an effect. */
export function readingChanges(
  schema: JsonObject,
  at: string,
  types: TypeReading,
  survey: Survey,
): readonly PendingChange[] | undefined {
  const { said, type, families } = survey
  const isNamed = typeof type === 'string' && types.mapped.length === 0 && types.unknown.length === 0
  const isPlain = (isNamed || type === undefined) && (said & (groups.requiredFlag | groups.exclusiveBounds)) === 0
  const isIdle = types.types !== undefined && !coverAll(types.types, families)
  if (isPlain && !isIdle) return survey.changes
  const changes: PendingChange[] = [...(survey.changes ?? []), ...typeChanges(type, at, types)]
  if ((said & groups.exclusiveBounds) !== 0) changes.push(...madeExclusive(schema, at))
  if ((said & groups.requiredFlag) !== 0) changes.push(requiredFlag(at, schema['required'] as boolean))
  if (isIdle) changes.push(...cannotBind(schema, at, types.types!))
  return changes.length > 0 ? changes : undefined
}

function typeChanges(type: Json | undefined, at: string, types: TypeReading): PendingChange[] {
  const changes: PendingChange[] = []
  if (types.mapped.length > 0) {
    const note = `${quote(types.mapped)} read as ${types.types === undefined ? 'any type' : types.types.join(', ')}.`
    changes.push(rewritten({ at, keyword: 'type' }, 'type-mapped', note))
  }
  if (types.unknown.length > 0) {
    const note = `${quote(types.unknown)} is not a known type: any type is accepted.`
    changes.push(dropped({ at, keyword: 'type' }, 'type-unknown', note))
  }
  const isList = Array.isArray(type) && type.length > 1
  if (isList && types.types !== undefined) changes.push(typeList(at, types.types))
  return changes
}

function requiredFlag(at: string, flag: boolean): PendingChange {
  const note = flag ? "Moved to the parent's list of required names." : 'A property is optional unless it is listed.'
  const code = flag ? 'required-flag-moved' : 'required-flag-dropped'
  return { at, keyword: 'required', code, effect: flag ? 'rewritten' : 'dropped', enforced: true, note }
}

/** Draft 4 and OpenAPI 3.0: a flag that makes the bound beside it an exclusive one. */
function madeExclusive(schema: JsonObject, at: string): PendingChange[] {
  const changes: PendingChange[] = []
  for (const [flag, keyword] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (schema[flag] !== true || schema[keyword] === undefined) continue
    changes.push(rewritten({ at, keyword }, 'bound-restated', `${flag}: true makes it an exclusive bound.`))
  }
  return changes
}

function typeList(at: string, types: readonly TypeName[]): PendingChange {
  const others = types.filter((type) => type !== 'null').length
  if (others < 2) {
    const unless = 'nullTypes'
    return rewritten({ at, keyword: 'type' }, 'null-to-nullable', 'null became nullable.', { unless })
  }
  const note = 'Each type became a branch of anyOf.'
  const unless = 'typeLists'
  return rewritten({ at, keyword: 'type' }, 'types-to-any-of', note, { unless })
}

/** Keywords for a type that the schema excludes. */
function cannotBind(schema: JsonObject, at: string, types: readonly TypeName[]): Change[] {
  const changes: Change[] = []
  for (const keyword of Object.keys(schema)) {
    const family = keywordInfo(keyword)?.family
    if (family === undefined || covers(types, family)) continue
    if (keyword === 'required' && typeof schema[keyword] === 'boolean') continue
    const note = `Applies to a ${family}, which this schema rules out: it has no effect.`
    changes.push(dropped({ at, keyword }, 'keyword-cannot-bind', note, { enforced: true }))
  }
  return changes
}

function coverAll(types: readonly TypeName[], families: readonly TypeName[]): boolean {
  for (const family of families) if (!covers(types, family)) return false
  return true
}

function covers(types: readonly TypeName[], family: TypeName): boolean {
  return types.includes(family) || (family === 'number' && types.includes('integer'))
}

function quote(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}
