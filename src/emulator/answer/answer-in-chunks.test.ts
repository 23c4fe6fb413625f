import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../api/endpoint.ts'
import type { Candidate, Content, GenerateContentRequest, GenerateContentResponse, Part } from '../api/message.ts'
import { findModel } from '../api/model.ts'
import { answer } from './answer.ts'
import { answerInChunks, callInPieces, cutText } from './answer-in-chunks.ts'

const old = findModel('gemini-2.5-flash')!
const model = findModel('gemini-3-flash-preview')!
const city = { type: 'OBJECT', properties: { city: { type: 'STRING' } }, required: ['city'] } as const
const tools = [
  {
    functionDeclarations: [
      { name: 'get_weather', parameters: city },
      { name: 'get_time', parameters: city },
    ],
  },
]
const said = (text: string): Content => ({ role: 'user', parts: [{ text }] })
const partsOf = (chunks: readonly GenerateContentResponse[]) =>
  chunks.map(({ candidates }) => candidates?.[0]?.content?.parts?.[0])

/** What a client does with a stream: texts of one kind are one text, and a signature that comes late belongs to it. */
function join(chunks: readonly GenerateContentResponse[]): GenerateContentResponse {
  const last = chunks.at(-1)!
  const indexes = [...new Set(chunks.map(({ candidates }) => candidates?.[0]?.index))]
  const candidates = indexes.map((index) => {
    const own = chunks.flatMap((chunk) => chunk.candidates ?? []).filter((candidate) => candidate.index === index)
    return joinCandidate(own)
  })
  return { ...last, candidates }
}

function joinCandidate(pieces: readonly Candidate[]): Candidate {
  const parts: Part[] = []
  for (const part of pieces.flatMap(({ content }) => content?.parts ?? [])) {
    const before = parts.at(-1)
    const isMore = before?.text !== undefined && part.text !== undefined && before.thought === part.thought
    if (isMore) parts[parts.length - 1] = { ...before, ...part, text: `${before.text}${part.text}` }
    else parts.push(part)
  }
  const last = pieces.at(-1)!
  return { ...last, content: { ...last.content, ...(parts.length === 0 ? {} : { parts }) } }
}

test('the chunks put together are the answer', () => {
  const text = fc.oneof(
    fc.constantFrom('weather in Rome', 'weather and time in Rome, Oslo', 'Hello there', 'the 😀 '.repeat(80)),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
  )
  const generationConfig = fc.record(
    {
      candidateCount: fc.integer({ min: 1, max: 2 }),
      maxOutputTokens: fc.integer({ min: 1, max: 60 }),
      thinkingConfig: fc.record({ includeThoughts: fc.boolean() }),
      responseMimeType: fc.constantFrom('text/plain', 'application/json'),
    },
    { requiredKeys: [] },
  )
  const context = fc.record({ endpoint: fc.constantFrom(...endpoints), model: fc.constantFrom(old, model) })
  fc.assert(
    fc.property(text, fc.boolean(), generationConfig, context, (prompt, hasTools, config, where) => {
      const request: GenerateContentRequest = {
        contents: [said(prompt)],
        generationConfig: config,
        ...(hasTools ? { tools } : {}),
      }
      expect(join(answerInChunks(request, where))).toEqual(answer(request, where))
    }),
    { numRuns: 300 },
  )
})

describe('a stream', () => {
  const hello = { contents: [said('Hello there, how are you today?')] }
  const weather = { contents: [said('weather and time in Rome')], tools }

  test('brings text in several chunks, and the signature of 3.x last, in an empty text', () => {
    const parts = partsOf(answerInChunks(hello, { endpoint: 'ai-studio', model }))
    expect(parts.length).toBeGreaterThan(3)
    expect(parts.at(-1)).toMatchObject({ text: '', thoughtSignature: expect.any(String) })
    expect(parts.slice(0, -1).every((part) => part?.thoughtSignature === undefined && part?.text !== '')).toBe(true)
  })

  test('brings the signature of 2.5 first', () => {
    const parts = partsOf(answerInChunks({ ...hello, tools }, { endpoint: 'ai-studio', model: old }))
    expect(parts.map((part) => part?.thoughtSignature !== undefined).indexOf(true)).toBe(0)
    expect(parts.filter((part) => part?.thoughtSignature !== undefined)).toHaveLength(1)
  })

  test('brings a call whole, thoughts before it', () => {
    const generationConfig = { thinkingConfig: { includeThoughts: true } }
    const parts = partsOf(answerInChunks({ ...weather, generationConfig }, { endpoint: 'ai-studio', model }))
    expect(parts[0]?.thought).toBe(true)
    expect(parts.slice(-2).map((part) => part?.functionCall?.args)).toEqual([{ city: 'Rome' }, { city: 'Rome' }])
  })

  test('ends once, in its last chunk', () => {
    const reasons = answerInChunks(hello, { endpoint: 'vertex', model }).map(
      ({ candidates }) => candidates?.[0]?.finishReason,
    )
    expect(reasons.filter((reason) => reason !== undefined)).toEqual(['STOP'])
    expect(reasons.at(-1)).toBe('STOP')
  })

  test('counts as it goes on AI Studio', () => {
    const totals = answerInChunks(hello, { endpoint: 'ai-studio', model }).map(
      ({ usageMetadata }) => usageMetadata?.totalTokenCount ?? 0,
    )
    expect(totals).toEqual([...totals].sort((a, b) => a - b))
    expect(totals[0]).toBeLessThan(totals.at(-1)!)
    expect(totals.at(-1)).toBe(answer(hello, { endpoint: 'ai-studio', model }).usageMetadata?.totalTokenCount)
  })

  test('counts at its end on Vertex', () => {
    const usages = answerInChunks(hello, { endpoint: 'vertex', model }).map(({ usageMetadata }) => usageMetadata)
    for (const usage of usages.slice(0, -1)) expect(usage).toEqual({ trafficType: 'ON_DEMAND' })
    expect(usages.at(-1)).toMatchObject({ trafficType: 'ON_DEMAND', totalTokenCount: expect.any(Number) })
  })

  test('brings arguments in pieces on Vertex, when asked to', () => {
    const toolConfig = { functionCallingConfig: { streamFunctionCallArguments: true } }
    const request = { contents: [said('weather in Rome')], tools, toolConfig }
    const calls = partsOf(answerInChunks(request, { endpoint: 'vertex', model })).map((part) => part?.functionCall)
    expect(calls).toEqual([
      { id: expect.any(String), name: 'get_weather', willContinue: true },
      { partialArgs: [{ jsonPath: '$.city', stringValue: 'Ro', willContinue: true }], willContinue: true },
      { partialArgs: [{ jsonPath: '$.city', stringValue: 'me' }], willContinue: true },
      {},
    ])
    expect(partsOf(answerInChunks(request, { endpoint: 'ai-studio', model }))[0]?.functionCall?.args).toEqual({
      city: 'Rome',
    })
  })
})

test('a call comes as its name, its arguments one by one, and an end', () => {
  const args = { location: 'Boston', tags: ['a', null], 'odd.key': { n: 1, on: true } }
  expect(callInPieces({ id: 'a1', name: 'f', args })).toEqual([
    { id: 'a1', name: 'f', willContinue: true },
    { partialArgs: [{ jsonPath: '$.location', stringValue: 'Bos', willContinue: true }], willContinue: true },
    { partialArgs: [{ jsonPath: '$.location', stringValue: 'ton' }], willContinue: true },
    { partialArgs: [{ jsonPath: '$.tags[0]', stringValue: 'a' }], willContinue: true },
    { partialArgs: [{ jsonPath: '$.tags[1]', nullValue: 'NULL_VALUE' }], willContinue: true },
    { partialArgs: [{ jsonPath: "$['odd.key'].n", numberValue: 1 }], willContinue: true },
    { partialArgs: [{ jsonPath: "$['odd.key'].on", boolValue: true }], willContinue: true },
    {},
  ])
})

test('a call with thousands of arguments has a few hundred pieces, and none of them is lost (X222)', () => {
  const list = Array.from({ length: 5_001 }, (_, index) => index)
  const pieces = callInPieces({ name: 'f', args: { list } })!
  expect(pieces.length).toBeLessThan(300)
  const values = pieces.flatMap(({ partialArgs = [] }) => partialArgs)
  expect(values.map(({ numberValue }) => numberValue)).toEqual(list)
})

test('a call without arguments has no pieces between', () => {
  expect(callInPieces({ name: 'f' })).toEqual([{ name: 'f', willContinue: true }, {}])
})

test('what no piece can say is sent whole', () => {
  expect(callInPieces({ name: 'f', args: { list: [] } })).toBeUndefined()
})

test('brings a short piece first, and ends pieces where words end', () => {
  expect(
    cutText('You said "Hello there", and this is a text that does not fit in one single piece of a stream.'),
  ).toEqual(['You said', ' "Hello there", and this is a text that does not fit in one', ' single piece of a stream.'])
})

test('cuts no surrogate pair in two, and loses nothing', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '😀', '\n', '漢'), maxLength: 400 })
  fc.assert(
    fc.property(text, (whole) => {
      const pieces = cutText(whole)
      expect(pieces.join('')).toBe(whole)
      expect(pieces.every((piece) => piece !== '' && !/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(piece))).toBe(true)
    }),
  )
})

test('makes a few hundred pieces of a book at most', () => {
  expect(cutText('word '.repeat(100_000)).length).toBeLessThan(300)
})
