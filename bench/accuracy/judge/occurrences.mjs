/** Keywords where they stand, and schemas without one of them. */
import { References } from './references.mjs'
import { isSchemaObject, subschemas } from './restate.mjs'

/** Keywords that decide nothing by themselves: names, and places where definitions are kept. */
const bookkeeping = new Set('$schema $id id $anchor $defs definitions $comment $vocabulary strict'.split(' '))

/** What is said to a model and decides no instance. */
export const noteKeywords = new Set(['description', 'title', 'default', 'examples', 'example', 'format'])

/** Constraints whose meaning no other keyword nearby repeats: leaving one out always loses something. */
export const leafKeywords = new Set(
  'enum const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern minItems maxItems uniqueItems contains minProperties maxProperties propertyNames patternProperties not if dependentRequired dependentSchemas dependencies prefixItems description title default examples example format'.split(
    ' ',
  ),
)

/**
 * Every keyword that can have a say about a value, with the path of the schema that holds it: from the root, through
 * subschemas and references, each once. Definitions that nothing refers to say nothing.
 * @param isCut what says of a schema, or of a keyword in it, that all below is spoken for
 */
export function occurrences(root, isCut = () => false) {
  const paths = pathsOf(root)
  const references = new References(root)
  const found = []
  const seen = new Set()
  const visit = (schema) => {
    if (!isSchemaObject(schema) || seen.has(schema) || !paths.has(schema)) return
    seen.add(schema)
    const path = paths.get(schema)
    if (isCut(path)) return
    for (const keyword of Object.keys(schema)) if (!bookkeeping.has(keyword)) found.push({ path, keyword })
    if (typeof schema.$ref === 'string') visit(references.resolve(schema.$ref))
    for (const child of subschemas(schema)) {
      const [keyword] = child.path
      if (!bookkeeping.has(keyword) && !isCut(path, keyword)) visit(child.schema)
    }
  }
  visit(root)
  return found
}

/** Where each schema object of the document stands. */
function pathsOf(root) {
  const paths = new Map()
  const visit = (schema, path) => {
    if (!isSchemaObject(schema)) return
    paths.set(schema, path)
    for (const child of subschemas(schema)) visit(child.schema, [...path, ...child.path])
  }
  visit(root, [])
  return paths
}

/** A copy of the document that lacks the keyword at that place. */
export function without(root, { path, keyword }) {
  const copy = structuredClone(root)
  const holder = path.reduce((value, step) => value[step], copy)
  delete holder[keyword]
  return copy
}

/** True when one occurrence lies inside the value of another. */
export function isInside(inner, outer) {
  const around = [...outer.path, outer.keyword]
  const place = [...inner.path, inner.keyword]
  return place.length > around.length && around.every((step, index) => String(step) === String(place[index]))
}
