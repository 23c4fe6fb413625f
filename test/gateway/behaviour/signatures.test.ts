import { describe, expect, test } from 'vitest'
import { type AnsweredCall, answer, both, recordGateway } from './recorded-gateway.ts'

const model = 'gemini-3-flash-preview'
const signature = btoa(`\x12\x30\x0a\x2e\x01${'s'.repeat(45)}`)
const urlSafe = signature.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
const bypass = 'skip_thought_signature_validator'
const tools = ['get_weather', 'get_time'].map((name) => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties: { city: { type: 'string' } } } },
}))
const question = { role: 'user', content: 'Weather and time?' }
const called = answer(
  { functionCall: { name: 'get_weather', args: { city: 'Rome' }, id: 'a1' }, thoughtSignature: signature },
  { functionCall: { name: 'get_time', args: { city: 'Oslo' }, id: 'b2' } },
)
const done = answer({ text: 'Sunny.' })

interface Extra {
  readonly extra_content?: object
}

/** A history with these calls, answered. */
const history = (calls: readonly object[], fields: object = {}) => [
  question,
  { role: 'assistant', content: null, tool_calls: calls, ...fields },
  ...calls.map((call) => ({ role: 'tool', tool_call_id: (call as AnsweredCall).id, content: 'ok' })),
]

describe.each(both)('%s: thought signatures', (mode) => {
  async function sentBack(calls: readonly object[], fields: object = {}, gateway = recordGateway([done])) {
    const { status } = await gateway.ask(mode, { model, tools, messages: history(calls, fields) })
    expect(status).toBe(200)
    return gateway.sent().contents[1]!.parts.map(({ thoughtSignature }) => thoughtSignature)
  }
  const plain = (call: AnsweredCall) => ({ id: call.id, type: 'function', function: call.function })
  const own = (rest: object = {}, id = 'x1') => ({
    id,
    type: 'function',
    function: { name: 'get_time', arguments: '{}' },
    ...rest,
  })

  test('stand where Google’s own endpoint puts them, on the call that was signed (G29, G50)', async () => {
    const { choices } = await recordGateway([called]).ask(mode, { model, tools, messages: [question] })
    expect(choices[0]!.calls.map((call) => call.extra_content)).toEqual([
      { google: { thought_signature: signature } },
      undefined,
    ])
  })

  test('come back from a client that keeps them, also to another gateway (G29, G50)', async () => {
    const { choices } = await recordGateway([called]).ask(mode, { model, tools, messages: [question] })
    expect(await sentBack(choices[0]!.calls)).toEqual([signature, undefined])
  })

  test('come back from a client that drops them, and its ids stay short (G29, G54)', async () => {
    const gateway = recordGateway([called, done])
    const { choices } = await gateway.ask(mode, { model, tools, messages: [question] })
    expect(choices[0]!.calls.every(({ id }) => id.length <= 40)).toBe(true)
    expect(await sentBack(choices[0]!.calls.map(plain), {}, gateway)).toEqual([signature, undefined])
  })

  test('of a text stand on its message, and come back on the text (G50)', async () => {
    const { bodies } = await recordGateway([answer({ text: 'Sunny.', thoughtSignature: signature })]).ask(mode, {
      model,
    })
    const said = bodies.flatMap(({ choices }) => choices as { message?: Extra; delta?: Extra }[])
    const extras = said.map(({ message, delta }) => (message ?? delta)?.extra_content).filter(Boolean)
    expect(extras).toMatchObject([{ google: { thought_signature: signature } }])
    const gateway = recordGateway([done])
    const kept = { role: 'assistant', content: 'Sunny.', extra_content: extras[0] }
    await gateway.ask(mode, { model, messages: [question, kept, { role: 'user', content: 'Sure?' }] })
    expect(gateway.sent().contents[1]!.parts).toEqual([{ text: 'Sunny.', thoughtSignature: signature }])
  })

  test('are read from ids that others made, and the ids are cut back (G51)', async () => {
    for (const id of [`call_1__thought__${signature}`, `call_1_ts_${urlSafe}`]) {
      const gateway = recordGateway([done])
      const [sent] = await sentBack([own({}, id)], {}, gateway)
      expect([signature, urlSafe]).toContain(sent)
      const [, calls, results] = gateway.sent().contents
      expect(calls!.parts[0]!['functionCall']).toMatchObject({ id: 'call_1' })
      expect(results!.parts[0]!['functionResponse']).toMatchObject({ id: 'call_1', name: 'get_time' })
    }
  })

  test.each([
    [
      'function.thought_signature',
      own({ function: { name: 'get_time', arguments: '{}', thought_signature: signature } }),
      {},
    ],
    [
      'function.thoughtSignature',
      own({ function: { name: 'get_time', arguments: '{}', thoughtSignature: signature } }),
      {},
    ],
    ['provider_specific_fields', own({ provider_specific_fields: { thought_signature: signature } }), {}],
    ['reasoning_details', own(), { reasoning_details: [{ type: 'reasoning.encrypted', data: signature, id: 'x1' }] }],
    ['thinking_blocks', own(), { thinking_blocks: [{ type: 'thinking', thinking: 'Hm.', signature }] }],
  ])('are read from %s (G52)', async (_, call, fields) => {
    expect(await sentBack([call], fields)).toEqual([signature])
  })

  test('are the documented bypass where nobody has one, on the first call of the step alone (G53)', async () => {
    expect(await sentBack([own(), own({}, 'x2')])).toEqual([bypass, undefined])
  })

  test('of models that want none are not made up (G53)', async () => {
    const gateway = recordGateway([done])
    await gateway.ask(mode, { model: 'gemini-2.5-flash', tools, messages: history([own()]) })
    expect(JSON.stringify(gateway.sent())).not.toContain('thoughtSignature')
  })
})
