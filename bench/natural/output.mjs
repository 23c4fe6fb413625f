/** Reads what is sent: native schemas and JSON Schema alike. */

export const isSchema = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The schemas directly inside of a schema. */
export function childrenOf(schema) {
  const found = []
  for (const map of [schema.properties, schema.$defs, schema.definitions, schema.patternProperties])
    if (isSchema(map)) found.push(...Object.values(map))
  for (const list of [schema.anyOf, schema.oneOf, schema.allOf, schema.prefixItems])
    if (Array.isArray(list)) found.push(...list)
  for (const one of [schema.items, schema.additionalProperties, schema.not]) found.push(...[one].flat())
  return found.filter(isSchema)
}

/** The schema and every schema below it. */
export function* walk(schema) {
  if (!isSchema(schema)) return
  yield schema
  for (const child of childrenOf(schema)) yield* walk(child)
}

/** Branches of a union. */
export function optionsOf(schema) {
  const options = schema.anyOf ?? schema.oneOf
  return Array.isArray(options) ? options.filter(isSchema) : []
}

export const typeOf = ({ type }) => (typeof type === 'string' ? type.toUpperCase() : undefined)

export const saysJsonText = ({ description }) => typeof description === 'string' && /\bJSON text\b/.test(description)

export const bytesOf = (value) => Buffer.byteLength(JSON.stringify(value))

/** Smaller parts are the words of a schema language, not copies. */
const smallestCopy = 120

/**
 * Parts of a schema that stand in it more than once. Only the outermost counts: what lies in a copy is not counted again.
 * @returns how many there are beyond the first, and their bytes
 */
export function copiesIn(schema) {
  const seen = new Set()
  const copies = { count: 0, bytes: 0 }
  const visit = (part) => {
    const text = JSON.stringify(part)
    if (text.length < smallestCopy) return
    if (seen.has(text)) {
      copies.count++
      copies.bytes += Buffer.byteLength(text)
      return
    }
    seen.add(text)
    for (const child of childrenOf(part)) visit(child)
  }
  if (isSchema(schema)) visit(schema)
  return copies
}
