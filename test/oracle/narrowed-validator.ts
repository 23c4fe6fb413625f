import type { Json, JsonObject } from '../../src/core/json.ts'
import { setOwn } from '../../src/core/json.ts'
import { valueAt } from '../../src/core/pointer.ts'
import { childSchemas, isSchemaObject } from '../../src/emulator/accept/schema/json-schema-document.ts'
import type { Change } from '../../src/schema/change.ts'
import { closeObjects } from './close-objects.ts'
import { normaliseSource } from './normalise-source.ts'
import type { Oracle } from './source-validator.ts'
import { jsonSchemaValidator } from './source-validator.ts'

/**
 * Which values lie outside every `narrowed` change: those that a source with the reported losses made explicit still takes.
 * Undefined where the losses cannot be made explicit, so nothing can be said. To be asked beside the source itself.
 */
export function narrowedValidator(source: JsonObject, changes: readonly Change[]): Oracle | undefined {
  const narrowed = changes.filter((change) => change.effect === 'narrowed')
  if (narrowed.length === 0) return () => true
  const copy = structuredClone(source) as Record<string, Json>
  for (const change of narrowed) narrow(valueAt(copy, change.at), change)
  // One change a place, keyword and effect: that null is lost may be said by another narrowed change of the same keyword.
  if (changes.some((change) => change.code === 'optional-to-null')) refuseOptionalNulls(copy)
  const isWithin = withoutNull(jsonSchemaValidator(normaliseSource(copy)), narrowed)
  if (!narrowed.some((change) => change.code === 'open-object-closed')) return isWithin
  const closed = closeObjects(normaliseSource(copy))
  if (closed === undefined) return undefined
  // What is closed says nothing of conditions, under which values are lost too.
  const isClosed = jsonSchemaValidator(closed)
  return (value) => isWithin(value) && isClosed(value)
}

/** The arguments of a tool are never null. */
function withoutNull(oracle: Oracle, narrowed: readonly Change[]): Oracle {
  const isLost = narrowed.some((change) => change.code === 'null-root-closed')
  return isLost ? (value) => value !== null && oracle(value) : oracle
}

function narrow(target: unknown, change: Change): void {
  if (typeof target !== 'object' || target === null) return
  const schema = target as Record<string, Json>
  if (change.code === 'type-inferred') setOwn<Json>(schema, 'type', typesSpokenOf(schema))
  if (change.code === 'open-object-closed' && (!change.implicit || isFree(schema['additionalProperties'])))
    delete schema['additionalProperties']
  if (change.code === 'field-omitted') {
    // Beside a reference, old drafts heed nothing; null is taken beside all others.
    for (const keyword of ['$ref', 'nullable', 'x-nullable']) delete schema[keyword]
    schema['allOf'] = [...(Array.isArray(schema['allOf']) ? schema['allOf'] : []), false]
  }
  if (change.code !== 'open-tuple-closed') return
  if (Array.isArray(schema['items'])) schema['additionalItems'] = false
  else schema['items'] = false
}

/** Null means absent, wherever a property is optional: in the whole source, because objects are merged from many places. */
function refuseOptionalNulls(schema: Json): void {
  if (!isSchemaObject(schema)) return
  for (const { schema: child } of childSchemas(schema as JsonObject)) refuseOptionalNulls(child as Json)
  const { properties, required, minItems } = schema as Record<string, Json>
  for (const keyword of ['prefixItems', 'items']) {
    const positions = (schema as Record<string, Json>)[keyword]
    if (!Array.isArray(positions)) continue
    const isOptional = (index: number) => index >= Number(minItems ?? 0)
    setOwn<Json>(
      schema as Record<string, Json>,
      keyword,
      positions.map((each: Json, index) => (isOptional(index) ? notNull(each) : each)),
    )
  }
  if (!isSchemaObject(properties)) return
  for (const [name, value] of Object.entries(properties as JsonObject)) {
    const isFlagged = isSchemaObject(value) && (value as JsonObject)['required'] === true
    if (value === false || isFlagged || (Array.isArray(required) && required.includes(name))) continue
    setOwn<Json>(properties as Record<string, Json>, name, notNull(value))
  }
}

function notNull(schema: Json): Json {
  return { allOf: [schema, { type: ['string', 'number', 'boolean', 'array', 'object'] }] }
}

function isFree(schema: Json | undefined): boolean {
  return schema === true || (typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0)
}

const oneSchema = /^(items|additional\w+|unevaluated\w+|contains|propertyNames)$/

function typesSpokenOf(schema: JsonObject): string[] {
  // A flag that a registry puts on a property speaks of the object around it.
  const isFlag = (keyword: string) => keyword === 'required' && typeof schema[keyword] === 'boolean'
  // Where a schema is due, what is not one says nothing.
  const isSlip = (keyword: string) => {
    const value = schema[keyword]!
    const isTuple = keyword === 'items' && Array.isArray(value)
    return oneSchema.test(keyword) && typeof value !== 'boolean' && !isSchemaObject(value) && !isTuple
  }
  const speaks = (pattern: RegExp) =>
    Object.keys(schema).some((keyword) => pattern.test(keyword) && !isFlag(keyword) && !isSlip(keyword))
  const types: string[] = []
  if (speaks(/^(minLength|maxLength|pattern|content\w+)$/)) types.push('string')
  if (speaks(/^(minimum|maximum|exclusive\w+|multipleOf)$/)) types.push('number')
  if (speaks(/^(\w*[iI]tems|\w*[cC]ontains)$/)) types.push('array')
  if (speaks(/^(\w*[pP]roperties|required|propertyNames|propertyOrdering|depend\w+)$/)) types.push('object')
  // A format without any of these names the type.
  const { format } = schema
  if (types.length === 0 && typeof format === 'string')
    types.push(/^int(32|64)$/.test(format) ? 'integer' : /^(float|double)$/.test(format) ? 'number' : 'string')
  return types
}
