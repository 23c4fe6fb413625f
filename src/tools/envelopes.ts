import type { JsonObject } from '../core/json.ts'
import type { DialectId } from '../schema/dialects/index.ts'
import type { NameRule } from './fit-name.ts'

/** What a provider wants around the schemas of tools and responses, as data. */
export interface Envelope {
  /** Undefined: any name is taken. */
  readonly name: NameRule | undefined
  /** The key of the schema in a declaration. */
  readonly schemaKey: 'parameters' | 'parametersJsonSchema' | 'input_schema'
  /** `list`: all declarations in one object of that key. `each`: every one in `{ type: 'function', function }`. */
  readonly around: 'list' | 'each' | 'nothing'
  /** `as-given`: where the tool says so. `always`: the dialect is strict. `never`: the provider does not know it. */
  readonly strict: 'as-given' | 'always' | 'never'
  /** A schema that declares no parameters is left out. */
  readonly omitsEmpty: boolean
  /** What is declared for a tool without a schema, where the provider asks for one. */
  readonly noSchema: JsonObject | undefined
  /** How a response schema is asked for; undefined where the dialect has no way. */
  readonly response: 'responseSchema' | 'responseJsonSchema' | 'response_format' | 'schema' | undefined
}

/** Gemini: 64 characters are taken by every endpoint, more by some. */
const geminiName: NameRule = { illegal: /[^A-Za-z0-9_.:-]/gu, start: /^[A-Za-z_]/, longest: 64 }
/** Also Anthropic's: it takes 128 of its own API now, but 64 before and where others host it. */
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

/** The envelope of a dialect that exists. */
export function envelopeFor(id: DialectId): Envelope {
  return envelopes[id]
}
