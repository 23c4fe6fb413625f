import { type ParseRule, parseRule } from '../rule/rule.ts'

/** A value or a name that the transcoder cannot place. */
export interface Misfit {
  /** Where it stands, as errors print it: `tools[0].function_declarations[0].parameters`. The root is empty. */
  readonly at: string
  /** The name or key of the field, as the client spells it. */
  readonly name?: string
  /** The type that the field has, as errors name it. */
  readonly type?: string
  /** The value as errors print it, or what is wrong with it. */
  readonly value?: string
}

const writer = 'protobuf, protostream_objectwriter.cc'
const recorded = 'recorded on all three endpoints, 2024 to 2026'

export const rootNotMessage = name(
  'root-not-message',
  'The body is an object.',
  writer,
  () => 'Root element must be a message.',
)
export const unknownField = name(
  'unknown-field',
  'Every field is one of its message.',
  recorded,
  () => 'Cannot find field.',
)
export const fieldWithoutName = name(
  'field-without-name',
  'No field has an empty name, and no list stands in a list.',
  writer,
  () => 'Proto fields must have a name.',
)
export const listForSingular = name(
  'list-for-singular',
  'A list stands only in a repeated field.',
  recorded,
  () => 'Proto field is not repeating, cannot start list.',
)
export const mapKeyRepeated = name(
  'map-key-repeated',
  'A map has each key once.',
  writer,
  (key) => `Repeated map key: '${key}' is already set.`,
)
export const scalarInvalid = value('scalar-invalid', 'A scalar can be read as the type of its field.', recorded)
export const enumValueUnknown = value('enum-value-unknown', 'A value of an enum is one that it declares.', recorded)
export const scalarForMessage = value('scalar-for-message', 'A message is an object.', recorded)
/** The location is the message that holds the field, also where the object stands in a list of scalars. */
export const objectForScalar = value(
  'object-for-scalar',
  'A scalar field holds no object.',
  recorded,
  () => 'Starting an object on a scalar field',
)
export const listForMap = value(
  'list-for-map',
  'A map is an object.',
  recorded,
  ({ name }) => `Cannot bind a list to map for field '${name}'.`,
)
export const listInMap = value(
  'list-in-map',
  'A value of a map is not a list.',
  recorded,
  ({ name }) => `Cannot have repeated items ('${name}') within a map.`,
)
export const oneofTaken = value(
  'oneof-taken',
  'Only one field of a oneof is set.',
  recorded,
  ({ name, value: oneof }) => `oneof field '${oneof}' is already set. Cannot set '${name}'`,
)

/** Every rule of the transcoder. */
export const protoRules = [
  rootNotMessage,
  unknownField,
  fieldWithoutName,
  listForSingular,
  scalarInvalid,
  enumValueUnknown,
  scalarForMessage,
  objectForScalar,
  listForMap,
  listInMap,
  mapKeyRepeated,
  oneofTaken,
] as const

export type ProtoRuleId = (typeof protoRules)[number]['id']

/** A rule about a name: its error ends with the reason. */
function name<const Id extends string>(
  id: Id,
  says: string,
  source: string,
  reason: (name: string) => string,
): ParseRule<Misfit, Id> {
  return parseRule(
    id,
    says,
    source,
    (misfit: Misfit) =>
      `Invalid JSON payload received. Unknown name "${misfit.name ?? ''}"${place(misfit)}: ${reason(misfit.name ?? '')}`,
  )
}

/** A rule about a value: its error has the type of the field, and shows the value unless it has a text of its own. */
function value<const Id extends string>(
  id: Id,
  says: string,
  source: string,
  text: (misfit: Misfit) => string = (misfit) => misfit.value ?? '',
): ParseRule<Misfit, Id> {
  return parseRule(
    id,
    says,
    source,
    (misfit: Misfit) => `Invalid value${place(misfit)} (${misfit.type}), ${text(misfit)}`,
  )
}

function place({ at }: Misfit): string {
  return at === '' ? '' : ` at '${at}'`
}
