/**
 * `parametersJsonSchema` the way Gemini reads it: the keywords that Google lists hold, all others are ignored, `oneOf` is
 * `anyOf`, and objects hold declared properties only, unless `additionalProperties` says more.
 */
import { define, isSchemaObject } from './restate.mjs'

/** Google's list, from the proto's comment and the documentation. */
export const supportedKeywords = new Set(
  '$id $defs $ref $anchor type format title description enum items prefixItems minItems maxItems minimum maximum anyOf oneOf properties additionalProperties required propertyOrdering'.split(
    ' ',
  ),
)

const isNumber = (value) => typeof value === 'number'
const isNames = (value) => Array.isArray(value) && value.every((each) => typeof each === 'string')

/** Keywords that are read as they are, where their value is of the right kind. What is not is ignored, not refused. */
const copied = { minItems: isNumber, maxItems: isNumber, minimum: isNumber, maximum: isNumber, required: isNames }

/**
 * The schema as 2020-12, for a validator. `references` resolves what `$ref` says: see `references.mjs`.
 * @param isStrict an object that declares no properties has none; else it is open
 */
export function readJson(root, references, isStrict) {
  const reader = new Reader(references, isStrict)
  const top = reader.read(root, true)
  return { ...top, $defs: reader.finish() }
}

class Reader {
  #references
  #names = new Map()
  #queue = []
  #isStrict

  constructor(references, isStrict) {
    this.#references = references
    this.#isStrict = isStrict
  }

  /** @param isWhole the schema stands for a whole value, so that its objects are closed here */
  read(schema, isWhole) {
    if (!isSchemaObject(schema)) return schema
    const out = this.#readKeywords(schema)
    const branches = schema.anyOf ?? schema.oneOf
    const isClosed = isWhole && schema.additionalProperties === undefined && this.#isObject(schema, out)
    // A union of whole values closes each branch on its own; beside an object's own keywords they are closed together.
    if (Array.isArray(branches)) out.anyOf = branches.map((each) => this.read(each, isWhole && !isClosed))
    if (typeof schema.$ref === 'string') out.$ref = this.#refer(schema.$ref, isWhole && !isClosed)
    if (isClosed) out.unevaluatedProperties = false
    return out
  }

  #isObject(schema, out) {
    const declares = isSchemaObject(schema.properties) && Object.keys(schema.properties).length > 0
    return declares || (this.#isStrict && out.type?.includes('object') === true)
  }

  #readKeywords(schema) {
    const out = {}
    for (const [keyword, isRight] of Object.entries(copied)) {
      if (isRight(schema[keyword])) out[keyword] = schema[keyword]
    }
    if (schema.type !== undefined) out.type = [schema.type].flat().map((type) => String(type).toLowerCase())
    if (Array.isArray(schema.enum) && schema.enum.every(isListed)) out.enum = schema.enum
    if (schema.items !== undefined && !Array.isArray(schema.items)) out.items = this.read(schema.items, true)
    if (Array.isArray(schema.prefixItems)) out.prefixItems = schema.prefixItems.map((each) => this.read(each, true))
    if (isSchemaObject(schema.properties)) {
      out.properties = {}
      for (const name of Object.keys(schema.properties)) {
        define(out.properties, name, this.read(schema.properties[name], true))
      }
    }
    if (schema.additionalProperties !== undefined)
      out.additionalProperties = this.read(schema.additionalProperties, true)
    return out
  }

  #refer(ref, isWhole) {
    const target = this.#references.resolve(ref)
    const key = isWhole ? 'whole' : 'part'
    let names = this.#names.get(target)
    if (names === undefined) {
      names = {}
      this.#names.set(target, names)
    }
    if (names[key] === undefined) {
      names[key] = `d${this.#queue.length}`
      this.#queue.push({ name: names[key], target, isWhole })
    }
    return `#/$defs/${names[key]}`
  }

  /** What the references lead to. */
  finish() {
    const definitions = {}
    for (let index = 0; index < this.#queue.length; index++) {
      const { name, target, isWhole } = this.#queue[index]
      definitions[name] = this.read(target, isWhole)
    }
    return definitions
  }
}

/** Enums of strings and numbers are listed as supported; null goes with a type list. */
function isListed(member) {
  return member === null || typeof member === 'string' || typeof member === 'number'
}

/** The document without what is ignored: all that a model can know of it. */
export function supportedPart(schema) {
  if (!isSchemaObject(schema)) return schema
  const out = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === '$defs' || keyword === 'definitions' || keyword === 'properties') out[keyword] = mapValues(value)
    else if (!supportedKeywords.has(keyword)) continue
    else if (Array.isArray(value) && keyword !== 'enum') out[keyword] = value.map(supportedPart)
    else out[keyword] = keyword === 'items' || keyword === 'additionalProperties' ? supportedPart(value) : value
  }
  return out
}

function mapValues(map) {
  if (!isSchemaObject(map)) return map
  const out = {}
  for (const name of Object.keys(map)) define(out, name, supportedPart(map[name]))
  return out
}
