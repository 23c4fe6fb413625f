import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../laws/runs.ts'
import { startGateway } from '../ask-gateway.ts'

type Fields = Record<string, unknown>

const text = fc.constantFrom('', ' ', 'Hello.', 'Ünïcödé 🎉', '{"a":1}', '[1]', 'null', '\u0000', 'a\nb')
const name = fc.constantFrom('look', 'my tool', 'files.read', '1st', 'x'.repeat(70), 'größe')
const id = fc.constantFrom('a', 'b', 'c', 'call_1', '')

const parameters = fc.constantFrom(
  undefined,
  null,
  {},
  { type: 'object' },
  { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false },
  { type: 'object', properties: { map: { type: 'object', additionalProperties: true }, any: {} } },
  { type: 'object', properties: { n: { type: 'integer', enum: [1, 2] }, k: { const: 'x' } } },
  { type: 'object', properties: { self: { $ref: '#' } } },
  { type: 'object', properties: { u: { oneOf: [{ type: 'string' }, { type: 'null' }] }, l: { type: 'array' } } },
  { $ref: '#/$defs/a', $defs: { a: { type: 'object', properties: { b: { type: ['string', 'null'] } } } } },
)
const tool = fc
  .tuple(name, parameters)
  .map(([called, given]) => ({ type: 'function', function: { name: called, parameters: given } }))

const texts = fc.oneof(
  text,
  fc.array(
    text.map((said) => ({ type: 'text', text: said })),
    { maxLength: 2 },
  ),
)
const image = fc.constantFrom('data:image/png;base64,iVBORw0KGgo=', 'https://example.com/a.png')
const userParts = fc.array(
  fc.oneof(
    text.map((said): Fields => ({ type: 'text', text: said })),
    image.map((url): Fields => ({ type: 'image_url', image_url: { url } })),
    fc.constant<Fields>({ type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } }),
    fc.constant<Fields>({ type: 'file', file: { file_data: 'JVBERi0=', filename: 'a.pdf' } }),
  ),
  { maxLength: 3 },
)
const call = fc
  .tuple(id, name, fc.constantFrom('', '{}', '{"city":"Rome"}', '{"map":{"a":1}}', '{"__proto__":1}'))
  .map(([key, called, args]) => ({ id: key, type: 'function', function: { name: called, arguments: args } }))
const message: fc.Arbitrary<Fields> = fc.oneof(
  fc.record({ role: fc.constantFrom('system', 'developer'), content: texts }),
  fc.record({ role: fc.constant('user'), content: fc.oneof(text, userParts) }),
  fc.record({ role: fc.constant('assistant'), content: fc.oneof(texts, fc.constant(null)) }),
  fc.record({
    role: fc.constant('assistant'),
    content: fc.oneof(text, fc.constant(null)),
    tool_calls: fc.array(call, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ role: fc.constant('tool'), tool_call_id: id, content: texts }),
)

const schema = fc.constantFrom(
  { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false },
  { type: 'array', items: { type: 'integer' } },
  { type: 'object', properties: { map: { type: 'object', additionalProperties: { type: 'string' } } } },
)
const settings = fc.record(
  {
    temperature: fc.constantFrom(0, 0.5, 1, 2),
    top_p: fc.constantFrom(0, 0.5, 1),
    max_tokens: fc.constantFrom(1, 100),
    n: fc.constantFrom(1, 2),
    stop: fc.constantFrom('END', ['a', 'b'], [], ['']),
    seed: fc.constantFrom(0, 7, 2 ** 40),
    presence_penalty: fc.constantFrom(-2, 0, 0.5),
    frequency_penalty: fc.constantFrom(0, 2),
    reasoning_effort: fc.constantFrom('none', 'minimal', 'low', 'medium', 'high', 'xhigh'),
    parallel_tool_calls: fc.boolean(),
    tool_choice: fc.constantFrom('auto', 'none', 'required'),
    response_format: fc.oneof(
      fc.constantFrom<Fields>({ type: 'text' }, { type: 'json_object' }),
      schema.map((given): Fields => ({ type: 'json_schema', json_schema: { name: 'a', schema: given } })),
    ),
    tools: fc.uniqueArray(tool, { maxLength: 3, selector: (given) => given.function.name }),
    user: fc.constant('u'),
    logit_bias: fc.constant({ 5: 1 }),
  },
  { requiredKeys: [] },
)
/** Not 2.0: where a call is required of it, it refuses functions without parameters, and parameters without properties too. */
const model = fc.constantFrom(
  'gemini-2.5-flash',
  'gemini-2.5-pro',
  'gemini-3-flash-preview',
  'gemini-3-pro-preview',
  'gemini-3.5-flash',
  'gemini-3.8-flash',
)

const vertex = { profile: 'vertex', apiKey: [], headers: { authorization: 'Bearer token' }, project: 'p' } as const
const profile = fc.constantFrom({}, vertex)

test('what the gateway sends is never refused by Gemini: it is repaired, named as ignored, or refused before (G1)', async () => {
  const messages = fc.array(message, { minLength: 1, maxLength: 7 })
  const law = fc.asyncProperty(profile, model, messages, settings, async (config, id, said, rest) => {
    // A new one each time: the emulator remembers the last requests only.
    const started = startGateway(config)
    const { status, body } = await started.ask({ ...rest, model: id, messages: said })
    const refused = started.emulator.requests.filter((request) => request.status !== 200)
    expect(refused.map(({ error }) => error)).toEqual([])
    // Refused before: with the field that is wrong.
    if (status !== 200)
      expect([status, body.error]).toEqual([400, expect.objectContaining({ param: expect.any(String) })])
  })
  await fc.assert(law, runs(0.15))
})
