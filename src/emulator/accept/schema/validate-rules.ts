import type { Schema } from '../../api/message.ts'
import { type Evidence, type FieldError, knownEverywhere, rulesAbout, unsureEverywhere } from '../rule/rule.ts'
import { isComposed, isUntyped } from './read-schema.ts'

/** Recorded on AI Studio and Cloud Code. Vertex reuses the texts of AI Studio for newer checks; which ones is not recorded. */
const recorded: Evidence = { 'ai-studio': 'known', 'cloud-code': 'known', vertex: 'unsure' }

const onlyForObjects = 'only allowed for OBJECT type'

/** Rules between the fields of one Schema message, in the order of their lines: that of the fields in the proto. */
export const validateRules = rulesAbout<Schema>('validate')([
  {
    id: 'type-missing',
    says: 'A schema has a type.',
    source: 'recorded on AI Studio up to 2025; a description alone passes on gemini-3.8-flash',
    // Vertex and Cloud Code have `schema-type-missing`.
    evidence: { 'ai-studio': 'unsure' },
    upTo: '2.5',
    check: (message) => lacksType(message) && error('type', 'must be specified'),
  },
  {
    id: 'string-format-unknown',
    says: 'The format of a string is `enum` or `date-time`.',
    source: 'https://github.com/google-gemini/gemini-cli/issues/3178',
    // The proto's comment says since late 2025 that any value is allowed.
    evidence: unsureEverywhere,
    upTo: '2.5',
    check: ({ type, format = '' }) =>
      type === 'STRING' &&
      !isOneOf(format, '', 'enum', 'date-time') &&
      error('format', "only 'enum' and 'date-time' are supported for STRING type"),
  },
  {
    id: 'number-format-unknown',
    says: 'The format of a number is `float` or `double`, that of an integer `int32` or `int64`.',
    source: 'documentation of Schema',
    // Only the formats are documented. The text is that of strings.
    evidence: unsureEverywhere,
    upTo: '2.5',
    check: checkNumberFormat,
  },
  {
    id: 'enum-on-non-string',
    says: 'An enum belongs to a string.',
    source: 'https://github.com/anomalyco/opencode/issues/28397',
    evidence: recorded,
    check: (message) =>
      message.enum !== undefined &&
      !isOneOf(message.type, 'STRING', 'INTEGER') &&
      error('enum', 'only allowed for STRING type'),
  },
  {
    id: 'enum-on-integer',
    says: 'An enum does not belong to an integer.',
    source: 'https://github.com/router-for-me/CLIProxyAPI/pull/1261',
    // Vertex documents INTEGER with an enum of digits, and one report has it pass on AI Studio.
    evidence: { 'ai-studio': 'unsure', 'cloud-code': 'known', vertex: 'unsure' },
    check: (message) =>
      message.enum !== undefined && message.type === 'INTEGER' && error('enum', 'only allowed for STRING type'),
  },
  {
    id: 'enum-member-empty',
    says: 'No member of an enum is empty.',
    source: 'recorded on all three endpoints, 2025 to 2026-08',
    evidence: knownEverywhere,
    check: (message) => indexed(message.enum ?? [], 'enum', (member) => member === '', 'cannot be empty'),
  },
  {
    id: 'enum-format-without-enum',
    says: 'A string with the format `enum` has an enum.',
    source: 'https://github.com/elastic/kibana/pull/286302',
    evidence: { 'ai-studio': 'unsure', 'cloud-code': 'unsure', vertex: 'known' },
    check: (message) =>
      message.type === 'STRING' &&
      message.format === 'enum' &&
      message.enum === undefined &&
      error('enum', 'should be non-empty for STRING type with enum format'),
  },
  {
    id: 'items-missing',
    says: 'An array has items.',
    source: 'https://github.com/cline/cline/issues/7926',
    evidence: recorded,
    check: ({ type, items }) => type === 'ARRAY' && items === undefined && error('items', 'missing field.'),
  },
  {
    id: 'items-on-non-array',
    says: 'Items belong to an array.',
    source: 'recorded on AI Studio and Cloud Code, 2026',
    evidence: recorded,
    check: ({ type, items }) =>
      type !== 'ARRAY' && items !== undefined && error('items', 'field predicate failed: $type == Type.ARRAY'),
  },
  {
    id: 'properties-on-non-object',
    says: 'Properties belong to an object.',
    source: 'recorded on AI Studio, 2026-02 to 2026-09',
    evidence: recorded,
    check: (message) =>
      message.type !== 'OBJECT' && message.properties !== undefined && error('properties', onlyForObjects),
  },
  {
    id: 'properties-empty',
    says: 'An object has properties. At the root of parameters only up to Gemini 2.5; on AI Studio only before 2.5 anywhere in parameters, and in branches of `anyOf`.',
    source: 'https://github.com/browser-use/browser-use/issues/3786, of 2025; in requests that were taken, 2026',
    // Nothing later than 2025 is recorded for nested ones on Vertex and Cloud Code, and in response schemas. An object with `additionalProperties` is
    // refused in no report.
    evidence: unsureEverywhere,
    check: (message) =>
      message.type === 'OBJECT' &&
      message.properties === undefined &&
      message.additionalProperties === undefined &&
      error('properties', 'should be non-empty for OBJECT type'),
  },
  {
    id: 'property-key-empty',
    says: 'No property has an empty name.',
    source: 'public live probe of Cloud Code, 2026-09',
    evidence: { 'ai-studio': 'unsure', 'cloud-code': 'known', vertex: 'unsure' },
    check: (message) => Object.hasOwn(message.properties ?? {}, '') && error('properties[]', 'key cannot be empty'),
  },
  {
    id: 'required-on-non-object',
    says: 'Required names belong to an object.',
    source: 'recorded on AI Studio, 2026-02 to 2026-09',
    evidence: recorded,
    check: (message) =>
      message.type !== 'OBJECT' && message.required !== undefined && error('required', onlyForObjects),
  },
  {
    id: 'required-undefined',
    says: 'Required names are names of properties.',
    source: 'https://github.com/moltis-org/moltis/issues/747',
    evidence: recorded,
    check: (message) => undefinedNames(message, message.required, 'required'),
  },
  {
    id: 'property-ordering-on-non-object',
    says: '`propertyOrdering` belongs to an object.',
    source: 'by analogy with required names',
    evidence: recorded,
    check: (message) =>
      message.type !== 'OBJECT' && message.propertyOrdering !== undefined && error('property_ordering', onlyForObjects),
  },
  {
    id: 'property-ordering-undefined',
    says: 'Names in `propertyOrdering` are names of properties.',
    source: 'recorded on AI Studio and Cloud Code, 2026',
    evidence: recorded,
    check: (message) => undefinedNames(message, message.propertyOrdering, 'property_ordering'),
  },
])

/** Fields whose own rules report a missing type: recorded answers have no second line for it. */
const fieldsBoundToType = ['enum', 'items', 'properties', 'required', 'propertyOrdering'] as const

function lacksType(message: Schema): boolean {
  const isBound = fieldsBoundToType.some((field) => message[field] !== undefined)
  return isUntyped(message) && !isComposed(message) && !isBound
}

function checkNumberFormat({ type, format = '' }: Schema): readonly FieldError[] {
  if (type === 'NUMBER' && !isOneOf(format, '', 'float', 'double')) {
    return error('format', "only 'float' and 'double' are supported for NUMBER type")
  }
  if (type === 'INTEGER' && !isOneOf(format, '', 'int32', 'int64')) {
    return error('format', "only 'int32' and 'int64' are supported for INTEGER type")
  }
  return []
}

function error(path: string, text: string): readonly FieldError[] {
  return [{ path, text }]
}

function undefinedNames({ type, properties = {} }: Schema, names: readonly string[] = [], field: string) {
  return type === 'OBJECT'
    ? indexed(names, field, (name) => !Object.hasOwn(properties, name), 'property is not defined')
    : []
}

function indexed(values: readonly string[], field: string, isWrong: (value: string) => boolean, text: string) {
  const errors: FieldError[] = []
  for (const [index, value] of values.entries()) {
    if (isWrong(value)) errors.push({ path: `${field}[${index}]`, text })
  }
  return errors
}

function isOneOf(value: string | undefined, ...allowed: readonly string[]): boolean {
  return value !== undefined && allowed.includes(value)
}
