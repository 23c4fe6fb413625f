import type { JsonObject } from '../core/json.ts'
import type { CompiledSchema } from '../schema/compiled-schema.ts'
import { type DialectId, dialectsFor, type TargetId } from '../schema/dialects/index.ts'
import type { NameRule } from './fit-name.ts'

/** How a provider wraps the schemas of tools and responses, as data. */
export interface Envelope {
  /** Undefined: any name is accepted. */
  readonly name: NameRule | undefined
  /** The key of the schema in a declaration. */
  readonly schemaKey: 'parameters' | 'parametersJsonSchema' | 'input_schema'
  /** `list`: all declarations in one `functionDeclarations`. `each`: every one in `{ type: 'function', function }`. */
  readonly around: 'list' | 'each' | 'nothing'
  /** `as-given`: as the tool says. `always`: the dialect is strict. `never`: the provider does not know it. */
  readonly strict: 'as-given' | 'always' | 'never'
  /** Whether a schema without parameters is omitted. */
  readonly omitsEmpty: boolean
  /** The schema of a tool without one, if the provider requires it. */
  readonly noSchema: JsonObject | undefined
  /** The key of a response schema; undefined if the dialect has none. */
  readonly response: 'responseSchema' | 'responseJsonSchema' | 'response_format' | 'schema' | undefined
}

/** Gemini: every endpoint accepts 64 characters, some more. */
const geminiName: NameRule = { illegal: /[^A-Za-z0-9_.:-]/gu, start: /^[A-Za-z_]/, longest: 64 }
/** Also for Anthropic, whose own API now accepts 128 characters; older versions and other hosts accept 64. */
export const openaiName: NameRule = { illegal: /[^A-Za-z0-9_-]/gu, start: /^[A-Za-z0-9_-]/, longest: 64 }

const gemini: Envelope = {
  name: geminiName,
  schemaKey: 'parameters',
  around: 'list',
  strict: 'never',
  omitsEmpty: true,
  noSchema: undefined,
  response: 'responseSchema',
}

const openai: Envelope = {
  name: openaiName,
  schemaKey: 'parameters',
  around: 'each',
  strict: 'as-given',
  omitsEmpty: false,
  noSchema: undefined,
  response: 'response_format',
}

const envelopes: Readonly<Record<DialectId, Envelope>> = {
  gemini,
  vertex: gemini,
  'gemini-json': { ...gemini, schemaKey: 'parametersJsonSchema', response: 'responseJsonSchema' },
  'gemini-openai': { ...gemini, around: 'each', response: 'response_format' },
  openai,
  'openai-strict': {
    ...openai,
    strict: 'always',
    noSchema: { type: 'object', properties: {}, required: [], additionalProperties: false },
  },
  anthropic: {
    ...openai,
    schemaKey: 'input_schema',
    around: 'nothing',
    strict: 'never',
    noSchema: { type: 'object', properties: {} },
    response: undefined,
  },
  'json-schema': { ...openai, name: undefined, around: 'nothing', strict: 'never', response: 'schema' },
}

/** The envelope of a dialect. The dialects of a choice differ only in the keys of their schemas; the first one's is returned. */
export function envelopeFor(id: TargetId): Envelope {
  return envelopes[dialectsFor(id)[0]]
}

/** The envelope of one schema, in the dialect that was chosen for it. */
export function envelopeOf(compiled: CompiledSchema | undefined, around: Envelope): Envelope {
  return compiled === undefined ? around : envelopes[compiled.dialect]
}
