import type { Json, JsonObject } from '../../core/json.ts'
import { comparable } from '../passes/describe-overlap.ts'

const typeNames: ReadonlySet<Json | undefined> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object'])

/** It has one type, which does not take null. */
export function isOfOneType(branch: Json): boolean {
  if (typeof branch !== 'object' || branch === null) return false
  const { type, nullable } = branch as JsonObject
  return typeNames.has(type) && nullable === undefined
}

/** No value fits two branches: each is of another type, or all are objects that a constant tells apart. */
export function areSurelyDisjoint(branches: readonly Json[]): boolean {
  if (branches.length > comparable || !branches.every(isOfOneType)) return false
  const types = new Set(branches.map(kindOf))
  return types.size === branches.length || (types.size === 1 && types.has('object') && areToldApart(branches))
}

function kindOf(branch: Json): Json | undefined {
  const { type } = branch as JsonObject
  return type === 'integer' ? 'number' : type
}

/** All branches require a property that holds another constant in each. */
export function areToldApart(branches: readonly Json[]): boolean {
  const { required } = branches[0] as JsonObject
  if (!Array.isArray(required)) return false
  return required.some((name) => {
    const constants = branches.map((branch) => constantOf(branch as JsonObject, name))
    return !constants.includes(undefined) && new Set(constants).size === branches.length
  })
}

/** The text that a required property of an object must be. */
function constantOf({ properties, required }: JsonObject, name: Json): string | undefined {
  if (!Array.isArray(required) || !required.includes(name)) return undefined
  if (typeof properties !== 'object' || properties === null || !Object.hasOwn(properties, name as string))
    return undefined
  const property = (properties as JsonObject)[name as string]
  if (typeof property !== 'object' || property === null) return undefined
  const { const: constant, enum: listed } = property as JsonObject
  if (typeof constant === 'string') return constant
  return Array.isArray(listed) && listed.length === 1 && typeof listed[0] === 'string' ? listed[0] : undefined
}
