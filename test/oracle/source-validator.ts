import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { isPlainObject, setOwn } from '../../src/core/json.ts'
import { normaliseSource } from './normalise-source.ts'

/** True or false; undefined where ajv itself gives up (a reference that only leads to itself). */
export type Oracle = (value: unknown) => boolean | undefined

/** "Valid under the source", judged by ajv, which knows nothing of Toolfit. Formats are annotations. */
export function sourceValidator(source: Json): Oracle {
  return miscounts(source) ? () => undefined : jsonSchemaValidator(normaliseSource(source))
}

/** ajv counts too much or too little as evaluated by these. */
export function miscounts(schema: Json): boolean {
  const text = JSON.stringify(schema)
  return text.includes('"unevaluated') && /"(contains|dependentSchemas|if)"/.test(text)
}

let ajv = { first: createAjv(false), all: createAjv(true) }
let compiled = 0

/** Judges values by a plain 2020-12 schema. */
export function jsonSchemaValidator(schema: Json): Oracle {
  // ajv keeps what it compiles: a fresh one now and then keeps long runs small.
  if (++compiled % 200 === 0) ajv = { first: createAjv(false), all: createAjv(true) }
  const renamed = withStandIns(withItemsToContain(schema))
  const used = needsAllErrors(renamed) ? ajv.all : ajv.first
  const validate = unlessEndless(() => used.compile(typeof renamed === 'boolean' ? renamed : (renamed as JsonObject)))
  return (value) => unlessEndless(() => validate?.(withStandIns(value as Json)))
}

function unlessEndless<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    // Its own code breaks on some recursion beside patternProperties.
    if (error instanceof RangeError || error instanceof TypeError) return undefined
    throw error
  }
}

/**
 * Where it stops at the first error, ajv forgets a missing property whose name is empty, and `contains` beside `prefixItems`. Elsewhere
 * it has to stop: the errors of branches inside branches fill the memory (conditions, seed 77001). But then it writes the check of each
 * property inside that of the one before, and thousands of them overflow its stack.
 */
function needsAllErrors(schema: Json): boolean {
  const text = JSON.stringify(schema)
  return text.length > 50_000 || /""|"contains"/.test(text)
}

function createAjv(allErrors: boolean): Ajv2020 {
  return new Ajv2020({
    allErrors,
    strict: false,
    validateSchema: false,
    validateFormats: false,
    ownProperties: true,
    unicodeRegExp: true,
    logger: false,
  })
}

const maps = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'])
const data = new Set(['const', 'enum', 'default', 'examples', 'required'])

/** ajv takes an empty list for one that contains something where it looked at another list before: `minItems` says the same. */
function withItemsToContain(schema: Json, isMap = false): Json {
  if (Array.isArray(schema)) return schema.map((each) => withItemsToContain(each))
  if (!isPlainObject(schema)) return schema
  const out: Record<string, Json> = {}
  for (const [keyword, value] of Object.entries(schema as JsonObject)) {
    const isData = !isMap && data.has(keyword)
    setOwn<Json>(out, keyword, isData ? value! : withItemsToContain(value!, !isMap && maps.has(keyword)))
  }
  if (isMap || out['contains'] === undefined || out['minContains'] === 0) return out
  return { ...out, minItems: Math.max(1, Number(out['minItems'] ?? 0)) }
}

/**
 * ajv skips properties called `__proto__`, and takes inherited names for evaluated ones. Names of the same length and letters
 * stand in for them, on both sides.
 */
const standIns: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  ['__proto__']: '__prota__',
  constructor: 'constructar',
  toString: 'toStrimg',
  hasOwnProperty: 'hasOwmProperty',
})

function withStandIns(value: Json): Json {
  if (typeof value === 'string') return standIns[value] ?? value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withStandIns)
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [standIns[key] ?? key, withStandIns(each as Json)]),
  )
}
