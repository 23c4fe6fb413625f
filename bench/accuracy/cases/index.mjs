import { arrays, tuples } from './arrays.mjs'
import { asTool } from './as-tool.mjs'
import { bounds, exclusiveBounds } from './bounds.mjs'
import { allOfs, anyOfs, nots, oneOfs } from './composition.mjs'
import { dependents, ifThens } from './conditions.mjs'
import { consts, enums, largeEnums } from './enums.mjs'
import { booleanSchemas, names } from './names.mjs'
import { deepNesting, descriptions } from './notes.mjs'
import { emptyObjects, patternProperties, records } from './objects.mjs'
import { recursions, refs } from './references.mjs'
import { booleanRequired, geminiSchemas, metadata, openApi } from './sources.mjs'
import { formats, patterns } from './strings.mjs'
import { tools } from './tools.mjs'
import { nullables, types } from './types.mjs'

const groups = {
  types,
  nullable: nullables,
  enum: enums,
  const: consts,
  'large enums': largeEnums,
  bounds,
  'exclusive bounds': exclusiveBounds,
  formats,
  patterns,
  arrays,
  tuples,
  records,
  patternProperties,
  'empty and open objects': emptyObjects,
  allOf: allOfs,
  anyOf: anyOfs,
  oneOf: oneOfs,
  not: nots,
  'if and then': ifThens,
  'dependent*': dependents,
  references: refs,
  recursion: recursions,
  'names like keywords': names,
  'boolean schemas': booleanSchemas,
  OpenAPI: openApi,
  'Gemini schemas': geminiSchemas,
  'boolean required': booleanRequired,
  metadata,
  descriptions,
  'deep nesting': deepNesting,
  'tools of MCP servers': tools,
}

/** Every case: a tool's parameters, with instances that it allows and instances that it does not. */
export const cases = Object.entries(groups).flatMap(([group, members]) =>
  members.map((each) => ({ group, id: `${group}: ${each.name}`, ...asTool(each) })),
)
