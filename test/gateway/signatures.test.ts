import { afterEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { createEmulator } from '../../src/emulator/app.ts'
import { createSignatureRestorer, storeSignatures } from '../../src/gateway/ask/signatures.ts'
import { createMemorySignatureStore } from '../../src/gateway/stores/memory-signature-store.ts'
import { createRedisSignatureStore } from '../../src/gateway/stores/redis.node.ts'
import type { SignatureStore } from '../../src/gateway/stores/signature-store.ts'
import { gemini } from '../../src/models/gemini/gemini.ts'
import { readReplay } from '../../src/models/replay.ts'
import type { LanguageModel, ModelCallOptions } from '../../src/models/versions/language-model.ts'
import type { ReplyToolCall } from '../../src/wire/model-reply.ts'
import { decodeRequest } from '../../src/wire/openai-chat/decode-request.ts'
import { hasRedis, startRedis } from './redis-server.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A name and arguments that Gemini takes only in another form. */
const tool = {
  type: 'function',
  function: {
    name: 'plan trip/v1',
    description: 'Plans a trip.',
    parameters: {
      type: 'object',
      properties: {
        city: { type: 'string' },
        stops: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }], items: false },
        '': { type: 'boolean' },
      },
      required: ['city', 'stops', ''],
    },
  },
}

function house() {
  const emulator = createEmulator()
  const model = (id: string) =>
    gemini(id, { apiKey: 'any', maxRetries: 0, fetch: (url, init) => emulator(new Request(url, init)) })
  return { emulator, model }
}

/** One request, as the gateway handles it. */
async function ask(model: LanguageModel, messages: readonly object[], store: SignatureStore) {
  const body = { model: 'any', messages, tools: [tool] }
  const decoded = decodeRequest(body)
  if ('error' in decoded) throw new Error(decoded.error.message)
  const context = { store, client: 'client', issuer: 'google', onStoreError: () => undefined }
  const restore = await createSignatureRestorer(decoded.request.messages, context)
  const prompt = decoded.request.messages.map((message) => (message.role === 'assistant' ? restore(message) : message))
  const options = { prompt, tools: decoded.tools } as unknown as ModelCallOptions
  const { content } = await model.doGenerate(options)
  const calls = content.filter((part): part is ReplyToolCall => part.type === 'tool-call')
  await storeSignatures(calls, context)
  return calls
}

/** What a client makes of a call that knows nothing of signatures. */
const plain = ({ toolCallId, toolName, input }: ReplyToolCall) => ({
  id: toolCallId,
  type: 'function',
  function: { name: toolName, arguments: input },
})

const question = { role: 'user', content: 'Plan a trip to Graz.' }

function next(calls: readonly object[]) {
  const results = calls.map((call) => ({ role: 'tool', tool_call_id: (call as { id: string }).id, content: 'done' }))
  return [question, { role: 'assistant', content: null, tool_calls: calls }, ...results]
}

/** The model's call in the last request, as the emulator got it. */
function callSent(requests: ReturnType<typeof createEmulator>['requests']): JsonObject | undefined {
  const body = requests.at(-1)?.body as { contents: { role: string; parts: JsonObject[] }[] }
  return body.contents.find(({ role }) => role === 'model')?.parts.find((part) => 'functionCall' in part)
}

const bypass = 'skip_thought_signature_validator'

describe('a conversation of a client that knows nothing of signatures', () => {
  test('goes on with the signature that Gemini gave, on the call that Gemini made (G54)', async () => {
    const { emulator, model } = house()
    const store = createMemorySignatureStore()
    const [call] = await ask(model('gemini-3-flash-preview'), [question], store)
    const given = call?.providerMetadata?.['google']?.['thoughtSignature']
    expect(given).toEqual(expect.any(String))
    expect(call?.toolName).toBe('plan trip/v1')
    await ask(model('gemini-3-flash-preview'), next([plain(call!)]), store)
    const made = readReplay(call?.providerMetadata, 'google')
    expect(made?.args).not.toBe(call?.input)
    expect(made?.name).not.toBe(call?.toolName)
    expect(callSent(emulator.requests)).toMatchObject({
      thoughtSignature: given,
      functionCall: { name: made?.name, args: JSON.parse(made?.args ?? '') },
    })
    expect(emulator.requests.at(-1)?.status).toBe(200)
  })

  test('goes on with the bypass where the client edited the call (G53)', async () => {
    const { emulator, model } = house()
    const store = createMemorySignatureStore()
    const [call] = await ask(model('gemini-3-flash-preview'), [question], store)
    const edited = {
      ...plain(call!),
      function: { name: call!.toolName, arguments: '{"city":"Rome","stops":[1,"x"],"":true}' },
    }
    await ask(model('gemini-3-flash-preview'), next([edited]), store)
    expect(callSent(emulator.requests)).toMatchObject({ thoughtSignature: bypass })
    expect(emulator.requests.at(-1)?.status).toBe(200)
  })

  test('goes on without the signature where the client changed to a model of another age', async () => {
    const { emulator, model } = house()
    const store = createMemorySignatureStore()
    const [call] = await ask(model('gemini-3-flash-preview'), [question], store)
    await ask(model('gemini-2.5-flash'), next([plain(call!)]), store)
    expect(callSent(emulator.requests)).not.toHaveProperty('thoughtSignature')
    expect(emulator.requests.at(-1)?.status).toBe(200)
  })

  test.skipIf(!hasRedis() && process.env['CI'] === undefined)(
    'goes on in another gateway by way of Redis, and with the bypass when Redis is killed (skipped without redis-server)',
    async () => {
      const redis = await startRedis()
      cleanups.push(() => redis.close())
      const [one, other] = [1, 2].map(() => createRedisSignatureStore({ url: redis.url }))
      cleanups.push(
        () => one!.close(),
        () => other!.close(),
      )
      const { emulator, model } = house()
      const [call] = await ask(model('gemini-3-flash-preview'), [question], one!)
      const messages = next([plain(call!)])
      await ask(model('gemini-3-flash-preview'), messages, other!)
      expect(callSent(emulator.requests)).toMatchObject({
        thoughtSignature: call?.providerMetadata?.['google']?.['thoughtSignature'],
      })
      await redis.kill()
      await ask(model('gemini-3-flash-preview'), messages, other!)
      expect(callSent(emulator.requests)).toMatchObject({ thoughtSignature: bypass })
      expect(emulator.requests.at(-1)?.status).toBe(200)
    },
  )
})
