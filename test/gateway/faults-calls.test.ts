import { describe, expect, test } from 'vitest'
import { type ChatCall, type ChatCompletion, hello, type SentRequest, startGateway, textOf } from './ask-gateway.ts'

/** Calls, texts and their signatures, in whatever pieces Gemini sends them. */

const look = {
  type: 'function',
  function: { name: 'look', parameters: { type: 'object', properties: { at: { type: 'string' } } } },
}

function candidate(parts: readonly object[], rest: object = {}): object {
  return { candidates: [{ content: { role: 'model', parts }, index: 0, ...rest }] }
}

const call = (id: string, rest: object = {}) => ({ functionCall: { id, name: 'look', args: {} }, ...rest })

/** A gateway whose upstream streams these chunks, or answers with all their parts at once. It remembers what it was sent. */
function answering(chunks: readonly object[], config: Parameters<typeof startGateway>[0] = {}) {
  const sent: SentRequest[] = []
  const whole = () => {
    const candidates = chunks.map(
      (chunk) => (chunk as { candidates: { content: { parts: object[] } }[] }).candidates[0]!,
    )
    const last = candidates.at(-1)!
    const parts = candidates.flatMap(({ content }) => content.parts)
    return Response.json({ candidates: [{ ...last, content: { role: 'model', parts } }] })
  }
  const started = startGateway({
    fetch: async (url, init) => {
      sent.push(JSON.parse(String(init.body)) as SentRequest)
      return url.includes('stream')
        ? new Response(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join(''))
        : whole()
    },
    ...config,
  })
  return { ...started, last: () => sent.at(-1)! }
}

const callsIn = (chunks: readonly ChatCompletion[]): readonly ChatCall[] =>
  chunks.flatMap(({ choices }) => choices.flatMap(({ delta }) => delta.tool_calls ?? []))

const signatures = (calls: readonly ChatCall[] = []) =>
  calls.map(({ extra_content: extra }) => extra?.google.thought_signature)

const [one, two] = ['c2lnbmF0dXJlIG9uZQ==', 'c2lnbmF0dXJlIHR3bw==']

describe('calls in pieces', () => {
  test.each([
    ['on the first call', [candidate([call('a', { thoughtSignature: one })]), candidate([call('b')])]],
    [
      'repeated on every call',
      [candidate([call('a', { thoughtSignature: one }), call('b', { thoughtSignature: one })])],
    ],
    [
      'behind them, on an empty text',
      [candidate([call('a'), call('b')]), candidate([{ text: '', thoughtSignature: one }])],
    ],
    [
      'behind them, alone in its part',
      [candidate([call('a')]), candidate([call('b')]), candidate([{ thoughtSignature: one }])],
    ],
    [
      'twice, the second time late',
      [candidate([call('a', { thoughtSignature: one }), call('b')]), candidate([{ text: '', thoughtSignature: one }])],
    ],
  ])('a signature %s is the first call’s, and the indexes are 0 and 1 (F22)', async (_, chunks) => {
    const all = [...chunks, candidate([], { finishReason: 'STOP' })]
    const { chunks: streamed } = await answering(all).stream({ tools: [look] })
    const calls = callsIn(streamed)
    expect(calls.map(({ index, id }) => [index, id])).toEqual([
      [0, 'a'],
      [1, 'b'],
    ])
    expect(signatures(calls)).toEqual([one, undefined])
    expect(streamed.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls')
    const { body } = await answering(all).ask({ tools: [look] })
    const message = body.choices[0]!.message
    expect(message.tool_calls?.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(signatures(message.tool_calls)).toEqual([one, undefined])
  })

  test('a signature of each step stays with its step (F22)', async () => {
    const chunks = [
      candidate([call('a', { thoughtSignature: one }), call('b', { thoughtSignature: two })], { finishReason: 'STOP' }),
    ]
    const { body } = await answering(chunks).ask({ tools: [look] })
    expect(signatures(body.choices[0]!.message.tool_calls)).toEqual([one, two])
  })

  test('a call that comes twice is one call (F22)', async () => {
    const chunks = [candidate([call('a', { thoughtSignature: one })]), candidate([call('a')], { finishReason: 'STOP' })]
    const { chunks: streamed } = await answering(chunks).stream({ tools: [look] })
    expect(callsIn(streamed)).toHaveLength(1)
  })

  test.each(['ai-studio', 'vertex'] as const)(
    'arguments that come in pieces are one call, beside a whole one: %s (F22)',
    async (profile) => {
      const pieces = [
        candidate([{ functionCall: { id: 'a', name: 'look', willContinue: true }, thoughtSignature: one }]),
        candidate([
          {
            functionCall: {
              partialArgs: [{ jsonPath: '$.at', stringValue: 'Ro', willContinue: true }],
              willContinue: true,
            },
          },
        ]),
        candidate([{ functionCall: { partialArgs: [{ jsonPath: '$.at', stringValue: 'me' }], willContinue: true } }]),
        candidate([{ functionCall: {} }]),
        candidate([call('b')], { finishReason: 'STOP' }),
      ]
      const { chunks } = await answering(pieces, { profile }).stream({ tools: [look] })
      expect(callsIn(chunks)).toMatchObject([
        { index: 0, id: 'a', function: { name: 'look', arguments: '{"at":"Rome"}' } },
        { index: 1, id: 'b' },
      ])
      expect(signatures(callsIn(chunks))).toEqual([one, undefined])
    },
  )

  test('a call of which pieces are missing is not handed on as if it were whole (F22)', async () => {
    const pieces = [
      candidate([{ text: 'Let me see.' }]),
      candidate([{ functionCall: { id: 'a', name: 'look', willContinue: true } }]),
      candidate([{ functionCall: { partialArgs: [{ jsonPath: '$.at', stringValue: 'Ro' }], willContinue: true } }]),
    ]
    const { chunks } = await answering(pieces).stream({ tools: [look] })
    expect(callsIn(chunks.filter(({ choices }) => choices !== undefined))).toEqual([])
    expect(chunks.at(-1)?.error).toMatchObject({ code: 'upstream_truncated' })
    expect((await answering(pieces.slice(1)).stream({ tools: [look] })).status).toBe(502)
  })

  test('a text and calls in one chunk are all there, before and behind each other (F23)', async () => {
    const parts = [{ text: 'Let me ' }, { text: 'see.' }, call('a'), call('b'), { text: ' Done.' }]
    const chunks = [candidate(parts, { finishReason: 'STOP' })]
    const { chunks: streamed } = await answering(chunks).stream({ tools: [look] })
    expect(textOf(streamed)).toBe('Let me see. Done.')
    expect(callsIn(streamed).map(({ index, id }) => [index, id])).toEqual([
      [0, 'a'],
      [1, 'b'],
    ])
    const { message } = (await answering(chunks).ask({ tools: [look] })).body.choices[0]!
    expect([message.content, message.tool_calls?.length]).toEqual(['Let me see. Done.', 2])
  })
})

describe('signatures of texts', () => {
  const signed = { extra_content: { google: { thought_signature: one } } }
  const said = [
    candidate([{ text: 'It is ' }]),
    candidate([{ text: 'sunny.', thoughtSignature: one }], { finishReason: 'STOP' }),
  ]
  const late = [
    candidate([{ text: 'It is sunny.' }]),
    candidate([{ text: '', thoughtSignature: one }], { finishReason: 'STOP' }),
  ]

  test.each([
    ['on the last text', said, 'ai-studio'],
    ['on an empty one behind it', late, 'ai-studio'],
    ['of Vertex', said, 'vertex'],
  ] as const)('one %s goes out on the message, where Google puts it (F22)', async (_, chunks, profile) => {
    const { body } = await answering(chunks, { profile }).ask({})
    expect(body.choices[0]!.message).toMatchObject({ content: 'It is sunny.', ...signed })
    const { chunks: streamed } = await answering(chunks, { profile }).stream({})
    expect(textOf(streamed)).toBe('It is sunny.')
    const deltas = streamed.flatMap(({ choices }) => choices.map(({ delta }) => delta))
    expect(deltas.filter((delta) => 'extra_content' in delta)).toMatchObject([signed])
  })

  const history = (message: object) => [
    ...hello,
    { role: 'assistant', content: 'It is sunny.', ...message },
    { role: 'user', content: 'And tomorrow?' },
  ]
  const modelParts = ({ contents }: SentRequest) => contents.find(({ role }) => role === 'model')?.parts

  test.each([
    ['google', 'ai-studio'],
    ['vertex', 'vertex'],
    ['google', 'vertex'],
  ] as const)('and comes back to its text: %s, on %s (F22)', async (place, profile) => {
    const { ask, last } = answering(said, { profile })
    await ask({ messages: history({ extra_content: { [place]: { thought_signature: one } } }) })
    expect(modelParts(last())).toEqual([{ text: 'It is sunny.', thoughtSignature: one }])
  })

  test('what is none, or only skips the check, is not sent with a text (F22)', async () => {
    for (const signature of ['skip_thought_signature_validator', '', 7, null, 'no base64!']) {
      const { ask, last } = answering(said)
      await ask({ messages: history({ extra_content: { google: { thought_signature: signature } } }) })
      expect(modelParts(last())).toEqual([{ text: 'It is sunny.' }])
    }
  })

  test('beside calls that have their own, the message’s is the text’s; beside calls that have none, the first call’s (F22)', async () => {
    const made = { id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }
    const asked = (calls: object[]) => [
      ...hello,
      {
        role: 'assistant',
        content: 'Let me see.',
        tool_calls: calls,
        extra_content: { google: { thought_signature: one } },
      },
      { role: 'tool', tool_call_id: 'a', content: 'done' },
    ]
    const { ask, last } = answering(said)
    await ask({ messages: asked([{ ...made, extra_content: { google: { thought_signature: two } } }]), tools: [look] })
    expect(modelParts(last())).toMatchObject([{ thoughtSignature: one }, { thoughtSignature: two }])
    await ask({ messages: asked([made]), tools: [look] })
    expect(modelParts(last())).toMatchObject([{ text: 'Let me see.' }, { thoughtSignature: one }])
    expect(modelParts(last())![0]).not.toHaveProperty('thoughtSignature')
  })

  test('the signature of a text is not sent to a model of another family, where it says which one it is of (F22)', async () => {
    const { body } = await answering(said).ask({})
    const echoed = { extra_content: body.choices[0]!.message['extra_content'] }
    const { ask, last } = answering(said)
    await ask({ messages: history(echoed) })
    expect(modelParts(last())).toEqual([{ text: 'It is sunny.', thoughtSignature: one }])
    await ask({ messages: history(echoed), model: 'gemini-2.5-flash' })
    expect(modelParts(last())).toEqual([{ text: 'It is sunny.' }])
  })
})
