import { expect, test } from 'vitest'
import { parseRequest } from '../parse-request.ts'
import { type ProtoRuleId, protoRules } from './proto-rules.ts'

const unknown = (name: string, place: string, reason: string) =>
  `Invalid JSON payload received. Unknown name "${name}"${place}: ${reason}`
const config = " at 'generation_config'"
const part = 'contents[0].parts[0]'
const schema = 'tools[0].function_declarations[0].parameters'
const parameters = (text: string) => `{"tools":[{"functionDeclarations":[{"parameters":${text}}]}]}`
const parts = (text: string) => `{"contents":[{"parts":[${text}]}]}`

/** A body that breaks the rule, the text of the error, and the field of the violation. */
const cases: Readonly<Record<ProtoRuleId, readonly [body: string, message: string, field?: string]>> = {
  'root-not-message': ['[]', unknown('', '', 'Root element must be a message.')],
  'unknown-field': ['{"toolz":[]}', unknown('toolz', '', 'Cannot find field.')],
  'field-without-name': [
    '{"generationConfig":{"":1}}',
    unknown('', config, 'Proto fields must have a name.'),
    'generation_config',
  ],
  'list-for-singular': [
    '{"generationConfig":{"topP":[1]}}',
    unknown('topP', config, 'Proto field is not repeating, cannot start list.'),
    'generation_config',
  ],
  'map-key-repeated': [
    parameters('{"properties":{"a":{},"a":{}}}'),
    unknown('a', ` at '${schema}.properties[0]'`, "Repeated map key: 'a' is already set."),
    `${schema}.properties[0]`,
  ],
  'scalar-invalid': [
    '{"generationConfig":{"topP":"x"}}',
    `Invalid value at 'generation_config.top_p' (TYPE_FLOAT), "x"`,
    'generation_config.top_p',
  ],
  'enum-value-unknown': [
    parameters('{"type":"text"}'),
    `Invalid value at '${schema}.type' (type.googleapis.com/google.ai.generativelanguage.v1beta.Type), "text"`,
    `${schema}.type`,
  ],
  'scalar-for-message': [
    '{"generationConfig":1}',
    "Invalid value at 'generation_config' (type.googleapis.com/google.ai.generativelanguage.v1beta.GenerationConfig), 1",
    'generation_config',
  ],
  'object-for-scalar': [
    parts('{"text":{}}'),
    `Invalid value at '${part}' (text), Starting an object on a scalar field`,
    part,
  ],
  'list-for-map': [
    parameters('{"properties":[]}'),
    `Invalid value at '${schema}' (Map), Cannot bind a list to map for field 'properties'.`,
    schema,
  ],
  'list-in-map': [
    parameters('{"properties":{"a":[]}}'),
    `Invalid value at '${schema}.properties[0].value' (Map), Cannot have repeated items ('a') within a map.`,
    `${schema}.properties[0].value`,
  ],
  'oneof-taken': [
    parts('{"text":"a","functionCall":{}}'),
    `Invalid value at '${part}' (oneof), oneof field 'data' is already set. Cannot set 'functionCall'`,
    part,
  ],
}

test.each(protoRules)('$id: $says', ({ id }) => {
  const [body, message, field] = cases[id]
  const { rejections } = parseRequest(body, 'GenerateContentRequest', { endpoint: 'ai-studio' })
  expect(rejections).toEqual([{ stage: 'parse', rule: id, message, ...(field !== undefined && { field }) }])
})
