import { Ajv2020 } from 'ajv/dist/2020.js'
import type { JsonObject } from '../../src/core/json.ts'
import {
  isSchemaObject,
  readJsonSchemaDocument,
  resolveReference,
} from '../../src/emulator/accept/schema/json-schema-document.ts'
import { eachSchemaObject } from './each-schema.ts'
import { isRegularExpression } from './is-regular-expression.ts'

const draft = 'https://json-schema.org/draft/2020-12/schema'
const isSchema = new Ajv2020({ strict: false, allErrors: true, logger: false }).getSchema(draft)

/**
 * Whether a schema is one by the meta-schema of 2020-12, as ajv has it; and by what the meta-schema cannot say or says by a
 * format, which ajv skips there: patterns are regular expressions, references lead to something.
 */
export function checkValidJsonSchema(schema: JsonObject): string[] {
  if (isSchema === undefined) throw new Error('ajv has lost the meta-schema of 2020-12.')
  const breaches: string[] = []
  const { $schema = draft } = schema
  if ($schema !== draft && $schema !== `${draft}#`) breaches.push(`/$schema: is not ${draft}`)
  if (!isSchema(schema)) {
    for (const { instancePath, message } of isSchema.errors ?? []) breaches.push(`${instancePath}: ${message}`)
  }
  const document = readJsonSchemaDocument(schema)
  for (const { schema: each, pointer } of eachSchemaObject(schema)) {
    for (const pattern of patternsOf(each)) {
      if (!isRegularExpression(pattern)) breaches.push(`${pointer}: ${pattern} is no regular expression`)
    }
    const { $ref } = each
    if (typeof $ref !== 'string') continue
    if (resolveReference(document, $ref, { definitions: true, schemasOnly: true }) === undefined)
      breaches.push(`${pointer}: refers to ${$ref}, which is not there`)
  }
  return breaches
}

function patternsOf({ pattern, patternProperties }: JsonObject): string[] {
  return [
    ...(typeof pattern === 'string' ? [pattern] : []),
    ...(isSchemaObject(patternProperties) ? Object.keys(patternProperties) : []),
  ]
}
