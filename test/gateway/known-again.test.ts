/**
 * The law of everything that the gateway keeps: what is known again is treated as if it came for the first time. Each conversation is sent
 * by gateways with different settings, over and over, and once in a spelling that nobody has seen.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createGateway, type GatewayConfig } from '../../src/gateway/index.ts'
import { runs } from '../laws/runs.ts'

interface Asked {
  readonly status: number
  readonly ignored: string | null
  readonly repaired: string | null
  readonly error: unknown
  /** What Gemini was sent. */
  readonly sent: unknown
}

function createAsker(config: Partial<GatewayConfig>): (body: string) => Promise<Asked> {
  let sent: unknown
  const reply = { candidates: [{ content: { parts: [{ text: 'Yes.' }] }, finishReason: 'STOP' }] }
  const gateway = createGateway({
    apiKey: 'any',
    fetch: async (_url, init) => {
      sent = JSON.parse(String(init.body))
      return Response.json(reply)
    },
    ...config,
  })
  return async (body) => {
    sent = undefined
    const headers = { 'content-type': 'application/json' }
    const response = await gateway(new Request('http://gateway/v1/chat/completions', { method: 'POST', headers, body }))
    const answer = (await response.json()) as { error?: unknown }
    return {
      status: response.status,
      ignored: response.headers.get('x-toolfit-ignored'),
      repaired: response.headers.get('x-toolfit-repaired'),
      error: answer.error,
      sent,
    }
  }
}

const word = fc.constantFrom('a', 'b', 'look.up', 'données', '')
const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('', ' ', '[1,2]', '{"a":1}', '{"$ref":"x"}', '1e400'),
)
const args = fc.constantFrom(
  '{}',
  '',
  '{"q":"ä"}',
  '{"q":[1,{"d":{}}]}',
  "{'q': 1}",
  '[1]',
  'no JSON',
  '{"n":12345678901234567890}',
)
const call = fc.record(
  {
    id: fc.oneof(fc.constantFrom('c1', 'c2', 'c3', ''), fc.constant(undefined)),
    type: fc.constantFrom('function', undefined),
    function: fc.record({ name: word, arguments: args }),
    extra_content: fc.constantFrom(undefined, { google: { thought_signature: 'c2lnbmF0dXJl' } }),
  },
  { requiredKeys: ['function'] },
)
const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' } }
const message = fc.oneof(
  fc.record({ role: fc.constantFrom('system', 'developer', 'user'), content: text }),
  fc.record({ role: fc.constant('user'), content: text, name: word }),
  fc.record({
    role: fc.constant('user'),
    content: fc.array(fc.oneof(fc.record({ type: fc.constant('text'), text }), fc.constant(image))),
  }),
  fc.record({ role: fc.constant('assistant'), content: fc.option(text), tool_calls: fc.array(call, { maxLength: 3 }) }),
  fc.record({ role: fc.constant('assistant'), content: text, refusal: fc.constantFrom(null, 'No.') }),
  fc.record({
    role: fc.constant('tool'),
    tool_call_id: fc.constantFrom('c1', 'c2', 'c3', 'c9'),
    content: fc.oneof(text, fc.constantFrom<unknown>(null, 5, { a: 1 }, [{ type: 'text', text: 'x' }])),
  }),
)
const tool = fc.record({
  type: fc.constant('function'),
  function: fc.record({
    name: fc.constantFrom('a', 'b', 'look.up'),
    parameters: fc.constantFrom(
      { type: 'object', properties: { q: { type: ['string', 'null'] } } },
      { type: 'object', additionalProperties: { type: 'number' } },
      {},
    ),
  }),
})
const conversation = fc.record({
  model: fc.constantFrom('gemini-2.5-flash', 'gemini-3-flash-preview'),
  messages: fc.array(message, { minLength: 1, maxLength: 8 }),
  tools: fc.uniqueArray(tool, { maxLength: 3, selector: (one) => one.function.name }),
  // Long enough for its parts to be looked for.
  metadata: fc.constant({ padding: 'x'.repeat(1_100) }),
})

/** Ids that had to be made are counted in both. */
test('what is known again is sent, repaired and refused as it was the first time', async () => {
  const configs: Partial<GatewayConfig>[] = [{}, { strict: true }, { maxJsonDepth: 7 }, { profile: 'vertex' }]
  const askers = configs.map(createAsker)
  await fc.assert(
    fc.asyncProperty(conversation, fc.nat({ max: 1_000_000 }), async (body, number) => {
      const known = JSON.stringify(body)
      // A space that nobody has written there before: nothing of it is known.
      const fresh = JSON.stringify(body, null, 1).replaceAll('\n', `\n${' '.repeat(number % 50)}`)
      for (const ask of askers) {
        const first = await ask(known)
        // What comes for the second time is kept, and known at the third.
        expect(await ask(known)).toEqual(first)
        expect(await ask(known)).toEqual(first)
        expect(await ask(fresh)).toEqual(first)
      }
    }),
    runs(0.4),
  )
})

test('a longer conversation is sent as if it had come at once', async () => {
  const ask = createAsker({})
  await fc.assert(
    fc.asyncProperty(conversation, async (body) => {
      for (let count = 1; count <= body.messages.length; count++) {
        const grown = { ...body, messages: body.messages.slice(0, count) }
        const known = await ask(JSON.stringify(grown))
        expect(await ask(JSON.stringify(grown, null, '\t'))).toEqual(known)
      }
    }),
    runs(0.3),
  )
})
