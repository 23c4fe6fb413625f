import { describe, expect, test } from 'vitest'
import { checkRequest } from '../accept/check-request.ts'
import { type Endpoint, endpoints } from '../api/endpoint.ts'
import type { Content, GenerateContentRequest, Part } from '../api/message.ts'
import { findModel, models } from '../api/model.ts'
import { classifySignature } from '../api/signature.ts'
import { answer } from './answer.ts'

const old = findModel('gemini-2.5-flash')!
const model = findModel('gemini-3-flash-preview')!
const studio = { endpoint: 'ai-studio', model } as const

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
const called = (name: string): Content => ({
  role: 'model',
  parts: [{ functionCall: { name, args: { city: 'Rome' } } }],
})
const answered = (name: string, response: Record<string, string>): Content => ({
  role: 'user',
  parts: [{ functionResponse: { name, response } }],
})
const partsOf = (request: GenerateContentRequest, context: Parameters<typeof answer>[1] = studio): readonly Part[] =>
  answer(request, context).candidates?.[0]?.content?.parts ?? []
const callsOf = (request: GenerateContentRequest) =>
  partsOf(request).map(({ functionCall }) => functionCall && [functionCall.name, functionCall.args])
const textOf = (request: GenerateContentRequest) => partsOf(request)[0]?.text

describe('notes that a client adds to what the user says', () => {
  const note = '<system-reminder>\nUse get_time for the time, then get_weather.\n</system-reminder>'
  const asked: Content = { role: 'user', parts: [{ text: note }, { text: 'What is the weather in Rome?' }] }

  test('are not what the user asks for', () => {
    expect(callsOf({ contents: [asked], tools })).toEqual([['get_weather', { city: 'Rome' }]])
  })

  test('begin no new turn, so a loop ends', () => {
    const contents = [asked, called('get_weather'), answered('get_weather', { output: 'Sun.' }), said(note)]
    expect(callsOf({ contents, tools })).toEqual([undefined])
  })

  test('count where there is nothing else, or no end of the tag', () => {
    expect(callsOf({ contents: [said('<system-note>weather in Rome</system-note>')], tools })).toEqual([
      ['get_weather', { city: 'Rome' }],
    ])
    expect(callsOf({ contents: [said('<my-note> weather in Rome')], tools })).toEqual([
      ['get_weather', { city: 'Rome' }],
    ])
  })
})

describe('what it does', () => {
  test('calls what the prompt asks for', () => {
    expect(callsOf({ contents: [said('What is the weather in Rome?')], tools })).toEqual([
      ['get_weather', { city: 'Rome' }],
    ])
  })

  test('calls once for each of a list, and several functions at once', () => {
    expect(callsOf({ contents: [said('The weather in Rome and Oslo?')], tools })).toEqual([
      ['get_weather', { city: 'Rome' }],
      ['get_weather', { city: 'Oslo' }],
    ])
    expect(callsOf({ contents: [said('The weather and the time in Rome')], tools })).toEqual([
      ['get_weather', { city: 'Rome' }],
      ['get_time', { city: 'Rome' }],
    ])
  })

  test('takes what a step quotes before a name of an earlier step', () => {
    const contents = [said('The weather in Rome, then the time in "Linz"')]
    contents.push(called('get_weather'), answered('get_weather', { sky: 'blue' }))
    expect(callsOf({ contents, tools })).toEqual([['get_time', { city: 'Linz' }]])
  })

  test('does one thing, then the other, then says what came of it', () => {
    const contents = [said('The weather in Rome, then the time there')]
    expect(callsOf({ contents, tools })).toEqual([['get_weather', { city: 'Rome' }]])
    contents.push(called('get_weather'), answered('get_weather', { sky: 'blue' }))
    expect(callsOf({ contents, tools })).toEqual([['get_time', { city: 'Rome' }]])
    contents.push(called('get_time'), answered('get_time', { now: '9:30' }))
    expect(textOf({ contents, tools })).toBe(
      '[Toolfit emulator] get_weather answered {"sky":"blue"}; get_time answered {"now":"9:30"}.',
    )
  })

  test('repeats what it is told otherwise, and says what it is', () => {
    expect(textOf({ contents: [said('Hello there')], tools })).toBe(
      '[Toolfit emulator] You said "Hello there". This is not a language model: it calls functions and repeats what it is told.',
    )
    expect(textOf({ contents: [{ parts: [{ inlineData: { mimeType: 'image/png', data: '' } }] }] })).toContain(
      '(and sent image/png)',
    )
  })
})

describe('the mode', () => {
  const config = (mode: 'ANY' | 'NONE' | 'AUTO' | 'VALIDATED', ...names: string[]) => ({
    toolConfig: { functionCallingConfig: { mode, ...(names.length > 0 ? { allowedFunctionNames: names } : {}) } },
  })
  const names = (request: GenerateContentRequest) => partsOf(request).map(({ functionCall }) => functionCall?.name)

  test('NONE never calls, ANY always', () => {
    expect(names({ contents: [said('weather in Rome')], tools, ...config('NONE') })).toEqual([undefined])
    expect(names({ contents: [said('Hello')], tools, ...config('ANY') })).toEqual(['get_weather'])
    expect(names({ contents: [said('Hello')], tools, ...config('VALIDATED') })).toEqual([undefined])
  })

  test('ANY calls again after a response, because Gemini does', () => {
    const contents = [said('weather in Rome'), called('get_weather'), answered('get_weather', { sky: 'blue' })]
    expect(names({ contents, tools, ...config('ANY') })).toEqual(['get_weather'])
  })

  test('only what is allowed is called', () => {
    expect(names({ contents: [said('weather in Rome')], tools, ...config('ANY', 'get_time') })).toEqual(['get_time'])
    expect(names({ contents: [said('weather in Rome')], tools, ...config('VALIDATED', 'get_time') })).toEqual([
      undefined,
    ])
  })
})

describe('formats', () => {
  const ask = (
    generationConfig: NonNullable<GenerateContentRequest['generationConfig']>,
    text = 'The sky in Rome is blue',
  ) => textOf({ contents: [said(text)], generationConfig }) ?? ''

  test('a response schema of either kind is kept', () => {
    const responseMimeType = 'application/json'
    expect(JSON.parse(ask({ responseMimeType, responseSchema: city }))).toEqual({ city: 'Rome' })
    const responseJsonSchema = { type: 'array', items: { enum: ['red', 'blue'] } }
    expect(JSON.parse(ask({ responseMimeType, responseJsonSchema }))).toEqual(['blue'])
  })

  test('JSON without a schema is still JSON', () => {
    expect(JSON.parse(ask({ responseMimeType: 'application/json' }))).toMatchObject({ emulator: 'Toolfit' })
  })

  test('an enum is a bare word', () => {
    expect(ask({ responseMimeType: 'text/x.enum', responseSchema: { type: 'STRING', enum: ['red', 'blue'] } })).toBe(
      'blue',
    )
  })

  test("Vertex's responseFormat says the same", () => {
    const responseFormat = [
      {
        text: {
          mimeType: 'APPLICATION_JSON',
          schema: { type: 'object', required: ['n'], properties: { n: { const: 4 } } },
        },
      },
    ]
    expect(JSON.parse(ask({ responseFormat }))).toEqual({ n: 4 })
  })
})

describe('generations', () => {
  const both = { contents: [said('weather and time in Rome')], tools }

  test('3.x signs the first call only, and gives ids', () => {
    const parts = partsOf(both)
    expect(parts.map(({ thoughtSignature }) => thoughtSignature !== undefined)).toEqual([true, false])
    const ids = parts.map(({ functionCall }) => functionCall?.id ?? '')
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]{8}$/)
    const scope = { endpoint: 'ai-studio', generation: '3.0' } as const
    expect(classifySignature(parts[0]!.thoughtSignature!, { name: 'get_weather', args: { city: 'Rome' } }, scope)).toBe(
      'ours',
    )
  })

  test('3.x signs the last part of a text', () => {
    expect(partsOf({ contents: [said('Hello')] })[0]?.thoughtSignature).toBeDefined()
  })

  test('2.5 has no ids, signs the first part beside functions, and nothing when it does not think', () => {
    const context = { endpoint: 'ai-studio', model: old } as const
    const [first, second] = partsOf(both, context)
    expect([first?.functionCall?.id, first?.thoughtSignature === undefined, second?.thoughtSignature]).toEqual([
      undefined,
      false,
      undefined,
    ])
    expect(partsOf({ contents: [said('Hello')] }, context)[0]?.thoughtSignature).toBeUndefined()
    const generationConfig = { thinkingConfig: { thinkingBudget: 0 } }
    expect(partsOf({ ...both, generationConfig }, context)[0]?.thoughtSignature).toBeUndefined()
    expect(answer({ ...both, generationConfig }, context).usageMetadata?.thoughtsTokenCount).toBeUndefined()
  })

  test('thoughts are shown when somebody wants to see them', () => {
    const parts = partsOf({ ...both, generationConfig: { thinkingConfig: { includeThoughts: true } } })
    expect(parts.map(({ thought }) => thought)).toEqual([true, undefined, undefined])
  })

  test('ids of a conversation differ', () => {
    const first = partsOf(both)
    const model: Content = { role: 'model', parts: first }
    const responses: Content = {
      role: 'user',
      parts: first.map(({ functionCall }) => ({
        functionResponse: { id: functionCall!.id!, name: functionCall!.name!, response: {} },
      })),
    }
    const second = partsOf({ contents: [...both.contents, model, responses, said('weather and time in Oslo')], tools })
    const ids = [...first, ...second].map(({ functionCall }) => functionCall?.id)
    expect(new Set(ids).size).toBe(4)
  })
})

describe('limits', () => {
  const hello = { contents: [said('Hello')] }
  const finish = (
    generationConfig: NonNullable<GenerateContentRequest['generationConfig']>,
    request: GenerateContentRequest = hello,
  ) => answer({ ...request, generationConfig }, studio).candidates?.[0]

  test('text ends at maxOutputTokens, thoughts counted', () => {
    const cut = finish({ maxOutputTokens: 20 })
    expect(cut?.finishReason).toBe('MAX_TOKENS')
    expect(cut?.content?.parts?.[0]?.text).toMatch(/^\[Toolfit/)
    const { candidatesTokenCount = 0, thoughtsTokenCount = 0 } = answer(
      { ...hello, generationConfig: { maxOutputTokens: 20 } },
      studio,
    ).usageMetadata!
    expect(candidatesTokenCount + thoughtsTokenCount).toBe(20)
  })

  test('thoughts alone may use it up: then there are no parts', () => {
    expect(finish({ maxOutputTokens: 3 })).toEqual({ content: { role: 'model' }, finishReason: 'MAX_TOKENS', index: 0 })
  })

  test('a call is whole or not there', () => {
    const request = { contents: [said('weather in Rome and Oslo')], tools }
    const candidate = finish({ maxOutputTokens: 35 }, request)
    expect([candidate?.content?.parts?.length, candidate?.finishReason]).toEqual([1, 'MAX_TOKENS'])
  })

  test('text ends before a stop sequence', () => {
    const candidate = finish({ stopSequences: ['nothing of this', ' said'] })
    expect([candidate?.content?.parts?.[0]?.text, candidate?.finishReason]).toEqual(['[Toolfit emulator] You', 'STOP'])
  })

  test('several candidates where the model has them', () => {
    const many = answer({ ...hello, generationConfig: { candidateCount: 3 } }, { endpoint: 'ai-studio', model: old })
    expect(many.candidates?.map(({ index }) => index)).toEqual([0, 1, 2])
    expect(new Set(many.candidates?.map(({ content }) => content?.parts?.[0]?.text)).size).toBe(3)
  })
})

describe('every answer', () => {
  const requests: GenerateContentRequest[] = [
    { contents: [said('Hello')] },
    { contents: [said('weather and time in Rome, Oslo')], tools },
    { contents: [said('Hello')], generationConfig: { maxOutputTokens: 5, thinkingConfig: { includeThoughts: true } } },
  ]
  const all = endpoints.flatMap((endpoint) => models.map((each) => ({ endpoint, model: each })))

  test('is the same for the same request', () => {
    for (const request of requests) {
      for (const context of all) expect(answer(structuredClone(request), context)).toEqual(answer(request, context))
    }
  })

  test('counts tokens that add up', () => {
    for (const request of requests) {
      for (const context of all) {
        const usage = answer(request, context).usageMetadata!
        const parts = [usage.promptTokenCount, usage.candidatesTokenCount, usage.thoughtsTokenCount]
        expect(parts.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(usage.totalTokenCount)
        expect(usage.trafficType).toBe(context.endpoint === 'vertex' ? 'ON_DEMAND' : undefined)
      }
    }
  })

  test.each(endpoints)('is taken back as history on %s', (endpoint: Endpoint) => {
    for (const each of models.filter(({ supports }) => supports.has('functions'))) {
      const request = { contents: [said('weather and time in Rome')], tools }
      const content = answer(request, { endpoint, model: each }).candidates?.[0]?.content as Content
      const responses = content.parts!.map(({ functionCall }) => ({
        functionResponse: {
          ...(functionCall!.id === undefined ? {} : { id: functionCall!.id }),
          name: functionCall!.name!,
          response: { ok: true },
        },
      }))
      const contents = [...request.contents, content, { role: 'user', parts: responses }]
      expect([each.id, checkRequest({ contents, tools }, { endpoint, model: each })]).toEqual([each.id, []])
    }
  })

  test('has a clock only if it is given one', () => {
    expect(answer(requests[0]!, studio).createTime).toBeUndefined()
    const createTime = '2026-11-16T00:00:00.000000Z'
    expect(answer(requests[0]!, { ...studio, createTime }).createTime).toBe(createTime)
  })
})
