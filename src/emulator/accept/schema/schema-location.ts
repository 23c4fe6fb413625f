import { type Endpoint, endpointProfiles } from '../../api/endpoint.ts'

/** Which field of the request holds the schema. */
export type SchemaPlace = 'parameters' | 'response'

/** Where in the request the schema stands. */
export interface SchemaLocation {
  /** Index in `tools`. null: `tools` was a lone object, and parse errors print no index. Default 0. */
  readonly tool?: number | null
  /** Index in `function_declarations`; null as for `tool`. Default 0. */
  readonly declaration?: number | null
  /** In front of every location of a parse error. Default: `request.` on Cloud Code, else nothing. */
  readonly prefix?: string
  /** The field's name as the client spells it. Default `parameters` or `responseSchema`. */
  readonly spelling?: string
}

/** A location, written out for the two grammars of paths. */
export interface SchemaPath {
  /** Location of the message that holds the schema, in parse errors. */
  readonly holder: string
  /** Location of the schema itself, in parse errors. */
  readonly parse: string
  /** The client's name of the field. */
  readonly spelling: string
  /** Path of the schema in lines of the validator, which always print an index. */
  readonly validate: string
}

export function schemaPath(endpoint: Endpoint, place: SchemaPlace, location: SchemaLocation = {}): SchemaPath {
  const prefix = location.prefix ?? endpointProfiles[endpoint].prefix
  const { tool = 0, declaration = 0 } = location
  if (place === 'response')
    return pathOf(prefix, 'generation_config', 'response_schema', location.spelling ?? 'responseSchema')
  const holder = `tools${index(tool)}.function_declarations${index(declaration)}`
  const path = pathOf(prefix, holder, 'parameters', location.spelling ?? 'parameters')
  const validate = `GenerateContentRequest.tools[${tool ?? 0}].function_declarations[${declaration ?? 0}].parameters`
  return { ...path, validate }
}

function pathOf(prefix: string, holder: string, field: string, spelling: string): SchemaPath {
  return {
    holder: `${prefix}${holder}`,
    parse: `${prefix}${holder}.${field}`,
    spelling,
    validate: `GenerateContentRequest.${holder}.${field}`,
  }
}

function index(position: number | null): string {
  return position === null ? '' : `[${position}]`
}
