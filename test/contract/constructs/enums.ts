import type { Construct } from '../construct.ts'
import { allBreaking, breaking, has, within } from '../construct.ts'

const many = Array.from({ length: 1500 }, (_, index) => `value-${index}`)

/** Lists of values. */
export const enums: readonly Construct[] = [
  {
    name: 'an enum of strings',
    schema: { type: 'string', enum: ['celsius', 'fahrenheit'] },
    valid: ['celsius'],
    invalid: allBreaking('enum', ['kelvin', '', 1, null]),
  },
  {
    name: 'an enum of strings without a type',
    schema: { enum: ['a', 'b'] },
    valid: ['a'],
    invalid: allBreaking('enum', ['c', 5]),
  },
  {
    name: 'an enum beside more types than it has',
    schema: { type: ['array', 'boolean', 'number', 'object', 'string', 'null'], enum: ['public', 'unlisted'] },
    valid: ['public'],
    invalid: allBreaking('enum', ['private', 5, null]),
  },
  {
    name: 'an enum with the empty string',
    schema: { type: 'string', enum: ['', 'a', '""'] },
    valid: ['', 'a', '""'],
    invalid: allBreaking('enum', ['b', 0]),
  },
  {
    name: 'an enum of integers',
    schema: { type: 'integer', enum: [1, 2, 3] },
    valid: [1, 3],
    invalid: allBreaking('enum', [4, 'x']),
  },
  {
    name: 'an enum of numbers',
    schema: { enum: [0.5, 2, -1e21] },
    valid: [0.5, -1e21],
    invalid: allBreaking('enum', [1]),
  },
  {
    name: 'an enum of booleans',
    schema: { enum: [true] },
    valid: [true],
    // A boolean that is told to be true is plainer than a text of "true".
    invalid: [breaking('enum', false, has('enumOfAnything')), breaking('enum', 'x')],
  },
  {
    name: 'a mixed enum',
    schema: { enum: ['1', 1, true, 'true', null, 'null'] },
    valid: ['1', 1, true, 'true', null, 'null'],
    invalid: allBreaking('enum', ['x', 2, {}]),
  },
  {
    name: 'an enum of objects and lists',
    schema: { enum: [{ a: 1 }, { a: 2 }, [1], []] },
    valid: [{ a: 1 }, { a: 2 }, [1], []],
    invalid: allBreaking('enum', [{ a: 3 }, [2], 'x']),
  },
  { name: 'a const string', schema: { const: 'x' }, valid: ['x'], invalid: allBreaking('const', ['y', 1]) },
  {
    name: 'a const number',
    schema: { type: 'number', const: 1.5 },
    valid: [1.5],
    invalid: allBreaking('const', [2, 'x']),
  },
  {
    name: 'a const object',
    schema: { const: { kind: 'a' } },
    valid: [{ kind: 'a' }],
    invalid: allBreaking('const', [{ kind: 'b' }, {}]),
  },
  { name: 'a const null', schema: { const: null }, valid: [null], invalid: allBreaking('const', [0, 'null']) },
  {
    name: '1,500 enum values',
    schema: { type: 'object', properties: { v: { enum: many } }, required: ['v'], additionalProperties: false },
    valid: [{ v: 'value-0' }, { v: 'value-1499' }],
    invalid: allBreaking('enum', [{ v: 'value-1500' }], within('enumValues', many.length)),
  },
]
