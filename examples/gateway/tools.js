/** Tools written for OpenAI, with keywords that Gemini rejects or drops: `$schema`, `additionalProperties`, `const`, a type list, a record. */
export const tools = [
  {
    type: 'function',
    function: {
      name: 'stock.levels',
      description: 'How many there are of each article.',
      parameters: {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: { warehouse: { const: 'graz' }, note: { type: ['string', 'null'] } },
        required: ['warehouse'],
        additionalProperties: false,
      },
    },
  },
  {
    type: 'function',
    function: {
      name: 'stock.reserve',
      description: 'Reserves articles.',
      parameters: {
        type: 'object',
        // A record: article -> number. Gemini has no records: it sees a list of entries, and you get the record.
        properties: { articles: { type: 'object', additionalProperties: { type: 'integer', exclusiveMinimum: 0 } } },
        required: ['articles'],
      },
    },
  },
]

const run = {
  'stock.levels': () => ({ lamp: 4, chair: 12 }),
  'stock.reserve': ({ articles }) => `Reserved ${Object.keys(articles).length} kinds of article.`,
}

export function runTool(name, input) {
  return run[name](input)
}
