/** Tools that ask every dialect for its encodings: MCP tools with recursion, records, tuples, unions, odd names and no parameters. */
export const awkwardTools = [
  {
    name: 'orders.place/v2',
    description: 'Places an order.',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object' as const,
      properties: {
        prices: { type: 'object', additionalProperties: { type: 'number', exclusiveMinimum: 0 } },
        corner: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }], items: false, minItems: 2 },
        size: { enum: [1, 2] },
        currency: { const: 'EUR' },
        note: { type: ['string', 'null'], maxLength: 200 },
        tags: { type: 'array', items: { type: 'string', pattern: '^[a-z]+$' }, uniqueItems: true, maxItems: 9 },
        target: {
          oneOf: [
            { type: 'object', properties: { shop: { type: 'integer' } }, required: ['shop'] },
            { type: 'object', properties: { street: { type: 'string' } }, required: ['street'] },
          ],
        },
        tree: { $ref: '#/$defs/tree' },
        when: { type: 'string', format: 'date-time', default: '2026-01-01T00:00:00Z' },
        meta: {},
      },
      required: ['prices', 'corner'],
      $defs: {
        tree: {
          type: 'object',
          properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
          required: ['name'],
        },
      },
    },
  },
  { name: 'ping', description: 'Answers.', inputSchema: { type: 'object' as const, properties: {} } },
]

/** A call of the first one, in the tool's own shape. */
export const awkwardCall = {
  toolName: 'orders.place/v2',
  input: {
    prices: { tea: 3.5, '': 1 },
    corner: [1, 'north'],
    size: 2,
    currency: 'EUR',
    note: 'by the door',
    tags: ['a', 'b'],
    target: { street: 'Elm' },
    tree: { name: 'a', children: [{ name: 'b', children: [{ name: 'c', children: [{ name: 'd' }] }] }] },
    when: '2026-02-03T04:05:06Z',
    meta: { deep: [1, { x: null }] },
  },
}
