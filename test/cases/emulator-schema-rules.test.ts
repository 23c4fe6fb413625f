import { describe, expect, test } from 'vitest'
import { checkRequest } from '../../src/emulator/accept/check-request.ts'
import { judgeRules } from '../../src/emulator/accept/judge-rules.ts'
import { parseRequest } from '../../src/emulator/accept/parse-request.ts'
import {
  type BackendRuleId,
  errorMessage,
  type JsonSchemaRuleId,
  type ValidatorRuleId,
} from '../../src/emulator/accept/rule/rejection.ts'
import type { Endpoint } from '../../src/emulator/api/endpoint.ts'
import { modelNamed } from './emulator-request-case.ts'

/** A schema that is refused, what is said to it, and one as much like it as can be that is taken. */
interface SchemaCase {
  readonly endpoint?: Endpoint
  /** Default gemini-2.5-flash, for which the rules of all times hold. */
  readonly model?: string
  /** Default: as `parameters` of the function `F`, in the property `x` of an object. */
  readonly place?: 'property' | 'parameters' | 'response' | 'parametersJsonSchema' | 'responseJsonSchema'
  readonly schema: object
  readonly said: string
  readonly twin: object
  readonly nestingLimit?: number
}

const string = { type: 'STRING' }
const object = (properties: object) => ({ type: 'OBJECT', properties })

function requestOf(schema: object, place: SchemaCase['place'] = 'property'): object {
  const answer = { responseMimeType: 'application/json' }
  const contents = [{ role: 'user', parts: [{ text: 'q' }] }]
  const declaring = (declaration: object) => ({
    contents,
    tools: [{ functionDeclarations: [{ name: 'F', ...declaration }] }],
  })
  switch (place) {
    case 'property':
      return declaring({ parameters: object({ x: schema }) })
    case 'parameters':
      return declaring({ parameters: schema })
    case 'parametersJsonSchema':
      return declaring({ parametersJsonSchema: schema })
    case 'response':
      return { contents, generationConfig: { ...answer, responseSchema: schema } }
    case 'responseJsonSchema':
      return { contents, generationConfig: { ...answer, responseJsonSchema: schema } }
  }
}

function judge(schema: object, one: SchemaCase, strict = true) {
  const { endpoint = 'ai-studio', model = 'gemini-2.5-flash', place, nestingLimit } = one
  const request = requestOf(schema, place)
  const body = endpoint === 'cloud-code' ? { model, project: 'p', request } : request
  const parsed = parseRequest(JSON.stringify(body), 'GenerateContentRequest', { endpoint, strict })
  if (parsed.message === undefined) return parsed.rejections
  const limit = nestingLimit === undefined ? {} : { nestingLimit }
  return checkRequest(parsed.message, { endpoint, model: modelNamed(model), strict, ...limit })
}

function testSchemaCases<Id extends string>(
  about: 'schema' | 'json-schema',
  cases: Readonly<Record<Id, readonly SchemaCase[]>>,
): void {
  for (const id of Object.keys(cases) as Id[]) {
    const rule = judgeRules.find((one) => one.about === about && one.id === id)
    if (rule === undefined) throw new Error(`no rule ${id}`)
    describe(`${id}: ${rule.says} (${rule.source})`, () => {
      for (const [index, one] of cases[id].entries()) {
        const { endpoint = 'ai-studio', schema, said, twin } = one
        test(`${index + 1} is refused with its text on ${endpoint}`, () => {
          expect(errorMessage(judge(schema, one))).toBe(said)
          expect(judge(schema, one).map((rejection) => rejection.rule)).toContain(id)
        })
        test(`${index + 1} has a twin that is taken`, () => {
          expect(judge(twin, one)).toEqual([])
        })
        test(`${index + 1} is ${rule.evidence[endpoint] === 'known' ? 'refused' : 'taken'} by a lenient judge`, () => {
          const rules = judge(schema, one, false).map((rejection) => rejection.rule)
          expect(rules.includes(rule.id)).toBe(rule.evidence[endpoint] === 'known')
        })
      }
    })
  }
}

const x = 'GenerateContentRequest.tools[0].function_declarations[0].parameters.properties[x]'
const line = (field: string, text: string) => `* ${x}.${field}: ${text}\n`
const onlyObjects = 'only allowed for OBJECT type'
const onlyStrings = 'only allowed for STRING type'
const undefinedName = 'property is not defined'
const docs = 'https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal'
const aboutFunctions = `Learn more: ${docs}/function-calling`

const validator: Record<ValidatorRuleId, readonly SchemaCase[]> = {
  'type-missing': [
    { schema: { description: 'any' }, said: line('type', 'must be specified'), twin: string },
    {
      place: 'response',
      schema: object({ occupation: {} }),
      said: '* GenerateContentRequest.generation_config.response_schema.properties[occupation].type: must be specified\n',
      twin: object({ occupation: { anyOf: [string] } }),
    },
  ],
  'string-format-unknown': [
    {
      schema: { type: 'STRING', format: 'uri' },
      said: line('format', "only 'enum' and 'date-time' are supported for STRING type"),
      twin: { type: 'STRING', format: 'date-time' },
    },
  ],
  'number-format-unknown': [
    {
      schema: { type: 'NUMBER', format: 'int32' },
      said: line('format', "only 'float' and 'double' are supported for NUMBER type"),
      twin: { type: 'NUMBER', format: 'double' },
    },
    {
      schema: { type: 'INTEGER', format: 'double' },
      said: line('format', "only 'int32' and 'int64' are supported for INTEGER type"),
      twin: { type: 'INTEGER', format: 'int64' },
    },
  ],
  'enum-on-non-string': [
    { schema: { type: 'NUMBER', enum: ['1'] }, said: line('enum', onlyStrings), twin: { type: 'STRING', enum: ['1'] } },
    {
      schema: { anyOf: [{ enum: ['a'] }] },
      said: line('any_of[0].enum', onlyStrings),
      twin: { anyOf: [{ type: 'STRING', enum: ['a'] }] },
    },
  ],
  'enum-on-integer': [
    {
      endpoint: 'cloud-code',
      schema: { type: 'INTEGER', enum: ['60'] },
      said: line('enum', onlyStrings),
      twin: { type: 'STRING', enum: ['60'] },
    },
  ],
  'enum-member-empty': [
    {
      schema: { type: 'STRING', enum: ['', 'index', ''] },
      said: line('enum[0]', 'cannot be empty') + line('enum[2]', 'cannot be empty'),
      twin: { type: 'STRING', enum: [' ', 'index'] },
    },
  ],
  'enum-format-without-enum': [
    {
      endpoint: 'vertex',
      schema: { type: 'STRING', format: 'enum', enum: [] },
      said: line('enum', 'should be non-empty for STRING type with enum format'),
      twin: { type: 'STRING', format: 'enum', enum: ['a'] },
    },
  ],
  'items-missing': [
    { schema: { type: 'ARRAY' }, said: line('items', 'missing field.'), twin: { type: 'ARRAY', items: string } },
    {
      endpoint: 'cloud-code',
      schema: { anyOf: [{ type: 'ARRAY' }] },
      said: line('any_of[0].items', 'missing field.'),
      twin: { type: 'ARRAY', items: {} },
    },
  ],
  'items-on-non-array': [
    {
      schema: { items: string },
      said: line('items', 'field predicate failed: $type == Type.ARRAY'),
      twin: { type: 'ARRAY', items: string },
    },
  ],
  'properties-on-non-object': [
    { schema: { properties: { a: string } }, said: line('properties', onlyObjects), twin: object({ a: string }) },
  ],
  'properties-empty': [
    {
      model: 'gemini-3.8-flash',
      schema: object({}),
      said: line('properties', 'should be non-empty for OBJECT type'),
      twin: object({ a: string }),
    },
  ],
  'property-key-empty': [
    {
      endpoint: 'cloud-code',
      schema: object({ '': string }),
      said: line('properties[]', 'key cannot be empty'),
      twin: object({ ' ': string }),
    },
  ],
  'required-on-non-object': [
    {
      schema: { type: 'STRING', required: ['a'] },
      said: line('required', onlyObjects),
      twin: { ...object({ a: string }), required: ['a'] },
    },
  ],
  'required-undefined': [
    {
      schema: { ...object({ b: string }), required: ['a', 'b', 'c'] },
      said: line('required[0]', undefinedName) + line('required[2]', undefinedName),
      twin: { ...object({ b: string }), required: ['b'] },
    },
  ],
  'property-ordering-on-non-object': [
    {
      schema: { type: 'STRING', propertyOrdering: ['a'] },
      said: line('property_ordering', onlyObjects),
      twin: { ...object({ a: string }), propertyOrdering: ['a'] },
    },
  ],
  'property-ordering-undefined': [
    {
      schema: { ...object({ a: string }), propertyOrdering: ['a', 'b'] },
      said: line('property_ordering[1]', undefinedName),
      twin: { ...object({ a: string, b: string }), propertyOrdering: ['a'] },
    },
  ],
}

const refused = 'Unable to submit request because'
const advice = 'When using any_of, it must be the only field set.'
const notObject = `${refused} \`F\` functionDeclaration parameters schema should be of type OBJECT. ${aboutFunctions}`
const loop = (at: string) =>
  `ref loops are only supported if they include optional or nullable property values, or a potentially-zero-length array items, but a ref loop of required fields was found at ${at}`
const vertex = { endpoint: 'vertex' } as const
const withDefs = (properties: object, defs: object) => ({ ...object(properties), defs })
const node = (required: readonly string[]) => ({ ...object({ next: { ref: '#/defs/Node' } }), required })

const backend: Record<BackendRuleId, readonly SchemaCase[]> = {
  'parameters-not-object': [
    { ...vertex, place: 'parameters', schema: { type: 'STRING' }, said: notObject, twin: object({ a: string }) },
  ],
  'ref-with-siblings': [
    {
      endpoint: 'cloud-code',
      place: 'parameters',
      schema: withDefs({ a: { ref: 'QuestionOption', ...object({ label: string }) } }, {}),
      said: "Schema.ref 'QuestionOption' was set alongside unsupported fields.  If a schema node has Schema.ref set, then only description and default can be set alongside it; other fields they would be replaced by the expanded reference.",
      twin: withDefs({ a: { ref: '#/defs/A', description: 'd', default: 'a' } }, { A: string }),
    },
  ],
  'ref-undefined': [
    {
      ...vertex,
      place: 'parameters',
      schema: withDefs({ a: { ref: '#/defs/B' } }, { A: string }),
      said: "Schema.ref '#/defs/B' was not found in the defs of the root schema.",
      twin: withDefs({ a: { ref: '#/defs/A' } }, { A: string }),
    },
  ],
  'ref-loop': [
    {
      ...vertex,
      place: 'parameters',
      schema: withDefs({ a: { ref: '#/defs/Node' } }, { Node: node(['next']) }),
      said: loop('parameters.defs.Node.next'),
      twin: withDefs({ a: { ref: '#/defs/Node' } }, { Node: node([]) }),
    },
  ],
  'defs-below-root': [
    {
      ...vertex,
      schema: withDefs({ a: string }, { A: string }),
      said: 'Schema.defs is only allowed at the root of the schema, but was found at parameters.x.',
      twin: object({ a: string }),
    },
  ],
  'additional-properties-invalid': [
    {
      ...vertex,
      schema: { ...object({ a: string }), additionalProperties: 'no' },
      said: 'Schema.additional_properties must be a boolean or a schema, but is neither at parameters.x.',
      twin: { ...object({ a: string }), additionalProperties: false },
    },
  ],
  'any-of-with-siblings': [
    {
      ...vertex,
      schema: { anyOf: [string], description: 'd' },
      said: `${refused} \`F\` functionDeclaration \`parameters.x\` schema specified other fields alongside any_of. ${advice} ${aboutFunctions}`,
      twin: { anyOf: [{ type: 'STRING', description: 'd' }] },
    },
    {
      ...vertex,
      place: 'response',
      schema: { anyOf: [string], nullable: true },
      said: `${refused} one or more response schemas specified other fields alongside any_of. ${advice}`,
      twin: { anyOf: [{ type: 'STRING', nullable: true }] },
    },
    {
      schema: { anyOf: [string], title: 't' },
      said: `${refused} \`F\` functionDeclaration \`parameters.x\` schema specified other fields alongside any_of. ${advice} ${aboutFunctions}`,
      twin: { anyOf: [string, { type: 'NULL' }], description: 'd', nullable: true },
    },
  ],
  'schema-type-missing': [
    {
      ...vertex,
      schema: object({ meta: object({ width: {} }) }),
      said: `${refused} \`F\` functionDeclaration \`parameters.x.meta.width\` schema didn't specify the schema type field. ${aboutFunctions}`,
      twin: object({ meta: object({ width: { type: 'NUMBER' } }) }),
    },
    {
      ...vertex,
      place: 'response',
      schema: object({ a: {} }),
      said: `${refused} one or more response schemas didn't specify the schema type field. Learn more: ${docs}/control-generated-output`,
      twin: object({ a: { anyOf: [string] } }),
    },
  ],
  'nesting-too-deep': [
    {
      place: 'parameters',
      nestingLimit: 1,
      schema: object({ a: object({ b: string }) }),
      said: "FunctionDeclaration 'F' in the request exceeds the maximum allowed nesting depth.",
      twin: object({ a: string }),
    },
  ],
}

const tree = (children: object) => ({
  type: 'object',
  properties: { root: { $ref: '#/$defs/X' } },
  $defs: { X: { type: 'object', properties: { children }, required: ['children'] } },
})
const list = { type: 'array', items: { $ref: '#/$defs/X' } }
const json = { place: 'parametersJsonSchema' } as const

const jsonSchema: Record<JsonSchemaRuleId, readonly SchemaCase[]> = {
  'reference-undefined': [
    {
      ...json,
      schema: { type: 'object', properties: { a: { $ref: '#/$defs/Missing' } } },
      said: 'reference to undefined schema at properties.a',
      twin: { type: 'object', properties: { a: { $ref: '#/$defs/There' } }, $defs: { There: {} } },
    },
    {
      ...json,
      schema: { type: 'object', properties: { a: { anyOf: [{}, { $ref: 'https://example.com/x' }] } } },
      said: 'reference to undefined schema at properties.a.anyOf.1',
      twin: { type: 'object', properties: { a: { $ref: '#/definitions/b%20c' } }, definitions: { 'b c': {} } },
    },
    {
      place: 'responseJsonSchema',
      schema: { $ref: '#/$defs/X' },
      said: 'reference to undefined schema at top-level',
      twin: { $ref: '#/$defs/X', $defs: { X: { type: 'object' } } },
    },
  ],
  'reference-with-siblings': [
    {
      ...json,
      schema: { type: 'object', properties: { a: { $ref: '#/$defs/X', title: 't' } }, $defs: { X: {} } },
      said: "schema at properties.a can only contain properties starting with '$' when $ref is present",
      twin: { type: 'object', properties: { a: { $ref: '#/$defs/X', $comment: 't' } }, $defs: { X: {} } },
    },
  ],
  'reference-loop': [
    // As measured on gemini-3.8-flash, 2026-09-27 and 28.
    {
      ...json,
      schema: tree({ ...list, minItems: 1 }),
      said: loop('$defs.X.properties.children.items'),
      twin: tree(list),
    },
    {
      ...json,
      schema: tree({ ...list, type: ['array', 'null'] }),
      said: loop('$defs.X.properties.children.items'),
      twin: tree({ anyOf: [list, { type: 'null' }] }),
    },
  ],
  'nesting-too-deep': [
    {
      place: 'responseJsonSchema',
      nestingLimit: 1,
      schema: { type: 'array', items: { type: 'array' } },
      said: 'A schema in GenerationConfig in the request exceeds the maximum allowed nesting depth.',
      twin: { type: 'array', items: { type: 'string' } },
    },
  ],
  'parameters-not-object': [
    {
      ...json,
      schema: { type: 'array' },
      said: notObject,
      twin: { $ref: '#/$defs/X', $defs: { X: { type: 'object' } } },
    },
  ],
}

testSchemaCases('schema', validator)
testSchemaCases('schema', backend)
testSchemaCases('json-schema', jsonSchema)
