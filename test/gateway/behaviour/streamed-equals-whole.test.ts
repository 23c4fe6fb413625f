import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../laws/runs.ts'
import { type Answered, piece, recordGateway } from './recorded-gateway.ts'

type Fields = Record<string, unknown>

const tools = ['look', 'my tool'].map((name) => ({
  type: 'function',
  function: {
    name,
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' }, tags: { type: 'object', additionalProperties: { type: 'string' } } },
    },
  },
}))

const signature = fc.constantFrom(undefined, btoa('one signature'), btoa('another signature'))
const text = fc.string({ unit: 'grapheme', maxLength: 8 })
const args = fc.record(
  {
    city: text,
    tags: fc.array(fc.record({ key: text, value: text }), { maxLength: 2 }),
    other: fc.jsonValue({ maxDepth: 2 }),
  },
  { requiredKeys: [] },
)
const call = fc.record(
  { name: fc.constantFrom('look', 'my_tool', 'nobody'), args, id: fc.uuid() },
  { requiredKeys: ['name'] },
)
const part: fc.Arbitrary<Fields> = fc
  .tuple(
    fc.oneof(
      fc.record({ text }),
      fc.record({ text, thought: fc.constant(true) }),
      call.map((functionCall) => ({ functionCall })),
    ),
    signature,
  )
  .map(([data, thoughtSignature]) => ({ ...data, ...(thoughtSignature === undefined ? {} : { thoughtSignature }) }))

const count = fc.nat({ max: 1_000 })
const usage = fc.record(
  { promptTokenCount: count, candidatesTokenCount: count, thoughtsTokenCount: count, cachedContentTokenCount: count },
  { requiredKeys: ['promptTokenCount'] },
)
const reason = fc.constantFrom('STOP', 'MAX_TOKENS', 'SAFETY', 'OTHER', 'MALFORMED_FUNCTION_CALL', 'SOMETHING_NEW')

/** An answer in pieces, the last of which has the reason. */
const pieces = fc
  .tuple(fc.array(fc.array(part, { maxLength: 3 }), { minLength: 1, maxLength: 4 }), reason, usage)
  .map(([groups, finishReason, counts]) =>
    groups.map((parts, index) => piece(parts, index < groups.length - 1 ? {} : { finishReason, usage: counts })),
  )

/** What does not depend on how it came. Ids that Gemini did not give are made up each time. */
function said({ status, choices, usage: counted }: Answered, given: ReadonlySet<string>) {
  return {
    status,
    counted,
    choices: choices.map(({ calls, logprobs: _, ...choice }) => ({
      ...choice,
      calls: calls.map(({ index: __, id, ...rest }) => ({ ...rest, id: given.has(id) ? id : 'made up' })),
    })),
  }
}

test('whatever Gemini says, a stream of it adds up to the answer that is not streamed (G1)', async () => {
  const law = fc.asyncProperty(
    pieces,
    fc.constantFrom('gemini-2.5-flash', 'gemini-3-flash-preview'),
    async (all, model) => {
      const ids = new Set([...JSON.stringify(all).matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id!))
      const gateway = recordGateway([all])
      const whole = await gateway.ask('whole', { model, tools })
      const streamed = await gateway.ask('streamed', { model, tools, stream_options: { include_usage: true } })
      expect(said(streamed, ids)).toEqual(said(whole, ids))
      expect(streamed.data.at(-1)).toBe('[DONE]')
    },
  )
  await fc.assert(law, runs(0.2))
})
