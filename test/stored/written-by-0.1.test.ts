import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { createGateway } from '../../src/gateway/index.ts'
import { HistoryManager } from '../../src/history/index.ts'
import { generateText, jsonSchema, tool } from '../../src/index.ts'
import { anthropic } from '../../src/models/anthropic/index.ts'
import { gemini } from '../../src/models/gemini/index.ts'
import { openai } from '../../src/models/openai/index.ts'
import { compileSchema, type DialectId } from '../../src/schema/index.ts'

/** What `make-fixtures.mjs` had version 0.1 write. */
interface Fixture {
  readonly tools: readonly { readonly name: string; readonly title: string }[]
  readonly conversations: readonly { readonly provider: Provider; readonly stored: JsonObject }[]
  readonly gateway: { readonly records: Readonly<Record<string, string>>; readonly message: AssistantMessage }
  readonly encodings: readonly StoredEncoding[]
}

type Provider = 'gemini' | 'openai' | 'anthropic'

interface AssistantMessage {
  readonly tool_calls: readonly { readonly id: string }[]
}

interface StoredEncoding {
  readonly title: string
  readonly source: JsonObject
  /** A dialect that is not among the wires sent the value itself. */
  readonly values: readonly { readonly value: unknown; readonly wires: Partial<Record<DialectId, unknown>> }[]
}

const fixture = JSON.parse(readFileSync(new URL('written-by-0.1.json', import.meta.url), 'utf8')) as Fixture
const sourceOf = (title: string) => fixture.encodings.find((each) => each.title === title)!.source
const dialects = ['gemini', 'gemini-json', 'vertex', 'openai-strict', 'anthropic'] as const

/**
 * Version 0.1 sent these as JSON text, so that "false" was false and "\"7\"" the string "7". Today both are strings that the schema
 * allows: which of the two was meant cannot be known.
 */
const isAmbiguous = (title: string, value: unknown) =>
  (title === 'a string or false' && [false, 'false'].includes((value as { proxy: string | false }).proxy)) ||
  (title === 'a format without a type' && (value as { since: string }).since === '7')

describe('wire arguments that version 0.1 asked for', () => {
  test.each(dialects)('come back in the shape of the tool (%s)', (to) => {
    const wrong = fixture.encodings.flatMap(({ title, source, values }) => {
      const compiled = compileSchema(source, { to, root: 'object' })
      return values.flatMap(({ value, wires }) => {
        const { value: received, issues } = compiled.receive(wires[to] ?? value)
        const errors = issues.filter(({ level }) => level !== 'warning')
        const isSame = (isAmbiguous(title, value) || isDeepStrictEqual(received, value)) && errors.length === 0
        return isSame ? [] : [{ title, wire: wires[to] ?? value, received, errors }]
      })
    })
    expect(wrong).toEqual([])
  })
})

/** A server that answers one word, and what it was sent. */
function createServer(answer: unknown) {
  const bodies: JsonObject[] = []
  const fetch = async (_: unknown, init?: { readonly body?: unknown }) => {
    bodies.push(JSON.parse(String(init?.body)) as JsonObject)
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
  }
  return { bodies, fetch }
}

const geminiAnswer = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'Yes.' }] }, finishReason: 'STOP', index: 0 }],
}

/** How each provider is asked, and where the arguments of calls stand in what it is sent. */
const providers = {
  gemini: {
    answer: geminiAnswer,
    open: (fetch: typeof globalThis.fetch) => gemini('gemini-3-flash-preview', { apiKey: 'none', fetch }),
    by: 'google',
    profile: 'gemini',
    dialect: 'gemini',
    argumentsIn: ({ contents }: JsonObject) =>
      (contents as unknown as { parts: { functionCall?: { args: unknown } }[] }[])
        .flatMap(({ parts }) => parts)
        .flatMap(({ functionCall }) => (functionCall === undefined ? [] : [functionCall.args])),
  },
  openai: {
    answer: {
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'gpt-5',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' }],
    },
    open: (fetch: typeof globalThis.fetch) => openai('gpt-5', { apiKey: 'none', strict: true, fetch }),
    by: 'openai',
    profile: 'openai-chat',
    dialect: 'openai-strict',
    argumentsIn: ({ messages }: JsonObject) =>
      (messages as unknown as { tool_calls?: { function: { arguments: string } }[] }[])
        .flatMap(({ tool_calls = [] }) => tool_calls)
        .map((call) => JSON.parse(call.function.arguments) as unknown),
  },
  anthropic: {
    answer: {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [{ type: 'text', text: 'Yes.' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 1, output_tokens: 1 },
    },
    open: (fetch: typeof globalThis.fetch) => anthropic('claude-sonnet-4-5', { apiKey: 'none', fetch }),
    by: 'anthropic',
    profile: 'anthropic',
    dialect: 'anthropic',
    argumentsIn: ({ messages }: JsonObject) =>
      (messages as unknown as { content: string | { type: string; input?: unknown }[] }[])
        .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
        .flatMap(({ type, input }) => (type === 'tool_use' ? [input] : [])),
  },
} as const

interface StoredCall {
  readonly toolName: string
  readonly input: unknown
  readonly providerOptions: { readonly toolfit: { readonly wire: { readonly by: string; readonly args: string } } }
}

describe.each(fixture.conversations)('a history that version 0.1 stored ($provider)', ({ provider, stored }) => {
  const { answer, argumentsIn, by, dialect, open, profile } = providers[provider]
  const calls = (stored as unknown as { messages: { content: StoredCall[] }[] }).messages[1]!.content
  const tools = Object.fromEntries(
    fixture.tools.map(({ name, title }) => [
      name,
      tool({ description: title, inputSchema: jsonSchema(sourceOf(title)) }),
    ]),
  )
  const ask = async (history: HistoryManager) => {
    const { bodies, fetch } = createServer(answer)
    history.append({ role: 'user', content: 'And?' })
    await generateText({ model: open(fetch as typeof globalThis.fetch), messages: history.view().messages, tools })
    return argumentsIn(bodies[0]!)
  }

  test('restores with the inputs of its calls, which the tools still accept', () => {
    const restored = HistoryManager.fromJSON(stored, { profile })
    expect(JSON.parse(JSON.stringify(restored))).toEqual(stored)
    for (const { toolName, input } of calls) {
      const { title } = fixture.tools.find(({ name }) => name === toolName)!
      expect(compileSchema(sourceOf(title), { to: 'gemini' }).check(input)).toEqual([])
    }
  })

  test('is sent back to its provider with the arguments that the model wrote', async () => {
    expect(calls.map(({ providerOptions }) => providerOptions.toolfit.wire.by)).toEqual(calls.map(() => by))
    const written = calls.map(({ providerOptions }) => JSON.parse(providerOptions.toolfit.wire.args) as unknown)
    expect(await ask(HistoryManager.fromJSON(stored, { profile }))).toEqual(written)
  })

  test('has edited calls encoded as today', async () => {
    const edited = structuredClone(stored) as unknown as { messages: { content: { input: unknown }[] }[] }
    edited.messages[1]!.content[3]!.input = { stars: 4 }
    const [, , , args] = await ask(HistoryManager.fromJSON(edited, { profile }))
    expect(compileSchema(sourceOf('numbers in a row'), { to: dialect }).decode(args)).toEqual({ stars: 4 })
  })
})

test('records that a gateway of version 0.1 stored bring calls back to Gemini as it wrote them, with their signatures', async () => {
  const { bodies, fetch } = createServer(geminiAnswer)
  const { records, message } = fixture.gateway
  const gateway = createGateway({
    apiKey: 'none',
    maxRetries: 0,
    fetch: fetch as typeof globalThis.fetch,
    signatures: {
      get: async (_, ids) => new Map(ids.flatMap((id) => (records[id] === undefined ? [] : [[id, records[id]]]))),
      set: async () => {},
    },
  })
  const results = message.tool_calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'ok' }))
  const body = {
    model: 'gemini-3-flash-preview',
    messages: [{ role: 'user', content: 'Call every tool.' }, withoutSignatures(message), ...results],
    tools: fixture.tools.map(({ name, title }) => ({
      type: 'function',
      function: { name, description: title, parameters: sourceOf(title) },
    })),
  }
  const response = await gateway(
    new Request('http://localhost/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
  expect(response.status).toBe(200)
  const written = Object.values(records).map((record) => JSON.parse(JSON.parse(record).a) as unknown)
  expect(providers.gemini.argumentsIn(bodies[0]!)).toEqual(expect.arrayContaining(written))
  expect(JSON.stringify(bodies[0])).toContain('"thoughtSignature":"c2lnbmF0dXJl"')
})

/** As clients send a message back that know nothing of signatures. */
function withoutSignatures({ tool_calls: calls, ...message }: AssistantMessage): JsonObject {
  const bare = calls.map((call) => ({ ...call, extra_content: undefined }))
  return { ...message, tool_calls: bare } as unknown as JsonObject
}
