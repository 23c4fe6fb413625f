import { testSchemaRules } from '../../../../test/emulator/schema-cases.ts'
import { jsonSchemaRules } from './json-schema-rules.ts'

const docs = 'https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal'
const aboutFunctions = `Learn more: ${docs}/function-calling`
const refused = 'Unable to submit request because'
const notObject = `${refused} \`F\` functionDeclaration parameters schema should be of type OBJECT. ${aboutFunctions}`
const loop = (at: string) =>
  `ref loops are only supported if they include optional or nullable property values, or a potentially-zero-length array items, but a ref loop of required fields was found at ${at}`
const tree = (children: object) => ({
  type: 'object',
  properties: { root: { $ref: '#/$defs/X' } },
  $defs: { X: { type: 'object', properties: { children }, required: ['children'] } },
})
const list = { type: 'array', items: { $ref: '#/$defs/X' } }
const json = { place: 'parametersJsonSchema' } as const

testSchemaRules(jsonSchemaRules, {
  'reference-undefined': [
    {
      ...json,
      schema: { type: 'object', properties: { a: { $ref: '#/$defs/Missing' } } },
      said: 'reference to undefined schema at properties.a',
      accepted: { type: 'object', properties: { a: { $ref: '#/$defs/There' } }, $defs: { There: {} } },
    },
    {
      ...json,
      schema: { type: 'object', properties: { a: { anyOf: [{}, { $ref: 'https://example.com/x' }] } } },
      said: 'reference to undefined schema at properties.a.anyOf.1',
      accepted: { type: 'object', properties: { a: { $ref: '#/definitions/b%20c' } }, definitions: { 'b c': {} } },
    },
    {
      place: 'responseJsonSchema',
      schema: { $ref: '#/$defs/X' },
      said: 'reference to undefined schema at top-level',
      accepted: { $ref: '#/$defs/X', $defs: { X: { type: 'object' } } },
    },
  ],
  'reference-with-siblings': [
    {
      ...json,
      schema: { type: 'object', properties: { a: { $ref: '#/$defs/X', title: 't' } }, $defs: { X: {} } },
      said: "schema at properties.a can only contain properties starting with '$' when $ref is present",
      accepted: { type: 'object', properties: { a: { $ref: '#/$defs/X', $comment: 't' } }, $defs: { X: {} } },
    },
  ],
  'reference-loop': [
    // As measured on gemini-3.8-flash, 2026-09-27 and 28.
    {
      ...json,
      schema: tree({ ...list, minItems: 1 }),
      said: loop('$defs.X.properties.children.items'),
      accepted: tree(list),
    },
    {
      ...json,
      schema: tree({ ...list, type: ['array', 'null'] }),
      said: loop('$defs.X.properties.children.items'),
      accepted: tree({ anyOf: [list, { type: 'null' }] }),
    },
  ],
  'nesting-too-deep': [
    {
      place: 'responseJsonSchema',
      nestingLimit: 1,
      schema: { type: 'array', items: { type: 'array' } },
      said: 'A schema in GenerationConfig in the request exceeds the maximum allowed nesting depth.',
      accepted: { type: 'array', items: { type: 'string' } },
    },
  ],
  'parameters-not-object': [
    {
      ...json,
      schema: { type: 'array' },
      said: notObject,
      accepted: { $ref: '#/$defs/X', $defs: { X: { type: 'object' } } },
    },
  ],
})
