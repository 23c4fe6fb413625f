import type { Evidence, RuleDescription } from '../rule/evidence.ts'
import type { ValidatorRuleId } from '../rule/rejection.ts'
import type { SchemaMessage } from './schema-message.ts'

/** What is wrong with one field of a schema. `field` goes behind the schema's path: `required[2]`. */
export interface Violation {
  readonly field: string
  readonly text: string
}

/** A rule between the fields of one Schema message. */
export interface ValidatorRule extends RuleDescription {
  readonly id: ValidatorRuleId
  /** Recorded up to Gemini 2.5 only, and not seen with later models. */
  readonly isLegacy?: true
  check(message: SchemaMessage): readonly Violation[]
}

const fine: readonly Violation[] = []

function violation(field: string, text: string): readonly Violation[] {
  return [{ field, text }]
}

/** Recorded on AI Studio and Cloud Code. Vertex reuses the texts of AI Studio for newer checks; which ones is not recorded. */
const recorded: Evidence = { 'ai-studio': 'known', 'cloud-code': 'known', vertex: 'unsure' }
const everywhere: Evidence = { 'ai-studio': 'known', 'cloud-code': 'known', vertex: 'known' }
const doubtful: Evidence = { 'ai-studio': 'unsure', 'cloud-code': 'unsure', vertex: 'unsure' }

const onlyForObjects = 'only allowed for OBJECT type'

/** In the order in which a schema's lines are printed: that of the fields in the proto. */
export const validatorRules: readonly ValidatorRule[] = [
  {
    id: 'type-missing',
    says: 'A schema has a type.',
    source: 'recorded on AI Studio up to 2025; a description alone passes on gemini-3.8-flash',
    // Vertex and Cloud Code say it in another stage and other words. AI Studio was seen to tolerate it on late models.
    evidence: { 'ai-studio': 'unsure' },
    isLegacy: true,
    check: (message) => (lacksType(message) ? violation('type', 'must be specified') : fine),
  },
  {
    id: 'string-format-unknown',
    says: 'The format of a string is `enum` or `date-time`.',
    source: 'https://github.com/google-gemini/gemini-cli/issues/3178',
    // The proto's comment says since late 2025 that any value is allowed.
    evidence: doubtful,
    isLegacy: true,
    check: ({ type, format }) =>
      type !== 'STRING' || isOneOf(format, '', 'enum', 'date-time')
        ? fine
        : violation('format', "only 'enum' and 'date-time' are supported for STRING type"),
  },
  {
    id: 'number-format-unknown',
    says: 'The format of a number is `float` or `double`, that of an integer `int32` or `int64`.',
    source: 'documentation of Schema',
    // Only the formats are documented. The sentence follows that of strings.
    evidence: doubtful,
    isLegacy: true,
    check: checkNumberFormat,
  },
  {
    id: 'enum-on-non-string',
    says: 'An enum belongs to a string.',
    source: 'https://github.com/anomalyco/opencode/issues/28397',
    evidence: recorded,
    check: (message) =>
      message.enum.length === 0 || isOneOf(message.type, 'STRING', 'INTEGER')
        ? fine
        : violation('enum', 'only allowed for STRING type'),
  },
  {
    id: 'enum-on-integer',
    says: 'An enum does not belong to an integer.',
    source: 'https://github.com/router-for-me/CLIProxyAPI/pull/1261',
    // Vertex documents INTEGER with an enum of digits, and one report has it pass on AI Studio.
    evidence: { 'ai-studio': 'unsure', 'cloud-code': 'known', vertex: 'unsure' },
    check: (message) =>
      message.enum.length > 0 && message.type === 'INTEGER' ? violation('enum', 'only allowed for STRING type') : fine,
  },
  {
    id: 'enum-member-empty',
    says: 'No member of an enum is empty.',
    source: 'recorded on all three endpoints, 2025 to 2026-08',
    evidence: everywhere,
    check: (message) => indexed(message.enum, 'enum', (member) => member === '', 'cannot be empty'),
  },
  {
    id: 'enum-format-without-enum',
    says: 'A string with the format `enum` has an enum.',
    source: 'https://github.com/elastic/kibana/pull/286302',
    evidence: { 'ai-studio': 'unsure', 'cloud-code': 'unsure', vertex: 'known' },
    check: (message) =>
      message.type === 'STRING' && message.format === 'enum' && message.enum.length === 0
        ? violation('enum', 'should be non-empty for STRING type with enum format')
        : fine,
  },
  {
    id: 'items-missing',
    says: 'An array has items.',
    source: 'https://github.com/cline/cline/issues/7926',
    evidence: recorded,
    check: ({ type, items }) => (type === 'ARRAY' && items === undefined ? violation('items', 'missing field.') : fine),
  },
  {
    id: 'items-on-non-array',
    says: 'Items belong to an array.',
    source: 'recorded on AI Studio and Cloud Code, 2026',
    evidence: recorded,
    check: ({ type, items }) =>
      type !== 'ARRAY' && items !== undefined
        ? violation('items', 'field predicate failed: $type == Type.ARRAY')
        : fine,
  },
  {
    id: 'properties-on-non-object',
    says: 'Properties belong to an object.',
    source: 'recorded on AI Studio, 2026-02 to 2026-09',
    evidence: recorded,
    check: (message) =>
      message.type !== 'OBJECT' && message.properties.length > 0 ? violation('properties', onlyForObjects) : fine,
  },
  {
    id: 'properties-empty',
    says: 'An object has properties; at the root of parameters only up to Gemini 2.5.',
    source: 'https://github.com/browser-use/browser-use/issues/3786',
    // Late models take an empty root; nothing later than 2025 is recorded for nested ones. No report has an object that says
    // what its other properties are (`additionalProperties`) refused.
    evidence: doubtful,
    check: (message) =>
      message.type === 'OBJECT' && message.properties.length === 0 && !message.set.has('additional_properties')
        ? violation('properties', 'should be non-empty for OBJECT type')
        : fine,
  },
  {
    id: 'property-key-empty',
    says: 'No property has an empty name.',
    source: 'public live probe of Cloud Code, 2026-09',
    evidence: { 'ai-studio': 'unsure', 'cloud-code': 'known', vertex: 'unsure' },
    check: (message) =>
      message.properties.some(({ key }) => key === '') ? violation('properties[]', 'key cannot be empty') : fine,
  },
  {
    id: 'required-on-non-object',
    says: 'Required names belong to an object.',
    source: 'recorded on AI Studio, 2026-02 to 2026-09',
    evidence: recorded,
    check: (message) =>
      message.type !== 'OBJECT' && message.required.length > 0 ? violation('required', onlyForObjects) : fine,
  },
  {
    id: 'required-undefined',
    says: 'Required names are names of properties.',
    source: 'https://github.com/moltis-org/moltis/issues/747',
    evidence: recorded,
    check: (message) => undefinedNames(message, 'required'),
  },
  {
    id: 'property-ordering-on-non-object',
    says: 'An order of properties belongs to an object.',
    source: 'by analogy with required names',
    evidence: recorded,
    check: (message) =>
      message.type !== 'OBJECT' && message.property_ordering.length > 0
        ? violation('property_ordering', onlyForObjects)
        : fine,
  },
  {
    id: 'property-ordering-undefined',
    says: 'Names in an order of properties are names of properties.',
    source: 'recorded on AI Studio and Cloud Code, 2026',
    evidence: recorded,
    check: (message) => undefinedNames(message, 'property_ordering'),
  },
]

/** Fields that complain of a missing type themselves; recorded answers have no second line for it. */
const fieldsBoundToType = ['enum', 'items', 'properties', 'required', 'property_ordering']

function lacksType(message: SchemaMessage): boolean {
  return (
    message.type === 'TYPE_UNSPECIFIED' &&
    !isComposed(message) &&
    !fieldsBoundToType.some((field) => message.set.has(field))
  )
}

/** Such a schema takes its type from its branches or from what it refers to. */
export function isComposed({ set }: SchemaMessage): boolean {
  return set.has('any_of') || set.has('all_of') || set.has('one_of') || set.has('ref')
}

function checkNumberFormat({ type, format }: SchemaMessage): readonly Violation[] {
  if (type === 'NUMBER' && !isOneOf(format, '', 'float', 'double')) {
    return violation('format', "only 'float' and 'double' are supported for NUMBER type")
  }
  if (type === 'INTEGER' && !isOneOf(format, '', 'int32', 'int64')) {
    return violation('format', "only 'int32' and 'int64' are supported for INTEGER type")
  }
  return fine
}

function undefinedNames(message: SchemaMessage, field: 'required' | 'property_ordering'): readonly Violation[] {
  const names = message[field]
  if (message.type !== 'OBJECT' || names.length === 0) return fine
  const defined = new Set(message.properties.map(({ key }) => key))
  return indexed(names, field, (name) => !defined.has(name), 'property is not defined')
}

function indexed(values: readonly string[], field: string, isWrong: (value: string) => boolean, text: string) {
  const violations: Violation[] = []
  for (const [index, value] of values.entries()) {
    if (isWrong(value)) violations.push({ field: `${field}[${index}]`, text })
  }
  return violations
}

function isOneOf(value: string, ...allowed: readonly string[]): boolean {
  return allowed.includes(value)
}
