import type { JsonObject } from '../../src/core/json.ts'
import { isSchemaObject } from '../../src/emulator/accept/schema/json-schema-document.ts'
import { eachSchemaObject } from './each-schema.ts'
import { checkValidJsonSchema } from './valid-json-schema.ts'

/**
 * What Anthropic's Messages API refuses in the `input_schema` of a tool that is not `strict`: one line a breach.
 *
 * - "JSON schema is invalid. It must match JSON Schema draft 2020-12": https://github.com/anthropics/claude-code/issues/63673
 * - A root of type `object`: https://docs.claude.com/en/api/messages (Tool.input_schema.type)
 * - "input_schema does not support oneOf, allOf, or anyOf at the top level": https://github.com/anthropics/claude-code/issues/5319
 * - "Property keys should match pattern": https://github.com/ComposioHQ/composio/issues/3500. The text names
 *   `input_schema.properties`, so it is sure for the root only (https://github.com/decocms/studio/pull/6874); others
 *   took it for every depth (https://github.com/ComposioHQ/composio/pull/3574), and so does a strict reading.
 */
export function checkAnthropic(schema: JsonObject): string[] {
  const breaches = checkValidJsonSchema(schema).map(
    (breach) => `${breach}. JSON schema is invalid. It must match JSON Schema draft 2020-12`,
  )
  if (schema['type'] !== 'object') breaches.push(": input_schema.type: Input should be 'object'")
  if (['oneOf', 'allOf', 'anyOf'].some((keyword) => Object.hasOwn(schema, keyword)))
    breaches.push(': input_schema does not support oneOf, allOf, or anyOf at the top level')
  for (const { schema: each, pointer } of eachSchemaObject(schema)) {
    const { properties } = each
    if (isSchemaObject(properties) && !Object.keys(properties).every((key) => propertyKey.test(key)))
      breaches.push(`${pointer}/properties: Property keys should match pattern '${propertyKey.source}'`)
  }
  return breaches
}

const propertyKey = /^[a-zA-Z0-9_.-]{1,64}$/

/**
 * What it refuses in a tool's name. 64 characters in its documents and in errors of 2025-03
 * (https://github.com/apify/tester-mcp-client/issues/11), 128 in later ones
 * (https://github.com/home-assistant/core/issues/147760): 64 are taken by both.
 */
export function checkAnthropicName(name: string): string[] {
  return /^[a-zA-Z0-9_-]{1,64}$/.test(name) ? [] : ["name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'"]
}
