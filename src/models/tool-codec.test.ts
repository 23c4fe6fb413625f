import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { AnyModelMessage } from '../core/message.ts'
import type { ReplyToolCall } from '../wire/model-reply.ts'
import { createToolCodec } from './tool-codec.ts'
import type { ModelTool } from './versions/language-model.ts'

const tags: ModelTool = {
  type: 'function',
  name: 'notes/tag',
  description: 'Tags a note.',
  inputSchema: {
    type: 'object',
    properties: {
      tags: { type: 'object', additionalProperties: { type: 'number' } },
      color: { type: 'string', default: 'red' },
    },
    required: ['tags'],
  },
}

const codecOf = (tools: readonly ModelTool[] = [tags], issuer = 'google') =>
  createToolCodec(tools, { to: 'gemini', issuer, boundKeys: ['thoughtSignature'] })

const wireCall: ReplyToolCall = {
  type: 'tool-call',
  toolCallId: 'c1',
  toolName: 'notes_tag',
  input: '{"tags": [{"value":1,"key":"urgent"}]}',
  providerMetadata: { google: { thoughtSignature: 'sig' } },
}

/** The history that a runtime makes of a call: parsed input, metadata as options. */
function historyOf(call: ReplyToolCall, input: unknown = JSON.parse(call.input)): AnyModelMessage[] {
  const { toolCallId, toolName, providerMetadata } = call
  return [
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId, toolName, input, providerOptions: providerMetadata! }],
    },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value: 'ok' } }] },
  ]
}

const callIn = ([message]: readonly AnyModelMessage[]) => (message!.content as unknown as Record<string, unknown>[])[0]!

describe('a call that comes', () => {
  test('has an empty input where the arguments are null', () => {
    const call = codecOf([{ ...tags, inputSchema: { type: 'object', properties: {} } }]).decodeCall({
      ...wireCall,
      input: 'null',
    })
    expect(call.input).toBe('{}')
  })

  test('leaves in the shape of the tool, under its own name', () => {
    const call = codecOf().decodeCall(wireCall)
    expect(call).toMatchObject({ toolName: 'notes/tag', input: '{"tags":{"urgent":1}}' })
  })

  test('is repaired where the intent is certain', () => {
    const call = codecOf().decodeCall({ ...wireCall, input: '{"tags":[{"key":"a","value":"5"}]}' })
    expect(JSON.parse(call.input)).toMatchObject({ tags: { a: 5 } })
  })

  test('of an unknown tool, or with arguments that are no JSON, stays as it is', () => {
    const codec = codecOf()
    expect(codec.decodeCall({ ...wireCall, toolName: 'nope' })).toMatchObject({
      toolName: 'nope',
      input: wireCall.input,
    })
    const broken = codec.decodeCall({ ...wireCall, input: '{"tags":' })
    expect(broken).toEqual({ ...wireCall, toolName: 'notes/tag', input: '{"tags":' })
  })

  test('without arguments has empty ones', () => {
    expect(codecOf([]).decodeCall({ ...wireCall, input: '' }).input).toBe('{}')
  })

  test('that the provider ran itself is not touched', () => {
    const own = { ...wireCall, providerExecuted: true }
    expect(codecOf().decodeCall(own)).toBe(own)
  })
})

describe('law 9, Replay', () => {
  test('a call goes back with the arguments that it came with, byte for byte, and its result under the same name', () => {
    const codec = codecOf()
    const [call, result] = codec.encodeMessages(historyOf(codec.decodeCall(wireCall)))
    expect(callIn([call!])).toMatchObject({ toolName: 'notes_tag', input: wireCall.input })
    expect(callIn([result!])).toMatchObject({ toolName: 'notes_tag' })
    expect(callIn([call!])['providerOptions']).toMatchObject({ google: { thoughtSignature: 'sig' } })
  })

  test('also where the history was written with another dialect of a choice, and a default was filled in', () => {
    const call = codecOf().decodeCall(wireCall)
    const auto = createToolCodec([tags], { to: 'gemini-auto', issuer: 'google', boundKeys: ['thoughtSignature'] })
    const sent = {
      toolName: 'notes_tag',
      input: wireCall.input,
      providerOptions: { google: { thoughtSignature: 'sig' } },
    }
    const filled = { tags: { urgent: 1 }, color: 'red' }
    expect(callIn(auto.encodeMessages(historyOf(call)))).toMatchObject(sent)
    expect(callIn(auto.encodeMessages(historyOf(call, filled)))).toMatchObject(sent)
    const changed = callIn(auto.encodeMessages(historyOf(call, { tags: { urgent: 2 } })))
    expect(changed).toMatchObject({
      toolName: 'notes_tag',
      input: { tags: { urgent: 2 } },
      providerOptions: { google: {} },
    })
  })

  test('but is encoded anew where a store cut off what came', () => {
    const codec = codecOf()
    const call = codec.decodeCall(wireCall)
    const metadata = call.providerMetadata as { toolfit: { wire: { args: string } } }
    const cut = { ...metadata, toolfit: { wire: { ...metadata.toolfit.wire, args: '{"tags": [{"val' } } }
    expect(callIn(codec.encodeMessages(historyOf({ ...call, providerMetadata: cut })))).toMatchObject({
      toolName: 'notes_tag',
      input: { tags: [{ key: 'urgent', value: 1 }] },
    })
  })

  test('also when a store sorted the keys, when the tool is gone, and when its schema is another', () => {
    const call = codecOf().decodeCall(wireCall)
    const stored = JSON.parse(JSON.stringify(historyOf(call)))
    const other: ModelTool = { ...tags, inputSchema: { type: 'object', properties: { tags: { type: 'string' } } } }
    for (const codec of [codecOf([]), codecOf([other])]) {
      expect(callIn(codec.encodeMessages(stored))).toMatchObject({ toolName: 'notes_tag', input: wireCall.input })
    }
  })

  test('also when a runtime put in the defaults that the schema names', () => {
    const codec = codecOf()
    const history = historyOf(codec.decodeCall(wireCall), { tags: { urgent: 1 }, color: 'red' })
    expect(callIn(codec.encodeMessages(history))['input']).toBe(wireCall.input)
  })

  test('an input that was changed is encoded, and its signature is gone', () => {
    const codec = codecOf()
    const history = historyOf(codec.decodeCall(wireCall), { tags: { urgent: 2 } })
    const call = callIn(codec.encodeMessages(history))
    expect(call['input']).toEqual({ tags: [{ key: 'urgent', value: 2 }] })
    expect(call['providerOptions']).toMatchObject({ google: {} })
    expect(JSON.stringify(call['providerOptions'])).not.toContain('sig')
  })

  test('a call of another provider is encoded', () => {
    const call = codecOf([tags], 'openai').decodeCall(wireCall)
    expect(callIn(codecOf().encodeMessages(historyOf(call)))['input']).toEqual({ tags: [{ key: 'urgent', value: 1 }] })
  })
})

describe('messages that go', () => {
  test('have arguments that are objects, and legal names, whatever the history says', () => {
    const codec = codecOf([])
    const encode = (input: unknown) =>
      callIn(
        codec.encodeMessages([
          { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'x', toolName: 'a b', input }] },
        ]),
      )
    expect(encode('{"cut').input).toEqual({ value: '{"cut' })
    expect(encode(null)).toMatchObject({ toolName: 'a_b', input: {} })
    expect(encode([1]).input).toEqual({ value: [1] })
  })

  test('a text is the JSON of the arguments, unless the tool takes texts', () => {
    const echo: ModelTool = { type: 'function', name: 'echo', inputSchema: { type: 'string' } }
    const encode = (toolName: string, input: unknown) => {
      const content = [{ type: 'tool-call', toolCallId: 'x', toolName, input } as const]
      return callIn(codecOf([tags, echo]).encodeMessages([{ role: 'assistant', content }]))['input']
    }
    expect(encode('notes/tag', '{"tags":{"a":1}}')).toEqual({ tags: [{ key: 'a', value: 1 }] })
    expect(encode('notes/tag', '')).toEqual({})
    expect(encode('echo', '{"a":1}')).toEqual({ value: '{"a":1}' })
  })

  test('an input that contains itself is refused by name', () => {
    const loop: Record<string, unknown> = {}
    loop['tags'] = loop
    const call = codecOf().decodeCall(wireCall)
    expect(() => codecOf().encodeMessages(historyOf(call, loop))).toThrow('contains itself')
  })

  test('are not changed in place', () => {
    const history = historyOf(codecOf().decodeCall(wireCall))
    const before = JSON.stringify(history)
    codecOf().encodeMessages(history)
    expect(JSON.stringify(history)).toBe(before)
  })
})

test('a tool that cannot be compiled is left out with a warning, and takes no other down', () => {
  const impossible: ModelTool = { ...tags, name: 'bad', inputSchema: { type: 'string', minLength: 5, maxLength: 2 } }
  const codec = codecOf([impossible, tags])
  expect(codec.compiled.entries.map(({ toolName }) => toolName)).toEqual(['notes/tag'])
  expect(codec.warnings).toMatchObject([{ type: 'unsupported', feature: 'tool "bad"' }])
})

test('a schema that contains itself is left out like any other bad one', () => {
  const properties: Record<string, unknown> = {}
  properties['self'] = { type: 'object', properties }
  const circular: ModelTool = { type: 'function', name: 'loop', inputSchema: { type: 'object', properties } }
  expect(codecOf([circular, tags]).warnings).toMatchObject([{ feature: 'tool "loop"' }])
})

test('the same tools, spelled out anew, are compiled once', () => {
  const again = JSON.parse(JSON.stringify(tags)) as ModelTool
  expect(codecOf([again]).compiled).toBe(codecOf([tags]).compiled)
})

test('tools that are cached by list are compiled once for each list, whatever other lists contain', () => {
  const compiledFrom = (list: readonly ModelTool[]) =>
    createToolCodec(list, { to: 'gemini', issuer: 'google', cachedBy: 'list' }).compiled
  const [one, other] = [tags, tags].map((tool) => [JSON.parse(JSON.stringify(tool)) as ModelTool])
  expect(compiledFrom(one!)).toBe(compiledFrom(one!))
  expect(compiledFrom(one!)).not.toBe(compiledFrom(other!))
  expect(compiledFrom(one!)).not.toBe(codecOf([tags]).compiled)
})

test('a list of tools that was passed before is found without writing its JSON; one that has grown is not', () => {
  let written = 0
  const toJSON = () => {
    written += 1
    return { type: 'object' }
  }
  const list: ModelTool[] = [
    { ...tags, inputSchema: Object.defineProperty({ type: 'object' }, 'toJSON', { value: toJSON }) },
  ]
  const { compiled } = codecOf(list)
  expect(codecOf(list).compiled).toBe(compiled)
  expect(written).toBe(1)
  list.push({ ...tags, name: 'more' })
  expect(codecOf(list).compiled.entries).toHaveLength(2)
})

test('a tool with parsesInput has its calls parsed by its own schema', () => {
  const inputSchema = z.object({ tags: z.record(z.string(), z.number()), color: z.string().default('red') })
  const codec = codecOf([{ type: 'function', name: 'notes/tag', inputSchema, parsesInput: true }])
  expect(codec.decodeCall(wireCall)).toMatchObject({
    input: '{"tags":{"urgent":1}}',
    received: { json: { tags: { urgent: 1 } }, value: { tags: { urgent: 1 }, color: 'red' }, issues: [] },
  })
  expect(codecOf().decodeCall(wireCall)).not.toHaveProperty('received')
})

test('a choice that no provider has is refused, and not sent as another one', () => {
  for (const type of ['auto', 'none', 'required'] as const) expect(codecOf().encodeChoice({ type })).toEqual({ type })
  expect(() => codecOf().encodeChoice({ type: 'any' } as never)).toThrow(
    'There is no toolChoice "any". There are: auto, ',
  )
})
