import { type JsonObject, ownValue } from '../../../core/json.ts'
import { readAsMeant } from '../../document/read-as-meant.ts'
import { nativeOf } from '../../document/schema.ts'
import type { Check, Context, KeywordCompiler, Plan } from '../run.ts'
import { compileContains, compileItems, compileUniqueItems } from './array-keywords.ts'
import {
  compileBounds,
  compileItemCount,
  compileLength,
  compileMultipleOf,
  compilePropertyCount,
} from './bound-keywords.ts'
import { compileAllOf, compileAnyOf, compileIf, compileNot, compileOneOf } from './combinator-keywords.ts'
import {
  compileDependentRequired,
  compileDependentSchemas,
  compileProperties,
  compilePropertyNames,
  compileRequired,
} from './object-keywords.ts'
import { compileReferences } from './reference-keywords.ts'
import { compileUnevaluatedItems, compileUnevaluatedProperties } from './unevaluated-keywords.ts'
import { checkNative, compileConst, compileEnum, compileFormat, compilePattern, compileType } from './value-keywords.ts'

/** The keywords of all drafts by family, in the order in which they are checked. A keyword may belong to two families. */
const families: readonly (readonly [keywords: readonly string[], compile: KeywordCompiler])[] = [
  [['type'], compileType],
  [['const'], compileConst],
  [['enum'], compileEnum],
  [['minLength', 'maxLength'], compileLength],
  [['pattern'], compilePattern],
  [['format'], compileFormat],
  [['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'], compileBounds],
  [['multipleOf'], compileMultipleOf],
  [['minItems', 'maxItems'], compileItemCount],
  [['minProperties', 'maxProperties'], compilePropertyCount],
  [['required', 'properties'], compileRequired],
  [['dependentRequired', 'dependencies'], compileDependentRequired],
  [['prefixItems', 'items', 'additionalItems'], compileItems],
  [['contains'], compileContains],
  [['uniqueItems'], compileUniqueItems],
  [['properties', 'patternProperties', 'additionalProperties'], compileProperties],
  [['propertyNames'], compilePropertyNames],
  [['dependentSchemas', 'dependencies'], compileDependentSchemas],
  [['$ref', '$dynamicRef', '$recursiveRef'], compileReferences],
  [['allOf'], compileAllOf],
  [['anyOf'], compileAnyOf],
  [['oneOf'], compileOneOf],
  [['not'], compileNot],
  [['if'], compileIf],
  [['unevaluatedItems'], compileUnevaluatedItems],
  [['unevaluatedProperties'], compileUnevaluatedProperties],
]

/** The families of a keyword, one bit each (there are fewer than 31). */
const bitsByKeyword = new Map<string, number>()
for (const [index, [keywords]] of families.entries()) {
  for (const keyword of keywords) bitsByKeyword.set(keyword, (bitsByKeyword.get(keyword) ?? 0) | (1 << index))
}

/** Compiles a schema. Its subschemas are compiled when they are first applied to a value. */
export function compilePlan(schema: JsonObject, context: Context): Plan {
  const isNullable = ownValue(schema, 'nullable') === true || ownValue(schema, 'x-nullable') === true
  const native = nativeOf(schema)
  if (native !== undefined) return { checks: [checkNative(schema, native)], isNullable, resource: undefined }
  if (context.document.ignoresSiblings(schema))
    return { checks: compileFamilies(schema, ['$ref'], context), isNullable, resource: undefined }
  const read = readAsMeant(schema, context.document)?.schema ?? schema
  if (read !== schema) context.written.set(read, schema)
  const checks = compileFamilies(read, Object.keys(read), context)
  return { checks, isNullable, resource: ownResource(schema, context) }
}

function compileFamilies(schema: JsonObject, keywords: readonly string[], context: Context): Check[] {
  let bits = 0
  for (const keyword of keywords) bits |= bitsByKeyword.get(keyword) ?? 0
  const checks: Check[] = []
  // From the lowest bit up, which is the order of the families.
  for (let rest = bits; rest !== 0; rest &= rest - 1) {
    const [, compile] = families[31 - Math.clz32(rest & -rest)]!
    const check = compile(schema, context)
    if (check !== undefined) checks.push(check)
  }
  return checks
}

function ownResource(schema: JsonObject, { document }: Context) {
  if (schema === document.root || !(Object.hasOwn(schema, '$id') || Object.hasOwn(schema, 'id'))) return undefined
  const resource = document.resourceOf(schema)
  return resource.root === schema ? resource : undefined
}
