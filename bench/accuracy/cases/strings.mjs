/** Formats are annotations: no instance depends on them. Whether they still reach the model is counted as a note. */
export const formats = [
  { name: 'email', schema: { type: 'string', format: 'email' }, valid: ['a@b.de'], invalid: [1] },
  { name: 'uri', schema: { type: 'string', format: 'uri' }, valid: ['https://a.de'], invalid: [1] },
  {
    name: 'uuid',
    schema: { type: 'string', format: 'uuid' },
    valid: ['0b0e4a54-7c8c-4c46-8f0c-0d0f0b0e4a54'],
    invalid: [{}],
  },
  { name: 'date', schema: { type: 'string', format: 'date' }, valid: ['2026-01-31'], invalid: [20260131] },
  { name: 'date-time', schema: { type: 'string', format: 'date-time' }, valid: ['2026-01-31T12:00:00Z'], invalid: [0] },
  { name: 'int64', schema: { type: 'integer', format: 'int64' }, valid: [12], invalid: ['12'] },
  {
    name: 'uint8',
    schema: { type: 'integer', format: 'uint8', minimum: 0, maximum: 255 },
    valid: [255],
    invalid: [256, -1],
  },
  { name: 'float', schema: { type: 'number', format: 'float' }, valid: [1.5], invalid: ['1.5'] },
  {
    name: 'one of our own',
    schema: { type: 'string', format: 'iban', minLength: 15 },
    valid: ['DE02120300000000202051'],
    invalid: ['DE02'],
  },
]

export const patterns = [
  { name: 'anchored', schema: { type: 'string', pattern: '^[a-z]{3}$' }, valid: ['abc'], invalid: ['abcd', 'ab1'] },
  { name: 'not anchored', schema: { type: 'string', pattern: '[0-9]' }, valid: ['a1', '5'], invalid: ['abc'] },
  {
    name: 'with a length',
    schema: { type: 'string', pattern: '^A', maxLength: 3 },
    valid: ['Abc'],
    invalid: ['Abcd', 'bcd'],
  },
  { name: 'without a type', schema: { pattern: '^#' }, valid: ['#fff'], invalid: ['fff'] },
  {
    name: 'semantic version',
    schema: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
    valid: ['1.2.3'],
    invalid: ['1.2', 'v1.2.3'],
  },
  { name: 'with lookahead', schema: { type: 'string', pattern: '^(?!tmp)\\w+$' }, valid: ['data'], invalid: ['tmp1'] },
  {
    name: 'in array items',
    schema: { type: 'array', items: { type: 'string', pattern: '^@' } },
    valid: [['@a']],
    invalid: [['a']],
  },
]
