/** Keywords about a document and its parts. An output is a new document and has none of them. */
export const documentKeywords: ReadonlySet<string> = new Set(
  '$schema $id id $anchor $dynamicAnchor $recursiveAnchor $vocabulary $defs definitions'.split(' '),
)

/** Keywords that hold subschemas: one, a list, either of these, or a map by name. */
export const schemaKeywords: ReadonlyMap<string, 'one' | 'list' | 'either' | 'map'> = new Map([
  ...(
    'additionalItems additionalProperties contains propertyNames not if then else unevaluatedItems ' +
    'unevaluatedProperties contentSchema'
  )
    .split(' ')
    .map((keyword) => [keyword, 'one'] as const),
  ...['prefixItems', 'allOf', 'anyOf', 'oneOf'].map((keyword) => [keyword, 'list'] as const),
  ['items', 'either'],
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'].map(
    (keyword) => [keyword, 'map'] as const,
  ),
])
