import type { Endpoint } from './endpoint.ts'
import type { ScalarKind } from './proto-scalars.ts'

/** A field of the proto message `Schema`. */
export type SchemaField =
  | { readonly kind: ScalarKind; readonly proto: string }
  | { readonly kind: 'type'; readonly proto: 'type' }
  /** google.protobuf.Value: any JSON, null included. */
  | { readonly kind: 'value'; readonly proto: string }
  | { readonly kind: 'schema'; readonly proto: 'items' }
  /** google.protobuf.Value to the parser; documented as a boolean or a schema. */
  | { readonly kind: 'bool-or-schema'; readonly proto: 'additional_properties' }
  | { readonly kind: 'schema-map'; readonly proto: 'properties' | 'defs' }
  | { readonly kind: 'repeated-string'; readonly proto: 'enum' | 'required' | 'property_ordering' }
  | { readonly kind: 'repeated-schema'; readonly proto: 'any_of' | 'all_of' | 'one_of' }

/** The proto names of the fields of one kind. */
export type FieldNamed<Kind extends SchemaField['kind']> = Extract<SchemaField, { readonly kind: Kind }>['proto']

const common: readonly SchemaField[] = [
  { proto: 'type', kind: 'type' },
  { proto: 'format', kind: 'string' },
  { proto: 'title', kind: 'string' },
  { proto: 'description', kind: 'string' },
  { proto: 'nullable', kind: 'bool' },
  { proto: 'enum', kind: 'repeated-string' },
  { proto: 'items', kind: 'schema' },
  { proto: 'max_items', kind: 'int64' },
  { proto: 'min_items', kind: 'int64' },
  { proto: 'properties', kind: 'schema-map' },
  { proto: 'required', kind: 'repeated-string' },
  { proto: 'min_properties', kind: 'int64' },
  { proto: 'max_properties', kind: 'int64' },
  { proto: 'minimum', kind: 'double' },
  { proto: 'maximum', kind: 'double' },
  { proto: 'min_length', kind: 'int64' },
  { proto: 'max_length', kind: 'int64' },
  { proto: 'pattern', kind: 'string' },
  { proto: 'example', kind: 'value' },
  { proto: 'any_of', kind: 'repeated-schema' },
  { proto: 'property_ordering', kind: 'repeated-string' },
  { proto: 'default', kind: 'value' },
]

/** Undocumented, but measured as parsed by the Vertex message. Not in the proto of AI Studio, where no probe was made. */
const composition: readonly SchemaField[] = [
  { proto: 'all_of', kind: 'repeated-schema' },
  { proto: 'one_of', kind: 'repeated-schema' },
]

const vertexOnly: readonly SchemaField[] = [
  { proto: 'additional_properties', kind: 'bool-or-schema' },
  { proto: 'ref', kind: 'string' },
  { proto: 'defs', kind: 'schema-map' },
]

/** The lowerCamelCase name that protoc gives a field in JSON. */
function jsonName(proto: string): string {
  return proto.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Proto-JSON takes a field under its JSON name and under its proto name. */
function byName(...tables: readonly (readonly SchemaField[])[]): ReadonlyMap<string, SchemaField> {
  const fields = tables.flat()
  return new Map(
    fields.flatMap((field) => [
      [field.proto, field],
      [jsonName(field.proto), field],
    ]),
  )
}

const aiStudio = byName(common)
const aiStudioLenient = byName(common, composition)
const vertex = byName(common, composition, vertexOnly)

/** The fields of an endpoint's Schema message, by every name that the parser takes. */
export function schemaFields(endpoint: Endpoint, strict: boolean): ReadonlyMap<string, SchemaField> {
  if (endpoint !== 'ai-studio') return vertex
  return strict ? aiStudio : aiStudioLenient
}
