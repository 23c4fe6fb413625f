import { type ParseRule, parseRejection, parseRule, type Rejection } from '../rule/rule.ts'

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

/** Every rule of the transcoder. */
export const protoRules = [
  name('root-not-message', 'The body is an object.', writer, 'Root element must be a message.'),
  name('unknown-field', 'Every field is one of its message.', recorded, 'Cannot find field.'),
  name(
    'field-without-name',
    'No field has an empty name, and no list stands in a list.',
    writer,
    'Proto fields must have a name.',
  ),
  name(
    'list-for-singular',
    'A list stands only in a repeated field.',
    recorded,
    'Proto field is not repeating, cannot start list.',
  ),
  value('scalar-invalid', 'A scalar can be read as the type of its field.', shown),
  value('enum-value-unknown', 'A value of an enum is one that it declares.', shown),
  value('scalar-for-message', 'A message is an object.', shown),
  // The location is the message that holds the field, also where the object stands in a list of scalars.
  value('object-for-scalar', 'A scalar field holds no object.', () => 'Starting an object on a scalar field'),
  value('list-for-map', 'A map is an object.', (misfit) => `Cannot bind a list to map for field '${misfit.name}'.`),
  value(
    'list-in-map',
    'A value of a map is not a list.',
    (misfit) => `Cannot have repeated items ('${misfit.name}') within a map.`,
  ),
  name(
    'map-key-repeated',
    'A map has each key once.',
    writer,
    (misfit) => `Repeated map key: '${misfit.name}' is already set.`,
  ),
  value(
    'oneof-taken',
    'Only one field of a oneof is set.',
    (misfit) => `oneof field '${misfit.value}' is already set. Cannot set '${misfit.name}'`,
  ),
] as const

export type ProtoRuleId = (typeof protoRules)[number]['id']

const byId: ReadonlyMap<ProtoRuleId, ParseRule<Misfit, ProtoRuleId>> = new Map(
  protoRules.map((rule) => [rule.id, rule]),
)

/** A rejection by the transcoder. Its field is where the misfit stands. */
export function protoRejection(id: ProtoRuleId, misfit: Misfit): Rejection<ProtoRuleId> {
  return parseRejection(byId.get(id)!, misfit, misfit.at)
}

/** A rule about a name: its error ends with the reason. */
function name<const Id extends string>(
  id: Id,
  says: string,
  source: string,
  reason: string | ((misfit: Misfit) => string),
): ParseRule<Misfit, Id> {
  return parseRule(id, says, source, (misfit: Misfit) => {
    const why = typeof reason === 'string' ? reason : reason(misfit)
    return `Invalid JSON payload received. Unknown name "${misfit.name ?? ''}"${place(misfit)}: ${why}`
  })
}

/** A rule about a value: its error has the type of the field, and a text that shows the value or says what is wrong. */
function value<const Id extends string>(id: Id, says: string, text: (misfit: Misfit) => string): ParseRule<Misfit, Id> {
  const check = (misfit: Misfit) => `Invalid value${place(misfit)} (${misfit.type}), ${text(misfit)}`
  return parseRule(id, says, recorded, check)
}

function shown(misfit: Misfit): string {
  return misfit.value ?? ''
}

function place({ at }: Misfit): string {
  return at === '' ? '' : ` at '${at}'`
}
