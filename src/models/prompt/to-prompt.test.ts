import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyModelMessage, AnyToolResultContent, UserPart } from '../../core/message.ts'
import { gemini } from '../gemini/gemini.ts'
import type { PromptModel } from '../versions/any-model.ts'
import type { DownloadFunction } from './download-file.ts'
import { toPrompt } from './to-prompt.ts'

const v2: PromptModel = { specificationVersion: 'v2', provider: 'test.chat', supportedUrls: {} }
const v3: PromptModel = { ...v2, specificationVersion: 'v3' }
const v4: PromptModel = { ...v2, specificationVersion: 'v4' }

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'
const pngBytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0))
const link = new URL('https://files.example/cat.png')
const seenBy = { test: { cache: true } }

// The code that reads files is loaded with the first file, maybe by another test file: they share modules.
beforeAll(async () => {
  expect(await toPrompt([{ role: 'user', content: [{ type: 'image', image: png }] }], undefined, v3)).toHaveLength(1)
})

/** The prompt, where nothing has to be fetched. */
function promptOf(messages: readonly AnyModelMessage[], model = v3, system?: string): AnyModelMessage[] {
  const prompt = toPrompt(messages, system, model)
  if (prompt instanceof Promise) throw new Error('Something is fetched.')
  return prompt
}

function userParts(content: readonly UserPart[], model = v3): unknown {
  return promptOf([{ role: 'user', content }], model)[0]!.content
}

function resultEntries(value: readonly AnyToolResultContent[], model: PromptModel): unknown {
  const result = { type: 'tool-result', toolCallId: 'c', toolName: 't', output: { type: 'content', value } } as const
  return promptOf([{ role: 'tool', content: [result] }], model)[0]!.content
}

const call = { type: 'tool-call', toolCallId: 'c', toolName: 't', input: { a: 1 } } as const
const done = { type: 'tool-result', toolCallId: 'c', toolName: 't', output: { type: 'text', value: 'ok' } } as const

test('texts become parts, and the instructions stand first', () => {
  const messages: AnyModelMessage[] = [
    { role: 'user', content: 'Hi', providerOptions: seenBy },
    { role: 'assistant', content: 'Hello' },
  ]
  expect(promptOf(messages, v3, 'Be kind.')).toEqual([
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: [{ type: 'text', text: 'Hi' }], providerOptions: seenBy },
    { role: 'assistant', content: [{ type: 'text', text: 'Hello' }] },
  ])
})

test('instructions may be messages, with options of their own', () => {
  const system = { role: 'system', content: 'Be kind.', providerOptions: seenBy } as const
  expect(toPrompt([], system, v3)).toEqual([system])
  expect(toPrompt([], [system, { role: 'system', content: 'Be brief.' }], v3)).toHaveLength(2)
})

test('messages and parts have the keys that they have in prompts of ai', () => {
  const messages: AnyModelMessage[] = [
    { role: 'user', content: 'Hi' },
    { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
    { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm' }, call] },
    { role: 'tool', content: [done] },
  ]
  const providerOptions = undefined
  expect(promptOf(messages)).toStrictEqual([
    { role: 'user', content: [{ type: 'text', text: 'Hi' }], providerOptions },
    { role: 'user', content: [{ type: 'text', text: 'Hi', providerOptions }], providerOptions },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm', providerOptions },
        { ...call, providerExecuted: undefined, providerOptions },
      ],
      providerOptions,
    },
    { role: 'tool', content: [{ ...done, providerOptions }], providerOptions },
  ])
})

test('a message that was changed since the last call is read as it is now', () => {
  const part = { type: 'text', text: 'Hi' }
  const message = { role: 'user', content: [part] } as AnyModelMessage
  promptOf([message])
  part.text = 'Bye'
  expect(promptOf([message])[0]!.content).toEqual([{ type: 'text', text: 'Bye' }])
})

test('a text without words is left out, but not where it carries a signature', () => {
  const signed = { type: 'text', text: '', providerOptions: seenBy } as const
  const prompt = promptOf([
    {
      role: 'user',
      content: [
        { type: 'text', text: '' },
        { type: 'text', text: 'Hi' },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: '' }, signed, call] },
  ])
  expect(prompt.map(({ content }) => content)).toEqual([[{ type: 'text', text: 'Hi' }], [signed, call]])
})

test('frozen messages are read, and none is mutated', () => {
  const messages = freeze([
    { role: 'user', content: [{ type: 'image', image: png }] },
    { role: 'assistant', content: [call] },
    { role: 'tool', content: [done], providerOptions: seenBy },
    { role: 'tool', content: [{ ...done, toolCallId: 'd' }] },
  ] as const)
  const before = JSON.stringify(messages)
  for (const model of [v2, v3, v4]) promptOf(messages, model)
  expect(JSON.stringify(messages)).toBe(before)
})

describe('files', () => {
  test('an image is a file whose type is found in its bytes, whatever people say it is', () => {
    expect(userParts([{ type: 'image', image: png, providerOptions: seenBy }])).toEqual([
      { type: 'file', data: png, mediaType: 'image/png', providerOptions: seenBy },
    ])
    expect(userParts([{ type: 'image', image: pngBytes, mediaType: 'image/jpeg' }])).toEqual([
      { type: 'file', data: pngBytes, mediaType: 'image/png' },
    ])
    expect(userParts([{ type: 'image', image: 'AAAA' }])).toEqual([
      { type: 'file', data: 'AAAA', mediaType: 'image/*' },
    ])
    expect(userParts([{ type: 'image', image: 'AAAA', mediaType: 'image/heic' }])).toEqual([
      { type: 'file', data: 'AAAA', mediaType: 'image/heic' },
    ])
  })

  test('a data URL is the file that it holds', () => {
    const image = `data:image/png;base64,${png}`
    const expected = [{ type: 'file', data: png, mediaType: 'image/png' }]
    expect(userParts([{ type: 'image', image }])).toEqual(expected)
    expect(userParts([{ type: 'file', data: new URL(image), mediaType: 'image/*' }])).toEqual(expected)
    expect(userParts([{ type: 'file', data: { type: 'url', url: new URL(image) }, mediaType: 'x/y' }])).toEqual(
      expected,
    )
  })

  test('v4 has the data tagged, v2 and v3 have it bare', () => {
    const tagged = { type: 'data', data: pngBytes } as const
    const part = { type: 'file', data: tagged, mediaType: 'image/png', filename: 'a.png' } as const
    expect(userParts([part], v3)).toEqual([{ ...part, data: pngBytes }])
    expect(userParts([part], v2)).toEqual([{ ...part, data: pngBytes }])
    expect(userParts([part], v4)).toEqual([part])
    expect(userParts([{ ...part, data: png }], v4)).toEqual([{ ...part, data: { type: 'data', data: png } }])
  })

  test('a text file is its bytes where a version has no text files', () => {
    const part = { type: 'file', data: { type: 'text', text: 'Grüße' }, mediaType: 'text/plain' } as const
    expect(userParts([part], v3)).toEqual([{ ...part, data: 'R3LDvMOfZQ==' }])
    expect(userParts([part], v4)).toEqual([part])
  })

  test('what has no bytes is refused', () => {
    expect(() => userParts([{ type: 'file', data: 7 as never, mediaType: 'image/png' }])).toThrow(
      expect.objectContaining({ code: 'prompt-unsupported' }),
    )
  })
})

describe('calls and results', () => {
  test('arguments that are no object are none: the result says what was wrong with them', () => {
    const inputs = ['{"a":1', undefined, null, '{"a":1}', [1]]
    const prompt = promptOf([{ role: 'assistant', content: inputs.map((input) => ({ ...call, input })) }])
    expect((prompt[0]!.content as (typeof call)[]).map(({ input }) => input)).toEqual([{}, {}, {}, { a: 1 }, [1]])
  })

  test('tool messages that follow each other are one, and a mark of the first moves to its last part', () => {
    const other = { ...done, toolCallId: 'd' }
    const prompt = promptOf([
      { role: 'tool', content: [done], providerOptions: seenBy },
      { role: 'tool', content: [other] },
    ])
    expect(prompt).toEqual([{ role: 'tool', content: [{ ...done, providerOptions: seenBy }, other] }])
  })

  test('requests and answers about approval stay here, except those of calls that the provider runs', () => {
    const answer = { type: 'tool-approval-response', approvalId: 'a', approved: true } as const
    const theirs = { ...answer, providerExecuted: true }
    const messages: AnyModelMessage[] = [
      { role: 'assistant', content: [call, { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c' }] },
      { role: 'tool', content: [answer] },
      { role: 'tool', content: [theirs, done] },
    ]
    expect(promptOf(messages, v3)).toEqual([
      { role: 'assistant', content: [call] },
      { role: 'tool', content: [answer, done] },
    ])
    expect(promptOf(messages, v2)[1]).toEqual({ role: 'tool', content: [done] })
  })

  test('a result that was denied is an error in v2, which has no word for it', () => {
    const denied = { ...done, output: { type: 'execution-denied', reason: 'No.' } } as const
    const outputs = [v2, v3, v4].map((model) => promptOf([{ role: 'tool', content: [denied] }], model)[0]!.content)
    expect(outputs).toEqual([[{ ...done, output: { type: 'error-text', value: 'No.' } }], [denied], [denied]])
  })

  test('an output that does not say what it is, is text or JSON', () => {
    const bare = ['hi', { a: 1 }, undefined].map((output) => ({ ...done, output: output as never }))
    const prompt = promptOf([{ role: 'tool', content: bare }])
    expect((prompt[0]!.content as (typeof done)[]).map(({ output }) => output)).toEqual([
      { type: 'text', value: 'hi' },
      { type: 'json', value: { a: 1 } },
      { type: 'json', value: null },
    ])
  })

  test('parts that only v4 models have are sent to v4 models alone', () => {
    const custom = { type: 'custom', kind: 'test.compaction' } as const
    const file = { type: 'reasoning-file', data: png, mediaType: 'image/png' } as const
    const messages: AnyModelMessage[] = [{ role: 'assistant', content: [custom, file, call] }]
    expect(promptOf(messages, v3)[0]!.content).toEqual([call])
    expect(promptOf(messages, v4)[0]!.content).toEqual([custom, { ...file, data: { type: 'data', data: png } }, call])
  })

  const entries: AnyToolResultContent[] = [
    { type: 'text', text: 'See:' },
    { type: 'media', data: png, mediaType: 'image/png' },
    { type: 'file-data', data: 'JVBERi0=', mediaType: 'application/pdf', filename: 'a.pdf' },
    { type: 'file', data: { type: 'data', data: pngBytes }, mediaType: 'image/png', providerOptions: seenBy },
    { type: 'file', data: { type: 'text', text: 'Notes' }, mediaType: 'text/plain' },
    { type: 'file-id', fileId: 'f1' },
    { type: 'image-file-reference', providerReference: { test: 'f2' } },
    { type: 'custom', providerOptions: seenBy },
  ]

  test('files of results are in the words of each version', () => {
    const result = (value: unknown) => [{ ...done, output: { type: 'content', value } }]
    expect(resultEntries(entries, v2)).toEqual(
      result([
        entries[0],
        { type: 'media', data: png, mediaType: 'image/png' },
        { type: 'media', data: 'JVBERi0=', mediaType: 'application/pdf' },
        { type: 'media', data: png, mediaType: 'image/png' },
        { type: 'text', text: 'Notes' },
        { type: 'text', text: expect.stringContaining('file') },
        { type: 'text', text: expect.stringContaining('image') },
      ]),
    )
    expect(resultEntries(entries, v3)).toEqual(
      result([
        entries[0],
        { type: 'image-data', data: png, mediaType: 'image/png' },
        entries[2],
        { type: 'image-data', data: png, mediaType: 'image/png', providerOptions: seenBy },
        { type: 'text', text: 'Notes' },
        entries[5],
        { type: 'image-file-id', fileId: { test: 'f2' } },
        entries[7],
      ]),
    )
    expect(resultEntries(entries, v4)).toEqual(
      result([
        entries[0],
        { type: 'file', data: { type: 'data', data: png }, mediaType: 'image/png' },
        {
          type: 'file',
          data: { type: 'data', data: 'JVBERi0=' },
          mediaType: 'application/pdf',
          filename: 'a.pdf',
        },
        entries[3],
        entries[4],
        {
          type: 'file',
          data: { type: 'reference', reference: { test: 'f1' } },
          mediaType: 'application/octet-stream',
        },
        { type: 'file', data: { type: 'reference', reference: { test: 'f2' } }, mediaType: 'image/*' },
        entries[7],
      ]),
    )
  })
})

describe('files by URL', () => {
  const takesImages: PromptModel = { ...v3, supportedUrls: { 'image/*': [/^https:\/\/files\.example\//] } }
  const asked: { url: string; isUrlSupportedByModel: boolean }[][] = []
  const download: DownloadFunction = async (requests) => {
    asked.push(requests.map(({ url, isUrlSupportedByModel }) => ({ url: url.href, isUrlSupportedByModel })))
    return requests.map((request) =>
      request.isUrlSupportedByModel ? null : { data: pngBytes, mediaType: 'image/png' },
    )
  }
  const image: UserPart = { type: 'image', image: link.href }

  test('one that the provider fetches stays a URL, and nothing is awaited', () => {
    expect(userParts([image], takesImages)).toEqual([{ type: 'file', data: link, mediaType: 'image/*' }])
    const tagged: UserPart = { type: 'file', data: { type: 'url', url: link }, mediaType: 'image/png' }
    const all = { ...v4, supportedUrls: { '*': [/./] } }
    expect(userParts([tagged], all)).toEqual([tagged])
    expect(userParts([image], all)).toEqual([{ type: 'file', data: { type: 'url', url: link }, mediaType: 'image' }])
  })

  test('a provider that takes its time to say what it fetches is waited for', async () => {
    const slow = { ...takesImages, supportedUrls: Promise.resolve(takesImages.supportedUrls) }
    const [message] = await toPrompt([{ role: 'user', content: [image] }], undefined, slow)
    expect(message!.content).toEqual([{ type: 'file', data: link, mediaType: 'image/*' }])
    expect(toPrompt([{ role: 'user', content: 'Hi' }], undefined, slow)).toHaveLength(1)
  })

  test('others are fetched once in a run, however many steps and places name them', async () => {
    asked.length = 0
    const downloads = new Map()
    const messages: AnyModelMessage[] = [
      { role: 'user', content: [image, { type: 'file', data: link, mediaType: 'image/png' }] },
    ]
    for (let step = 0; step < 3; step++) {
      const [message] = await toPrompt(messages, undefined, v3, { download, downloads })
      const file = { type: 'file', data: pngBytes, mediaType: 'image/png' }
      expect(message!.content).toEqual([file, file])
    }
    expect(asked).toEqual([[{ url: link.href, isUrlSupportedByModel: false }]])
  })

  test('a download of the caller is asked about every URL, and may leave it to the provider', async () => {
    asked.length = 0
    const [message] = await toPrompt([{ role: 'user', content: [image] }], undefined, takesImages, { download })
    expect(asked).toEqual([[{ url: link.href, isUrlSupportedByModel: true }]])
    expect(message!.content).toEqual([{ type: 'file', data: link, mediaType: 'image/*' }])
  })

  test('in results they are fetched too, and always for v2, which has no URLs there', async () => {
    const value: AnyToolResultContent[] = [{ type: 'image-url', url: link.href }]
    const messages: AnyModelMessage[] = [{ role: 'tool', content: [{ ...done, output: { type: 'content', value } }] }]
    const entryFor = async (model: PromptModel) => {
      const [message] = await toPrompt(messages, undefined, model, { download })
      return (message!.content as unknown as { output: { value: unknown[] } }[])[0]!.output.value[0]
    }
    const { supportedUrls } = takesImages
    expect(await entryFor({ ...v2, supportedUrls })).toEqual({ type: 'media', data: png, mediaType: 'image/png' })
    expect(await entryFor(v3)).toEqual({ type: 'image-data', data: png, mediaType: 'image/png' })
    expect(await entryFor(takesImages)).toBe(value[0])
    expect(await entryFor({ ...v4, supportedUrls })).toEqual({
      type: 'file',
      data: { type: 'url', url: link },
      mediaType: 'image/*',
    })
  })

  test('for a model of ours they are fetched by the same rule, and everything else is left to it', async () => {
    const model = gemini('gemini-3-flash-preview')
    const messages: AnyModelMessage[] = [{ role: 'user', content: 'Hi' }]
    expect(promptOf(messages, model)[0]).toBe(messages[0])
    const http = new URL('http://files.example/cat.png')
    const [message] = await toPrompt([{ role: 'user', content: [{ type: 'image', image: http }] }], undefined, model, {
      download,
    })
    expect(message!.content).toEqual([{ type: 'file', data: pngBytes, mediaType: 'image/png' }])
  })
})

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const inner of Object.values(value)) freeze(inner)
  return Object.freeze(value)
}
