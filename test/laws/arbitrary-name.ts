import fc from 'fast-check'

/** Names that a careless compiler takes for keywords, for its own, for paths or for the prototype. */
export const nastyNames: readonly string[] = [
  ...[
    'type',
    '$ref',
    'required',
    'properties',
    'title',
    'default',
    'enum',
    'items',
    'anyOf',
    'not',
    'examples',
    '$defs',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'a/b', 'a~b', 'a b', 'ünïcode', '日本', '%25', '#'],
  ...['key', 'value', 'item_0', 'extra_properties', 'option_1', 'rest', '_', '__'],
]

/** Names of properties: half of them plain. */
export const propertyName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'x_1'),
  fc.constantFrom(...nastyNames),
)
