import { prepareSubject, subjectEntry } from '../speed/subject.mjs'
import { occurrences } from './judge/occurrences.mjs'

/** The dialect for each of the two fields of a request. */
const dialectIds = { native: 'gemini', json: 'gemini-json' }

/**
 * Toolfit, built, once for every dialect that it has. Its instances go through `encode`: the codec is part of it.
 * @returns the converters, and the names of dialects that this build does not have
 */
export async function loadToolfit() {
  prepareSubject()
  const { compileSchema, dialects } = await import(subjectEntry.href)
  const wanted = Object.entries(dialectIds)
  const present = wanted.filter(([, to]) => Object.hasOwn(dialects, to))
  return {
    missing: wanted.filter((each) => !present.includes(each)).map(([, to]) => to),
    converters: present.map(([path, to]) => createConverter(compileSchema, path, to)),
  }
}

function createConverter(compileSchema, path, to) {
  const field = path === 'native' ? 'parameters' : 'parametersJsonSchema'
  const convert = (schema) => {
    const compiled = compileSchema(schema, { to, root: 'object' })
    return { field, schema: compiled.schema, compiled }
  }
  return {
    id: `toolfit-${to}`,
    name: 'toolfit',
    with: `\`${to}\``,
    version: '',
    path,
    isOurs: true,
    fedBy: '`compileSchema`',
    load: async () => ({
      send: async (schema) => withCodec(convert(schema), schema),
      convertAgain: (schema) => withCodec(convert(schema), schema),
      timed: convert,
    }),
  }
}

function withCodec({ field, schema, compiled }, source) {
  let spokenFor
  return {
    field,
    schema,
    get report() {
      return compiled.changes
    },
    encode: (value) => compiled.encode(value),
    decode: (wire) => compiled.decode(wire),
    refuses: (value) => compiled.check(value).length > 0,
    tells: (_, occurrence) => {
      spokenFor ??= readChanges(source, compiled.changes)
      return spokenFor(occurrence)
    },
  }
}

/** Codes that speak of a whole schema: it is sent as text, or its field is left out. */
const wholePlace = /-to-json-text$|^field-omitted$/

/**
 * Which keywords the changes speak of: those that they name, and those that can only be reached through a part that is said to be
 * sent as text, put into words or left out.
 */
function readChanges(source, changes) {
  const key = (at, keyword) => `${at}\n${keyword}`
  const named = new Set(changes.map(({ at, keyword }) => key(at, keyword)))
  const whole = new Set(changes.filter(({ code }) => wholePlace.test(code)).map(({ at }) => at))
  const gone = new Set(
    changes
      .filter(({ effect }) => effect === 'described' || effect === 'dropped')
      .map(({ at, keyword }) => key(at, keyword)),
  )
  const isCut = (path, keyword) =>
    keyword === undefined ? whole.has(toPointer(path)) : gone.has(key(toPointer(path), keyword))
  const open = new Set(occurrences(source, isCut).map(({ path, keyword }) => key(toPointer(path), keyword)))
  return ({ path, keyword }) => {
    const place = key(toPointer(path), keyword)
    return named.has(place) || !open.has(place)
  }
}

function toPointer(path) {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
