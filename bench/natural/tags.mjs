/**
 * Tagged unions in an output, and which of them need their tags: a tag is needed where two branches take the same wire value and decode
 * it differently. Read from the output and from the shapes that `docs/encodings.md` publishes, not from the compiler.
 */
import { childrenOf, isSchema, optionsOf, saysJsonText, typeOf, walk } from './output.mjs'

const optionName = /^option_\d+_*$/

/** The branches inside of their tags; undefined where the union has none. */
function untag(schema) {
  const options = optionsOf(schema)
  if (options.length < 2) return undefined
  const inner = options.map(({ properties = {} }) => {
    const names = Object.keys(properties)
    return names.length === 1 && optionName.test(names[0]) ? properties[names[0]] : undefined
  })
  return inner.every(isSchema) ? inner : undefined
}

/** @returns how many unions are tagged, and how many of them would be told apart, or decode alike, without a tag */
export function countTags(schema, hasLabels) {
  let tagged = 0
  let needless = 0
  for (const part of walk(schema)) {
    const branches = untag(part)
    if (branches === undefined) continue
    tagged++
    if (everyPair(branches, branches, (a, b) => a === b || decodesAlike(a, b, hasLabels))) needless++
  }
  return { tagged, needless }
}

const everyPair = (left, right, holds) => left.every((a) => right.every((b) => holds(a, b)))

function decodesAlike(a, b, hasLabels) {
  if (areApart(a, b)) return true
  if (isPlain(a, hasLabels) && isPlain(b, hasLabels)) return true
  if (shapeText(a) === shapeText(b)) return true
  const [left, right] = [optionsOf(a), optionsOf(b)]
  if (left.length > 0 || right.length > 0) {
    if (untag(a) || untag(b)) return false
    const list = (options, node) => (options.length > 0 ? options : [node])
    return everyPair(list(left, a), list(right, b), (x, y) => decodesAlike(x, y, hasLabels))
  }
  const encodings = [encodingOf(a, hasLabels), encodingOf(b, hasLabels)]
  if (encodings[0] !== encodings[1]) return false
  if (encodings[0] === 'entries') return decodesAlike(a.items.properties.value, b.items.properties.value, hasLabels)
  if (encodings[0] !== undefined) return false
  if (typeOf(a) === 'ARRAY') return isSchema(a.items) && isSchema(b.items) && decodesAlike(a.items, b.items, hasLabels)
  const shared = Object.keys(a.properties ?? {}).filter((name) => Object.hasOwn(b.properties ?? {}, name))
  return shared.every((name) => decodesAlike(a.properties[name], b.properties[name], hasLabels))
}

/** No wire value fits both. Objects hold declared properties only. Null is null in every branch. */
function areApart(a, b) {
  const [left, right] = [optionsOf(a), optionsOf(b)]
  if (left.length > 0) return left.every((each) => areApart(each, b))
  if (right.length > 0) return right.every((each) => areApart(a, each))
  const types = [typeOf(a), typeOf(b)].map((type) => (type === 'INTEGER' ? 'NUMBER' : type))
  if (types.includes(undefined)) return false
  if (types[0] !== types[1]) return true
  if (a.enum && b.enum) return !a.enum.some((value) => b.enum.includes(value))
  if (types[0] === 'ARRAY')
    return a.minItems > 0 && b.minItems > 0 && isSchema(a.items) && isSchema(b.items) && areApart(a.items, b.items)
  if (types[0] !== 'OBJECT') return false
  const lacks = (one, other) => (one.required ?? []).some((name) => !Object.hasOwn(other.properties ?? {}, name))
  if (lacks(a, b) || lacks(b, a)) return true
  const both = (a.required ?? []).filter((name) => b.required?.includes(name))
  return both.some((name) => areApart(a.properties[name], b.properties[name]))
}

/** Nothing in it is decoded. */
function isPlain(schema, hasLabels) {
  return encodingOf(schema, hasLabels) === undefined && childrenOf(schema).every((each) => isPlain(each, hasLabels))
}

function encodingOf(schema, hasLabels) {
  const names = Object.keys(schema.properties ?? {})
  if (untag(schema)) return 'tags'
  if (saysJsonText(schema)) return 'text'
  if (hasLabels && schema.enum?.some(isJsonLabel)) return 'labels'
  if (typeOf(schema) === 'ARRAY') return isEntry(schema.items) ? 'entries' : undefined
  if (names.includes('item_0')) return 'tuple'
  if (names.some((name) => /^extra_properties_*$/.test(name))) return 'extras'
  return names.length === 1 && schema.properties[names[0]].description?.startsWith('Not used.') ? 'nothing' : undefined
}

const isEntry = (items) =>
  isSchema(items) && Object.keys(items.properties ?? {}).join() === 'key,value' && items.required?.length === 2

/** A string of an enum that stands for a value of another type. */
function isJsonLabel(text) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The schema without its words. */
function shapeText(schema) {
  return JSON.stringify(schema, (key, value) =>
    (key === 'description' || key === 'title') && typeof value === 'string' ? undefined : value,
  )
}
