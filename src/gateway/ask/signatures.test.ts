import { describe, expect, test } from 'vitest'
import type { AnyModelMessage, ToolCallPart } from '../../core/message.ts'
import { fingerprint } from '../../models/replay.ts'
import { createToolCodec } from '../../models/tool-codec.ts'
import type { ReplyToolCall } from '../../wire/model-reply.ts'
import { decodeMessages } from '../../wire/openai-chat/decode-messages.ts'
import { createMemorySignatureStore } from '../stores/memory-signature-store.ts'
import { createSignatureRestorer, dropSignatures, type SignatureContext, storeSignatures } from './signatures.ts'

const sign = (text: string) => btoa(`\x12\x30\x0a\x2e\x01${text.padEnd(45, '.')}`)
const signature = sign('one')
const url = (text: string) => text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')

const contextOf = (options: Partial<SignatureContext> = {}): SignatureContext => ({
  store: createMemorySignatureStore(),
  client: 'a',
  issuer: 'google',
  onStoreError: () => undefined,
  ...options,
})

/** Messages of a client, decoded, with the signatures that they get back. */
async function restore(messages: unknown, context: SignatureContext): Promise<AnyModelMessage[]> {
  const decoded = decodeMessages(messages)
  const restoreMessage = await createSignatureRestorer(decoded, context)
  return decoded.map((message) => (message.role === 'assistant' ? restoreMessage(message) : message))
}

/** A call as the model gives it out. */
function reply(
  id: string,
  input: string,
  options: { wire?: string; signature?: string | undefined } = {},
): ReplyToolCall {
  const { wire = input } = options
  return {
    type: 'tool-call',
    toolCallId: id,
    toolName: 'search',
    input,
    providerMetadata: {
      ...(options.signature === undefined ? {} : { google: { thoughtSignature: options.signature, family: '3' } }),
      toolfit: { wire: { by: 'google', name: 'search', args: wire, input: fingerprint(JSON.parse(input)) } },
    },
  }
}

/** A call as a client sends it back. */
const sent = (id: string, fields: object = {}, args = '{"q":"x"}') => ({
  id,
  type: 'function',
  function: { name: 'search', arguments: args },
  ...fields,
})

const history = (calls: readonly object[], fields: object = {}) => [
  { role: 'user', content: 'Find x.' },
  { role: 'assistant', content: null, tool_calls: calls, ...fields },
  ...calls.map((call) => ({ role: 'tool', tool_call_id: (call as { id: string }).id, content: 'found' })),
]

async function restored(given: unknown[], on = contextOf()): Promise<ToolCallPart[]> {
  const messages: AnyModelMessage[] = await restore(given, on)
  return messages.flatMap((message) =>
    message.role === 'assistant' && typeof message.content !== 'string'
      ? message.content.filter((part): part is ToolCallPart => part.type === 'tool-call')
      : [],
  )
}

const signatures = async (given: unknown[], on = contextOf()) =>
  (await restored(given, on)).map(({ providerOptions }) => providerOptions?.['google']?.['thoughtSignature'])

describe('what a client sends', () => {
  test.each([
    ['Google: extra_content', sent('c', { extra_content: { google: { thought_signature: signature } } })],
    ['LiteLLM: the id', sent(`call_1__thought__${signature}`)],
    ['Bifrost: the id', sent(`call_1_ts_${url(signature)}`)],
    ['LiteLLM: provider_specific_fields', sent('c', { provider_specific_fields: { thought_signature: signature } })],
    [
      'Portkey: the function',
      sent('c', { function: { name: 'search', arguments: '{}', thought_signature: signature } }),
    ],
  ])('is read from the call: %s (G50, G51, G52)', async (_who, call) => {
    const [found] = await signatures(history([call]))
    expect(url(String(found))).toBe(url(signature))
  })

  test('is read from reasoning_details of OpenRouter, by the id of the call, or for the first (G52)', async () => {
    const detail = { type: 'reasoning.encrypted', data: signature, format: 'google-gemini-v1', index: 0 }
    const calls = [sent('c1'), sent('c2')]
    expect(await signatures(history(calls, { reasoning_details: [{ ...detail, id: 'c2' }] }))).toEqual([
      undefined,
      signature,
    ])
    expect(await signatures(history(calls, { reasoning_details: [detail] }))).toEqual([signature, undefined])
  })

  test.each([
    ['LiteLLM: thinking_blocks', { thinking_blocks: [{ type: 'thinking', thinking: 'Hm.', signature }] }],
    [
      'LiteLLM: a block that holds the signed call',
      { thinking_blocks: [{ type: 'thinking', thinking: '{"functionCall":{"name":"search"}}', signature }] },
    ],
    ['Envoy: a part of the content', { content: [{ type: 'thinking', text: 'Hm.', signature }] }],
  ])('is read from the message, for the first call: %s (G52)', async (_who, fields) => {
    expect(await signatures(history([sent('c1'), sent('c2')], fields))).toEqual([signature, undefined])
  })

  test.each([
    ['of a text', { thinking_blocks: [{ type: 'thinking', thinking: '{"text":"Hm."}', signature }] }],
    [
      'in the format of others',
      { reasoning_details: [{ type: 'reasoning.encrypted', data: signature, format: 'openai-responses-v1' }] },
    ],
    // The beginning of a real one, as LiteLLM's documentation shows it.
    [
      'of Claude',
      {
        thinking_blocks: [
          { type: 'thinking', thinking: 'Hm.', signature: 'EqoBCkgIARABGAIiQL2UoU0b1OHYi+yCHpBY7U6FQW8/' },
        ],
      },
    ],
    ['that is empty', { thinking_blocks: [{ signature: '' }], reasoning_details: [{ signature: '' }, null, 1] }],
  ])('is left out where it is a signature %s', async (_what, fields) => {
    expect(await signatures(history([sent('c1')], fields))).toEqual([undefined])
  })

  test.each([
    'skip_thought_signature_validator',
    btoa('skip_thought_signature_validator'),
    'context_engineering_is_the_way_to_go',
  ])('is left out where it only skips the check: %s', async (thought_signature) => {
    expect(await restored(history([sent('c', { extra_content: { google: { thought_signature } } })]))).toEqual([
      { type: 'tool-call', toolCallId: 'c', toolName: 'search', input: '{"q":"x"}' },
    ])
  })

  test('belongs to its own message, also where the codec joined others', async () => {
    const given = [
      ...history([sent('c1'), sent('c2')]),
      { role: 'assistant', content: 'Here.' },
      ...history([sent('c3')], { thinking_blocks: [{ signature }] }),
    ]
    expect(await signatures(given)).toEqual([undefined, undefined, signature])
  })
})

describe('what the store kept', () => {
  test('comes back to a client that dropped it, with the family of its model (G54)', async () => {
    const store = createMemorySignatureStore()
    const on = contextOf({ store })
    await storeSignatures([reply('c1', '{"q":"x"}', { signature }), reply('c2', '{"q":"x"}')], on)
    const [first, second] = await restored(history([sent('c1'), sent('c2')]), on)
    expect(first?.providerOptions?.['google']).toEqual({ thoughtSignature: signature, family: '3' })
    expect(second).toEqual({ type: 'tool-call', toolCallId: 'c2', toolName: 'search', input: '{"q":"x"}' })
    expect(store.size().entries).toBe(1)
  })

  test('goes before what the client sends, which may be a value that skips the check', async () => {
    const on = contextOf()
    await storeSignatures([reply('c', '{"q":"x"}', { signature })], on)
    const bypass = { extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } }
    expect(await signatures(history([sent('c', bypass)]), on)).toEqual([signature])
  })

  test('has the call go back as the model wrote it, however the client writes the same arguments', async () => {
    const on = contextOf()
    await storeSignatures([reply('c', '{"a":1,"b":[2]}', { signature, wire: '{"a":1,"b":"[2]"}' })], on)
    const [call] = await restored(history([sent('c', {}, '{ "b": [2], "a": 1.0 }')]), on)
    expect(call).toMatchObject({
      providerOptions: { toolfit: { wire: { by: 'google', name: 'search', args: '{"a":1,"b":"[2]"}' } } },
    })
    const codec = createToolCodec(undefined, { to: 'gemini', issuer: 'google' })
    const [encoded] = codec.encodeMessages([{ role: 'assistant', content: [call!] }])
    expect(encoded?.content).toMatchObject([{ toolName: 'search', input: '{"a":1,"b":"[2]"}' }])
  })

  test('is void for a call that was edited, also where the client sends it along', async () => {
    const on = contextOf()
    await storeSignatures([reply('c', '{"q":"x"}', { signature })], on)
    const kept = { extra_content: { google: { thought_signature: signature } } }
    expect(await signatures(history([sent('c', kept, '{"q":"y"}')]), on)).toEqual([undefined])
    expect(await signatures(history([sent('c', {}, 'no JSON')]), on)).toEqual([undefined])
    const renamed = { ...sent('c'), function: { name: 'find', arguments: '{"q":"x"}' } }
    expect(await signatures(history([renamed]), on)).toEqual([undefined])
    const other = sign('another')
    const own = { extra_content: { google: { thought_signature: other } } }
    expect(await signatures(history([sent('c', own, '{"q":"y"}')]), on)).toEqual([other])
  })

  test('is not for another client', async () => {
    const on = contextOf()
    await storeSignatures([reply('c', '{"q":"x"}', { signature })], on)
    expect(await signatures(history([sent('c')]), { ...on, client: 'b' })).toEqual([undefined])
  })

  test.each(['', 'null', '[]', 'x', '{"v":2,"t":"search","i":"1","n":"search","s":"x"}', '{"v":1,"s":"x"}'])(
    'is not believed where it is no record: %j',
    async (text) => {
      const on = contextOf()
      await on.store.set('a', new Map([['c', text]]))
      expect(await signatures(history([sent('c')]), on)).toEqual([undefined])
    },
  )

  test('stands under the key of the endpoint that issued it', async () => {
    const on = contextOf({ issuer: 'vertex' })
    const call = sent('c', { extra_content: { google: { thought_signature: signature } } })
    const [found] = await restored(history([call]), on)
    expect(found?.providerOptions).toEqual({ vertex: { thoughtSignature: signature } })
  })
})

describe('a store that fails', () => {
  const broken = {
    get: () => Promise.reject(new Error('gone')),
    set: () => Promise.reject(new Error('gone')),
  }

  test('is told of, and the request goes on with what the client sent', async () => {
    const errors: unknown[] = []
    const on = contextOf({ store: broken, onStoreError: (error) => errors.push(error) })
    await storeSignatures([reply('c', '{}', { signature })], on)
    const given = history([sent('c', { extra_content: { google: { thought_signature: signature } } })])
    const messages = await restore(given, on)
    expect(JSON.stringify(messages)).toContain(signature)
    expect(errors).toHaveLength(2)
  })

  test('is not asked where there are no calls', async () => {
    const given = [{ role: 'user', content: 'Hello.' }]
    const onStoreError = () => expect.unreachable()
    await restore(given, contextOf({ store: broken, onStoreError }))
    await storeSignatures([], contextOf({ store: broken, onStoreError }))
  })

  test('is asked for the newest calls of a long history, and for no id that nobody would have given', async () => {
    let asked: readonly string[] = []
    const store = {
      async get(_client: string, ids: readonly string[]) {
        asked = ids
        return new Map<string, string>()
      },
      async set() {},
    }
    const given = [
      ...Array.from({ length: 3_000 }, (_, index) => history([sent(`c${index}`)])).flat(),
      ...history([sent('x'.repeat(10_000))]),
    ]
    await restore(given, contextOf({ store }))
    expect([asked.length, asked[0], asked.at(-1)]).toEqual([1_000, 'c2000', 'c2999'])
  })
})

test('the signature of a text keeps the family of models that came with it, under the name of whoever issued it', async () => {
  const extra_content = { google: { thought_signature: signature, family: '3.0' } }
  const given = [
    { role: 'user', content: 'Hi.' },
    { role: 'assistant', content: 'Hello.', extra_content },
  ]
  const [, said] = await restore(given, contextOf({ issuer: 'vertex' }))
  expect(said?.content).toEqual([
    { type: 'text', text: 'Hello.', providerOptions: { vertex: { thoughtSignature: signature, family: '3.0' } } },
  ])
})

describe('dropSignatures', () => {
  const question: AnyModelMessage = { role: 'user', content: 'Hi.' }

  test('removes the signatures of texts and calls, whoever issued them, and leaves everything else', () => {
    const toolfit = { wire: { by: 'vertex' } }
    const call = { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} } as const
    const dropped = dropSignatures([
      question,
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Wait.', providerOptions: { google: { thoughtSignature: 'c2ln', family: '3.0' } } },
          { ...call, providerOptions: { vertex: { thoughtSignature: 'c2ln', other: 1 }, toolfit } },
        ],
      },
    ])
    expect(dropped).toEqual([
      question,
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Wait.', providerOptions: { google: {} } },
          { ...call, providerOptions: { vertex: { other: 1 }, toolfit } },
        ],
      },
    ])
  })

  test('returns undefined where nothing is signed', () => {
    expect(dropSignatures([question, { role: 'assistant', content: 'Hello.' }])).toBeUndefined()
    const content = [{ type: 'text', text: 'Hello.', providerOptions: { openai: { id: 'a' } } } as const]
    expect(dropSignatures([question, { role: 'assistant', content }])).toBeUndefined()
  })
})
