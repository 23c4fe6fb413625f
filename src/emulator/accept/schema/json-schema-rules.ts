import { type Endpoint, endpointProfiles } from '../../api/endpoint.ts'
import { asJson, JsonReader, ReadingStopped } from '../json/json-reader.ts'
import { unknownField } from '../proto/parse-errors.ts'
import { type Evidence, enforcedRules, type RuleDescription } from '../rule/evidence.ts'
import type { JsonSchemaRuleId, Rejection } from '../rule/rejection.ts'
import { childSchemas, isSchemaObject } from './json-schema-children.ts'
import {
  type JsonSchemaDocument,
  printPlace,
  type ReferenceRules,
  readJsonSchemaDocument,
  resolveReference,
} from './json-schema-document.ts'
import { findReferenceLoop } from './reference-loop.ts'
import type { SchemaPlace } from './schema-location.ts'

export interface CheckJsonSchemaOptions {
  readonly endpoint: Endpoint
  /** `parametersJsonSchema` of a function declaration, or `responseJsonSchema` of the generation config. */
  readonly place: SchemaPlace
  /** Named in some sentences. Default `function`. */
  readonly functionName?: string
  /** Whether rules that the evidence leaves in doubt are enforced. Default true. */
  readonly strict?: boolean
  /** Whether a late model judges, which does not have the rules that were recorded with early ones only. Default false. */
  readonly isLateModel?: boolean
  /** Levels of objects and arrays that the model takes. Google publishes no number: without one, none is enforced. */
  readonly nestingLimit?: number | undefined
}

/**
 * Judges a JSON Schema that goes to Gemini as `parametersJsonSchema` or `responseJsonSchema`: `[]` means accepted.
 * Keywords that Gemini does not know are no reason to refuse a schema; `ignoredKeywords` lists them.
 * Written from Google's documents and from recorded rejections, never from a dialect of the compiler.
 * Total, and linear in the size of the schema: references are followed and not expanded.
 *
 * @example
 * ```ts
 * checkJsonSchema(
 *   { type: 'object', properties: { a: { $ref: '#/$defs/Missing' } } },
 *   { endpoint: 'ai-studio', place: 'parameters' },
 * )
 * // [{ stage: 'backend', rule: 'reference-undefined', message: 'reference to undefined schema at properties.a' }]
 * ```
 */
export function checkJsonSchema(schema: unknown, options: CheckJsonSchemaOptions): Rejection[] {
  const { endpoint, place, strict = true, isLateModel = false } = options
  const value = asJson(schema) ?? null
  // null is an unset field.
  if (value === null) return []
  const tooMuch = checkSize(value, place, strict)
  if (tooMuch !== undefined) return [tooMuch]
  if (endpoint === 'cloud-code' && strict) return [fieldMissing(place)]
  const document = readJsonSchemaDocument(value)
  for (const rule of enforcedRules(jsonSchemaRules, endpoint, strict)) {
    if (isLateModel && rule.isLegacy === true) continue
    const message = rule.check(document, options)
    if (message !== undefined) return [{ stage: 'backend', rule: rule.id, message }]
  }
  return []
}

/** The JSON parser's limits. What a `google.protobuf.Value` costs by level was not measured: it gets the budget of a Schema. */
function checkSize(value: object | string | number | bigint | boolean, place: SchemaPlace, strict: boolean) {
  try {
    new JsonReader(strict).skip(value, 0, spelling(place))
    return undefined
  } catch (error) {
    if (error instanceof ReadingStopped) return error.rejection
    throw error
  }
}

/** Clients had to rename the field for Cloud Code (Antigravity-Manager, pull request 1312), so it may not exist there. */
function fieldMissing(place: SchemaPlace): Rejection {
  const holder = place === 'response' ? 'generation_config' : 'tools[0].function_declarations[0]'
  return unknownField(spelling(place), `${endpointProfiles['cloud-code'].prefix}${holder}`)
}

function spelling(place: SchemaPlace): string {
  return place === 'response' ? 'responseJsonSchema' : 'parametersJsonSchema'
}

export interface JsonSchemaRule extends RuleDescription {
  readonly id: JsonSchemaRuleId
  /** Recorded up to Gemini 2.5 only, and not seen with later models. */
  readonly isLegacy?: true
  /** The sentence, if the schema breaks the rule. */
  check(document: JsonSchemaDocument, options: CheckJsonSchemaOptions): string | undefined
}

/** Recorded on AI Studio. The same service answers behind Vertex; nothing is recorded there. */
const recorded: Evidence = { 'ai-studio': 'known', vertex: 'unsure' }
const doubtful: Evidence = { 'ai-studio': 'unsure', vertex: 'unsure' }

/** In the order in which they are asked. Only the first sentence is told. */
export const jsonSchemaRules: readonly JsonSchemaRule[] = [
  {
    id: 'reference-undefined',
    says: 'A `$ref` leads to a schema of the document.',
    source: 'https://github.com/google-gemini/gemini-cli/issues/13326',
    // https://github.com/google-gemini/gemini-cli/issues/13326; probed on gemini-3-flash-preview, 2026-10-04.
    evidence: recorded,
    check: (document, options) => {
      for (const [node, ref] of references(document)) {
        if (resolveReference(document, ref, referenceRules(options)) === undefined)
          return `reference to undefined schema at ${placeOf(document, node)}`
      }
      return undefined
    },
  },
  {
    id: 'reference-with-siblings',
    says: 'Only keywords with a `$` stand beside `$ref`.',
    source: 'https://github.com/google-gemini/gemini-cli/issues/4758',
    // Documented, and refused in 2025 (https://github.com/google-gemini/gemini-cli/issues/4758). Probes of 2026 passed.
    evidence: doubtful,
    isLegacy: true,
    check: (document) => {
      for (const [node] of references(document)) {
        if (Object.keys(node).some((keyword) => !keyword.startsWith('$')))
          return `schema at ${placeOf(document, node)} can only contain properties starting with '$' when $ref is present`
      }
      return undefined
    },
  },
  {
    id: 'reference-loop',
    says: 'A loop of `$ref`s can be left.',
    source: 'https://github.com/juspay/juspay-mcp/pull/132',
    // https://github.com/juspay/juspay-mcp/pull/132; measured on gemini-3.8-flash, 2026-09-27.
    evidence: recorded,
    check: (document, options) => {
      if (!isSchemaObject(document.root)) return undefined
      const resolve = (ref: string) => resolveReference(document, ref, referenceRules(options))
      const loop = findReferenceLoop(document.root, resolve, options.strict ?? true)
      return loop === undefined
        ? undefined
        : `ref loops are only supported if they include optional or nullable property values, or a potentially-zero-length array items, but a ref loop of required fields was found at ${placeOf(document, loop)}`
    },
  },
  {
    id: 'nesting-too-deep',
    says: 'A schema is not nested too deep. The limit is the caller’s: Google publishes none.',
    source: 'https://github.com/googleapis/js-genai/issues/882',
    evidence: recorded,
    check: ({ root }, { place, functionName = 'function', nestingLimit }) => {
      if (nestingLimit === undefined || levelsOf(root) <= nestingLimit) return undefined
      return place === 'response'
        ? 'A schema in GenerationConfig in the request exceeds the maximum allowed nesting depth.'
        : `FunctionDeclaration '${functionName}' in the request exceeds the maximum allowed nesting depth.`
    },
  },
  {
    id: 'parameters-not-object',
    says: 'Parameters are an object.',
    source: 'documentation of FunctionDeclaration; the text is that of the native Schema',
    // Documented; the text is that of the native Schema, because none is recorded for this field.
    evidence: doubtful,
    check: (document, options) =>
      options.place === 'response' || describesObject(document, options)
        ? undefined
        : `Unable to submit request because \`${options.functionName ?? 'function'}\` functionDeclaration parameters schema should be of type OBJECT. Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling`,
  },
]

/** The most objects and arrays that stand in each other. References are not followed. */
function levelsOf(schema: unknown): number {
  if (!isSchemaObject(schema)) return 0
  let below = 0
  for (const child of childSchemas(schema)) below = Math.max(below, levelsOf(child.schema))
  const types: readonly unknown[] = [schema['type']].flat()
  return below + (types.includes('object') || types.includes('array') ? 1 : 0)
}

/** Every schema with a reference, in the order in which they are written. */
function* references({ places }: JsonSchemaDocument): Generator<[node: object, ref: string]> {
  for (const node of places.keys()) {
    const ref = (node as Record<string, unknown>)['$ref']
    if (typeof ref === 'string') yield [node, ref]
  }
}

function placeOf(document: JsonSchemaDocument, node: object): string {
  return printPlace(document.places.get(node) ?? '')
}

function referenceRules({ place, strict = true }: CheckJsonSchemaOptions): ReferenceRules {
  // `definitions` was probed for tools. For responses one report has it unresolved (gemini-3.7-flash, through OpenRouter).
  return { definitions: place === 'parameters' || !strict, schemasOnly: strict }
}

function describesObject(document: JsonSchemaDocument, options: CheckJsonSchemaOptions): boolean {
  const seen = new Set<unknown>()
  for (let node = document.root; isSchemaObject(node) && !seen.has(node); ) {
    if (node['type'] === 'object') return true
    seen.add(node)
    const ref: unknown = node['$ref']
    node = typeof ref === 'string' ? resolveReference(document, ref, referenceRules(options)) : undefined
  }
  return false
}
