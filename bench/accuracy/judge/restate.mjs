/**
 * Says in 2020-12 what a tool's schema of any draft says, so that one validator judges all cases. Only what the cases use:
 * lists in `items`, boolean exclusive bounds, `nullable`, letter case of types, counts written as strings,
 * `required: true` on a property, `dependencies`.
 */

const maps = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const singles =
  'items additionalItems additionalProperties unevaluatedItems unevaluatedProperties contains propertyNames not if then else'.split(
    ' ',
  )
const counts = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']

export const isSchemaObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The subschemas directly below a schema, each with the way to it. */
export function* subschemas(schema) {
  for (const keyword of maps) {
    if (!isSchemaObject(schema[keyword])) continue
    for (const name of Object.keys(schema[keyword])) yield { path: [keyword, name], schema: schema[keyword][name] }
  }
  for (const keyword of [...lists, 'items']) {
    if (!Array.isArray(schema[keyword])) continue
    for (const [index, each] of schema[keyword].entries()) yield { path: [keyword, index], schema: each }
  }
  for (const keyword of singles) {
    if (isSchemaObject(schema[keyword]) || typeof schema[keyword] === 'boolean')
      yield { path: [keyword], schema: schema[keyword] }
  }
}

export function restate(source) {
  if (!isSchemaObject(source)) return source
  const schema = structuredClone(source)
  const { $defs, definitions, ...rest } = restateNode(schema)
  // What wraps a nullable root must not hide the definitions from its references.
  return { ...rest, ...($defs && { $defs }), ...(definitions && { definitions }) }
}

function restateNode(schema) {
  if (!isSchemaObject(schema)) return schema
  const flagged = Object.entries(schema.properties ?? {}).filter(([, each]) => each?.required === true)
  for (const { path, schema: child } of [...subschemas(schema)]) {
    const parent = path.slice(0, -1).reduce((value, step) => value[step], schema)
    define(parent, path.at(-1), restateNode(child))
  }
  restateItems(schema)
  restateBounds(schema)
  restateDependencies(schema)
  for (const keyword of counts) if (typeof schema[keyword] === 'string') schema[keyword] = Number(schema[keyword])
  if (typeof schema.type === 'string') schema.type = schema.type.toLowerCase()
  if (typeof schema.required === 'boolean') delete schema.required
  if (flagged.length > 0) schema.required = [...new Set([...(schema.required ?? []), ...flagged.map(([name]) => name)])]
  const { nullable, $defs, definitions, ...rest } = schema
  if (nullable !== true) return schema
  return { anyOf: [rest, { type: 'null' }], ...($defs && { $defs }), ...(definitions && { definitions }) }
}

function restateItems(schema) {
  const { items, additionalItems } = schema
  delete schema.additionalItems
  if (!Array.isArray(items)) return
  delete schema.items
  if (items.length > 0) schema.prefixItems = items
  if (additionalItems !== undefined) schema.items = additionalItems
}

function restateBounds(schema) {
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ]) {
    if (typeof schema[flag] !== 'boolean') continue
    const isExclusive = schema[flag]
    delete schema[flag]
    if (!isExclusive || schema[bound] === undefined) continue
    schema[flag] = schema[bound]
    delete schema[bound]
  }
}

function restateDependencies(schema) {
  for (const [name, each] of Object.entries(schema.dependencies ?? {})) {
    const keyword = Array.isArray(each) ? 'dependentRequired' : 'dependentSchemas'
    schema[keyword] = { ...schema[keyword], [name]: Array.isArray(each) ? each : restateNode(each) }
  }
  delete schema.dependencies
}

/** A property of any name, `__proto__` too. */
export function define(target, name, value) {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true })
}
