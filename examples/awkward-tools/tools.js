import { z } from 'zod'

/**
 * Tools as people really write them, each with a call as a model really makes it: the right intent, in the wrong form.
 * `schema` is a function, so that the demo can show its own source text as the input.
 */
export const tools = [
  {
    name: 'record_scores',
    about: 'A record: its keys are not known beforehand, and Gemini has no additionalProperties.',
    form: 'Zod',
    schema: () =>
      z.object({
        team: z.string().min(1),
        scores: z.record(z.string(), z.int().min(0).max(100)).describe('Points by player.'),
      }),
    // An object where a list of entries was asked for, and a number in quotes.
    call: { team: 'Red', scores: { ada: '97', grace: 88 } },
  },
  {
    name: 'show_map',
    about: 'A tuple, and an enum of numbers: Gemini takes one type for all items, and enums of strings only.',
    form: 'JSON Schema',
    schema: () => ({
      type: 'object',
      properties: {
        centre: {
          type: 'array',
          prefixItems: [{ type: 'number' }, { type: 'number' }],
          items: false,
        },
        zoom: { enum: [1, 2, 4, 8] },
      },
      required: ['centre', 'zoom'],
      additionalProperties: false,
    }),
    call: { centre: [48.2, '16.37'], zoom: 4 },
  },
  {
    name: 'make_folders',
    about: 'A tree that contains itself. It is followed a few levels (here: one), then comes JSON text.',
    form: 'Zod',
    options: { limits: { unroll: 1 } },
    schema: () => {
      const folder = z.object({
        name: z.string(),
        get children() {
          return z.array(folder).optional()
        },
      })
      return folder
    },
    // The children came as JSON text.
    call: { name: 'docs', children: '[{ "name": "guide", "children": [] }, { "name": "decisions" }]' },
  },
  {
    name: 'log_event',
    about: 'A union told apart by "kind", on top of what all branches share: allOf around oneOf.',
    form: 'JSON Schema',
    schema: () => ({
      type: 'object',
      properties: {
        event: {
          allOf: [
            {
              type: 'object',
              properties: { at: { type: 'string', format: 'date-time' } },
              required: ['at'],
            },
            {
              oneOf: [
                { properties: { kind: { const: 'key' }, code: { type: 'string' } } },
                { properties: { kind: { const: 'tap' }, x: { type: 'integer' } }, required: ['x'] },
              ],
              required: ['kind'],
            },
          ],
        },
      },
      required: ['event'],
    }),
    call: { event: { kind: 'tap', x: '12', at: '2026-03-01T09:00:00Z' } },
  },
  {
    name: 'send_mail',
    about: 'Written by hand: Python type names, "required" on the properties, no type at the root.',
    form: 'JSON Schema, more or less',
    schema: () => ({
      properties: {
        to: { type: 'list', items: { type: 'str' }, required: true },
        subject: { type: 'str', required: true },
        urgent: { type: 'bool', required: false },
        reply_to: { type: 'str' },
      },
    }),
    // JSON text for a list, a Python True, and null for what was left out.
    call: { to: '["ada@example.com"]', subject: 'Tests are green', urgent: 'True', reply_to: null },
  },
  {
    name: 'place_order',
    about: 'Draft 7 with keywords that Gemini refuses. This call breaks one of them, and is sent back.',
    form: 'JSON Schema, draft 7',
    schema: () => ({
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        currency: { const: 'EUR' },
        amount: { type: 'number', exclusiveMinimum: 0 },
        pieces: { type: 'integer', exclusiveMinimum: 0 },
        tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
      },
      required: ['currency', 'amount'],
    }),
    call: { currency: 'EUR', amount: 19.9, pieces: 3, tags: ['gift', 'gift'] },
  },
  {
    name: 'save_reading',
    about: 'Free-form parts: "any object" and "any value" have no Gemini schema at all.',
    form: 'JSON Schema',
    schema: () => ({
      type: 'object',
      properties: {
        sensor: { type: 'string' },
        metadata: { type: 'object', additionalProperties: true },
        value: {},
      },
      required: ['sensor', 'value'],
    }),
    call: { sensor: 'roof', metadata: '{"unit":"C","calibrated":true}', value: '21.5' },
  },
  {
    name: 'set_headers',
    about: 'Two branches that look alike once they are encoded: a record, and a list of its entries.',
    form: 'Zod',
    schema: () => {
      const entry = z.object({ key: z.string(), value: z.string() })
      return z.object({ headers: z.union([z.record(z.string(), z.string()), z.array(entry)]) })
    },
    call: { headers: { option_2: [{ key: 'Accept', value: 'text/html' }] } },
  },
  {
    name: 'plan_meeting',
    about: 'A Date, a default, and a check that no JSON Schema can say.',
    form: 'Zod',
    schema: () =>
      z.object({
        title: z.string().refine((title) => title === title.trim(), 'No spaces around the title.'),
        start: z.date(),
        remind: z.union([z.enum(['never', 'daily']), z.int()]).default('never'),
      }),
    // A number in quotes, where the enum beside it takes strings.
    call: { title: 'Retro', start: '2026-03-01T09:00:00Z', remind: '15' },
  },
]
