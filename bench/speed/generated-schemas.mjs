/** Schemas of any size, in shapes that grow in different directions. Each takes the bytes wanted, give or take a part. */
const field = (index) =>
  [
    { type: 'string', description: `What field ${index} holds`, maxLength: 40 },
    { type: 'integer', minimum: 0, maximum: index },
    { type: 'array', items: { type: 'number' } },
    { type: 'string', enum: ['low', 'middle', 'high'] },
  ][index % 4]

const address = {
  type: 'object',
  properties: { street: { type: 'string' }, city: { type: 'string' } },
  required: ['city'],
}

/** An object with as many of `part`'s properties as fill the bytes. */
function fill(bytes, part) {
  const properties = {}
  for (let index = 0, size = 0; size < bytes; index++) {
    const made = part(index)
    size += JSON.stringify(made).length + 12
    properties[`part${index}`] = made
  }
  return { type: 'object', properties }
}

function nested(depth, leaf) {
  let schema = leaf
  for (let level = 0; level < depth; level++)
    schema = { type: 'object', properties: { next: schema, label: { type: 'string' } } }
  return schema
}

export const shapes = {
  'many properties': (bytes) => fill(bytes, field),
  'nested 12 deep': (bytes) => fill(bytes, (index) => nested(12, field(index))),
  'one chain': (bytes) => nested(Math.ceil(bytes / 71), { type: 'string' }),
  'union in each property': (bytes) =>
    fill(bytes, (index) => ({
      oneOf: ['a', 'b', 'c'].map((kind) => ({
        type: 'object',
        properties: { kind: { const: kind }, [`of${index}`]: field(index) },
        required: ['kind'],
      })),
    })),
  'one definition, many references': (bytes) => ({
    ...fill(bytes, (index) => ({ $ref: '#/$defs/address', description: `Address ${index}` })),
    $defs: { address },
  }),
  'many definitions, each referenced': (bytes) => {
    const { properties: $defs } = fill(bytes * 0.75, (index) => ({ ...address, description: `Definition ${index}` }))
    const properties = Object.fromEntries(Object.keys($defs).map((name) => [name, { $ref: `#/$defs/${name}` }]))
    return { type: 'object', properties, $defs }
  },
  'definitions in a chain': (bytes) => {
    const $defs = {}
    const count = Math.ceil(bytes / 100)
    for (let index = 0; index < count; index++) {
      $defs[`d${index}`] = {
        type: 'object',
        properties: { next: { $ref: `#/$defs/d${(index + 1) % count}` }, label: { type: 'string' } },
      }
    }
    return { $ref: '#/$defs/d0', $defs }
  },
  'one long enum': (bytes) => ({
    type: 'object',
    properties: {
      choice: {
        type: 'string',
        enum: Array.from({ length: Math.ceil(bytes / 16) }, (_, index) => `choice-${100_000 + index}`),
      },
    },
  }),
}
