/** Tools as real MCP servers declare them, written anew: several features in one schema. */
export const tools = [
  {
    name: 'search issues',
    root: true,
    schema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Search text.', minLength: 1 },
        state: { type: 'string', enum: ['open', 'closed', 'all'], default: 'open' },
        labels: { type: 'array', items: { type: 'string' }, uniqueItems: true },
        per_page: { type: 'integer', exclusiveMinimum: 0, maximum: 100 },
        since: { type: ['string', 'null'], format: 'date-time' },
      },
      required: ['query'],
      additionalProperties: false,
    },
    valid: [{ query: 'a' }, { query: 'a', state: 'all', labels: ['x', 'y'], per_page: 100, since: null }],
    invalid: [
      {},
      { query: '' },
      { query: 'a', state: 'x' },
      { query: 'a', labels: ['x', 'x'] },
      { query: 'a', per_page: 0 },
      { query: 'a', since: 1 },
    ],
  },
  {
    name: 'edit a file',
    root: true,
    schema: {
      type: 'object',
      properties: {
        path: { type: 'string' },
        edits: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            properties: { oldText: { type: 'string' }, newText: { type: 'string' } },
            required: ['oldText', 'newText'],
            additionalProperties: false,
          },
        },
        dryRun: { type: 'boolean', default: false, description: 'Preview only.' },
      },
      required: ['path', 'edits'],
      additionalProperties: false,
    },
    valid: [{ path: 'a', edits: [{ oldText: 'x', newText: '' }] }],
    invalid: [
      { path: 'a', edits: [] },
      { path: 'a', edits: [{ oldText: 'x' }] },
      { edits: [{ oldText: 'x', newText: 'y' }] },
    ],
  },
  {
    name: 'query a database',
    root: true,
    schema: {
      type: 'object',
      properties: {
        filter: {
          type: 'object',
          additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
        },
        sort: {
          type: 'array',
          items: { type: 'object', properties: { by: { type: 'string' }, order: { enum: [1, -1] } }, required: ['by'] },
        },
        limit: { type: 'integer', minimum: 1, maximum: 1000 },
      },
      required: ['filter'],
    },
    valid: [{ filter: { a: 'x', b: 1 } }, { filter: {}, sort: [{ by: 'a', order: -1 }], limit: 10 }],
    invalid: [{ filter: { a: [] } }, { filter: {}, sort: [{ by: 'a', order: 0 }] }, { filter: {}, limit: 0 }, {}],
  },
  {
    name: 'send a message',
    root: true,
    schema: {
      type: 'object',
      properties: {
        to: {
          anyOf: [
            { type: 'string', format: 'email' },
            { type: 'array', items: { type: 'string', format: 'email' }, maxItems: 3 },
          ],
        },
        subject: { type: 'string', maxLength: 20 },
        priority: { enum: [1, 2, 3], default: 2 },
        headers: { type: 'object', patternProperties: { '^X-': { type: 'string' } }, additionalProperties: false },
      },
      required: ['to', 'subject'],
    },
    valid: [
      { to: 'a@b.c', subject: 'Hi' },
      { to: ['a@b.c'], subject: 'Hi', priority: 1, headers: { 'X-A': 'b' } },
    ],
    invalid: [
      { to: 'a@b.c' },
      { to: ['a', 'b', 'c', 'd'], subject: 'Hi' },
      { to: 'a', subject: 'Hi', priority: 4 },
      { to: 'a', subject: 'Hi', headers: { A: 'b' } },
      { to: 'a', subject: 'much longer than twenty' },
    ],
  },
  {
    name: 'draw shapes',
    root: true,
    schema: {
      type: 'object',
      properties: {
        shapes: { type: 'array', items: { oneOf: [{ $ref: '#/$defs/Circle' }, { $ref: '#/$defs/Line' }] } },
        size: {
          type: 'array',
          prefixItems: [
            { type: 'integer', minimum: 1 },
            { type: 'integer', minimum: 1 },
          ],
          items: false,
          minItems: 2,
        },
      },
      required: ['shapes', 'size'],
      $defs: {
        Point: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false, minItems: 2 },
        Circle: {
          type: 'object',
          properties: {
            kind: { const: 'circle' },
            at: { $ref: '#/$defs/Point' },
            r: { type: 'number', exclusiveMinimum: 0 },
          },
          required: ['kind', 'at', 'r'],
        },
        Line: {
          type: 'object',
          properties: { kind: { const: 'line' }, from: { $ref: '#/$defs/Point' }, to: { $ref: '#/$defs/Point' } },
          required: ['kind', 'from', 'to'],
        },
      },
    },
    valid: [
      {
        shapes: [
          { kind: 'circle', at: [0, 0], r: 1 },
          { kind: 'line', from: [0, 0], to: [1, 1] },
        ],
        size: [10, 20],
      },
    ],
    invalid: [
      { shapes: [{ kind: 'circle', at: [0, 0], r: 0 }], size: [1, 1] },
      { shapes: [{ kind: 'line', from: [0], to: [1, 1] }], size: [1, 1] },
      { shapes: [], size: [0, 1] },
    ],
  },
  {
    name: 'create a page of blocks',
    root: true,
    schema: {
      type: 'object',
      properties: { title: { type: 'string' }, blocks: { type: 'array', items: { $ref: '#/definitions/block' } } },
      required: ['title', 'blocks'],
      definitions: {
        block: {
          type: 'object',
          properties: {
            type: { type: 'string', enum: ['text', 'list'] },
            text: { type: 'string' },
            children: { type: 'array', items: { $ref: '#/definitions/block' } },
          },
          required: ['type'],
        },
      },
    },
    valid: [{ title: 'a', blocks: [{ type: 'list', children: [{ type: 'text', text: 'x' }] }] }],
    invalid: [
      { title: 'a', blocks: [{ type: 'image' }] },
      { title: 'a', blocks: [{ type: 'list', children: [{}] }] },
      { title: 'a' },
    ],
  },
  {
    name: 'fastmcp optionals',
    root: true,
    schema: {
      type: 'object',
      title: 'search_arguments',
      properties: {
        q: { title: 'Q', type: 'string' },
        limit: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }], default: null, title: 'Limit' },
        tags: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }], default: null, title: 'Tags' },
        options: {
          anyOf: [{ type: 'object', additionalProperties: true }, { type: 'null' }],
          default: null,
          title: 'Options',
        },
      },
      required: ['q'],
    },
    valid: [
      { q: 'a' },
      { q: 'a', limit: 1, tags: ['x'], options: { deep: [1] } },
      { q: 'a', limit: null, tags: null, options: null },
    ],
    invalid: [{ q: 'a', limit: 0 }, { q: 'a', tags: [1] }, { limit: 1 }, { q: 'a', options: 'x' }],
  },
  {
    name: 'book a slot',
    root: true,
    schema: {
      type: 'object',
      properties: {
        kind: { enum: ['room', 'desk'] },
        room: { type: 'string' },
        seats: { type: 'integer', multipleOf: 2, minimum: 2 },
        start: { type: 'string', pattern: '^\\d{2}:\\d{2}$' },
      },
      required: ['kind', 'start'],
      allOf: [{ if: { properties: { kind: { const: 'room' } } }, then: { required: ['room'] } }],
    },
    valid: [
      { kind: 'desk', start: '09:00' },
      { kind: 'room', room: 'A', seats: 4, start: '09:30' },
    ],
    invalid: [
      { kind: 'room', start: '09:00' },
      { kind: 'desk', start: '9' },
      { kind: 'desk', start: '09:00', seats: 3 },
    ],
  },
  {
    name: 'browser action',
    root: true,
    schema: {
      type: 'object',
      properties: {
        action: {
          oneOf: [
            {
              type: 'object',
              properties: {
                go: { type: 'object', properties: { url: { type: 'string', format: 'uri' } }, required: ['url'] },
              },
              required: ['go'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: {
                click: { type: 'object', properties: { index: { type: 'integer', minimum: 0 } }, required: ['index'] },
              },
              required: ['click'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: { back: { type: 'object', properties: {} } },
              required: ['back'],
              additionalProperties: false,
            },
          ],
        },
      },
      required: ['action'],
    },
    valid: [{ action: { go: { url: 'https://a.de' } } }, { action: { click: { index: 0 } } }, { action: { back: {} } }],
    invalid: [{ action: { click: { index: -1 } } }, { action: {} }, { action: { go: {} } }],
  },
  {
    name: 'set environment',
    root: true,
    schema: {
      type: 'object',
      properties: {
        env: {
          type: 'object',
          propertyNames: { pattern: '^[A-Z_]+$' },
          additionalProperties: { type: ['string', 'number'] },
        },
        mode: { const: 'merge' },
      },
      required: ['env', 'mode'],
    },
    valid: [{ env: { PATH: '/bin', PORT: 80 }, mode: 'merge' }],
    invalid: [
      { env: { path: '/bin' }, mode: 'merge' },
      { env: { PATH: true }, mode: 'merge' },
      { env: {}, mode: 'replace' },
    ],
  },
]
