import fc from 'fast-check'
import type { Json } from '../../src/core/json.ts'

/** Strings that look like something else. */
export const trickyStrings: readonly string[] = [
  ...[
    '',
    'a',
    'abc',
    'x',
    'y1',
    'hello world',
    '5',
    ' 1 ',
    '-0',
    '1e3',
    'null',
    'true',
    '"x"',
    '"',
    '[]',
    '{}',
    '{"a":1}',
    '[1,"a"]',
  ],
  ...[
    '{"key":"a","value":1}',
    '2024-01-01T00:00:00Z',
    'ada@example.com',
    'ü',
    '日本',
    '😀',
    '\u0000',
    '__proto__',
    'option_1',
    'undefined',
  ],
]

const leaf: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, 1, -1, 5, 2.5, 1e15, -0.5),
  fc.constantFrom<Json>(...trickyStrings),
)

/** Any JSON value, small. */
export const jsonValue: fc.Arbitrary<Json> = fc.oneof(
  { weight: 5, arbitrary: leaf },
  { weight: 1, arbitrary: fc.array(leaf, { maxLength: 3 }) },
  {
    weight: 1,
    arbitrary: fc.dictionary(fc.constantFrom('a', 'b', 'key', 'value', 'type'), leaf, {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  },
)
