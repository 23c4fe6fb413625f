import { describe, expect, test } from 'vitest'
import { answer, both, recordGateway } from './recorded-gateway.ts'

const hi = answer({ text: 'Hi.' })
const png = 'iVBORw0KGgo='

describe.each(both)('%s: messages', (mode) => {
  const user = { role: 'user', content: 'Hello.' }
  async function sentFor(messages: readonly object[]) {
    const gateway = recordGateway([hi])
    const { status } = await gateway.ask(mode, { messages })
    expect(status).toBe(200)
    return gateway.sent()
  }
  const instructions = async (messages: readonly object[]) =>
    (await sentFor(messages)).systemInstruction?.parts.map(({ text }) => text)

  test('several instructions all arrive, in their order (G34)', async () => {
    const system = (content: unknown) => ({ role: 'system', content })
    expect(await instructions([system('One.'), system('Two.'), user])).toEqual(['One.', 'Two.'])
  })

  test('instructions in parts arrive whole (G34)', async () => {
    const content = [
      { type: 'text', text: 'One.' },
      { type: 'text', text: 'Two.' },
    ]
    expect((await instructions([{ role: 'system', content }, user]))?.join('')).toBe('One.Two.')
  })

  test('instructions in the midst of a talk arrive (G34)', async () => {
    const sent = await sentFor([
      user,
      { role: 'assistant', content: 'Hi.' },
      { role: 'system', content: 'Be brief.' },
      user,
    ])
    expect(JSON.stringify(sent)).toContain('Be brief.')
    expect(sent.contents.every(({ role }) => role === 'user' || role === 'model')).toBe(true)
  })

  test('a developer gives instructions, beside a system too (G35)', async () => {
    expect(await instructions([{ role: 'developer', content: 'Be kind.' }, user])).toEqual(['Be kind.'])
    const together = [{ role: 'system', content: 'One.' }, { role: 'developer', content: 'Two.' }, user]
    expect(await instructions(together)).toEqual(['One.', 'Two.'])
  })

  test('users and assistants take turns as they did (G1)', async () => {
    const { contents } = await sentFor([
      user,
      { role: 'assistant', content: [{ type: 'text', text: 'Hi.' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'How' },
          { type: 'text', text: ' are you?' },
        ],
      },
    ])
    expect(contents).toEqual([
      { role: 'user', parts: [{ text: 'Hello.' }] },
      { role: 'model', parts: [{ text: 'Hi.' }] },
      { role: 'user', parts: [{ text: 'How' }, { text: ' are you?' }] },
    ])
  })

  test.each([[''], [[]], [[{ type: 'text', text: '' }]]])(
    'a user who says %j is not asked about (G1)',
    async (content) => {
      const gateway = recordGateway([hi])
      const silent = { role: 'user', content }
      const { status, error } = await gateway.ask(mode, { messages: [silent] })
      expect([status, error.param, gateway.calls.length]).toEqual([400, 'messages', 0])
      // Where there are instructions, they are what is to be answered.
      const sent = await sentFor([{ role: 'system', content: 'Say hello.' }, silent])
      expect(sent.contents).toEqual([{ role: 'user', parts: [{ text: 'Say hello.' }] }])
    },
  )

  test('a refusal of the assistant is what it said (G1)', async () => {
    const { contents } = await sentFor([user, { role: 'assistant', content: null, refusal: 'No.' }, user])
    expect(contents[1]).toEqual({ role: 'model', parts: [{ text: 'No.' }] })
  })
})

describe.each(both)('%s: files', (mode) => {
  async function partsFor(...content: object[]) {
    const gateway = recordGateway([hi])
    const { status } = await gateway.ask(mode, { messages: [{ role: 'user', content }] })
    expect(status).toBe(200)
    // One call, and it is the one to the model: nothing was fetched.
    expect(gateway.calls).toHaveLength(1)
    return gateway.sent().contents[0]!.parts
  }
  const image = (url: string) => ({ type: 'image_url', image_url: { url } })

  test.each(['image/png', 'image/jpeg', 'image/webp'])('%s in a data URL is inline data (G21)', async (mimeType) => {
    const parts = await partsFor({ type: 'text', text: 'What is it?' }, image(`data:${mimeType};base64,${png}`))
    expect(parts).toEqual([{ text: 'What is it?' }, { inlineData: { mimeType, data: png } }])
  })

  test.each([
    ['https://example.com/a.png', { mimeType: 'image/png' }],
    ['http://127.0.0.1:9/a.JPG?size=1', { mimeType: 'image/jpeg' }],
    ['https://example.com/picture?x=1', {}],
  ])('%s is passed on with the type of its name, and not fetched (G22)', async (url, type) => {
    expect(await partsFor(image(url))).toEqual([{ fileData: { ...type, fileUri: url } }])
  })

  test.each([
    ['wav', 'audio/wav'],
    ['mp3', 'audio/mpeg'],
  ])('%s is inline data (G23)', async (format, mimeType) => {
    const parts = await partsFor({ type: 'input_audio', input_audio: { data: 'UklGRg==', format } })
    expect(parts).toEqual([{ inlineData: { mimeType, data: 'UklGRg==' } }])
  })

  test.each([
    ['a data URL', { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' }],
    ['a data URL without a name', { file_data: 'data:application/pdf;base64,JVBERi0=' }],
    ['bare base64', { filename: 'a.pdf', file_data: 'JVBERi0=' }],
  ])('a PDF as %s is inline data (G24)', async (_, file) => {
    expect(await partsFor({ type: 'file', file })).toEqual([
      { inlineData: { mimeType: 'application/pdf', data: 'JVBERi0=' } },
    ])
  })

  test('a file of OpenAI’s, whose bytes are elsewhere, is refused and not left out (G24)', async () => {
    const gateway = recordGateway([hi])
    const content = [{ type: 'file', file: { file_id: 'file-abc' } }]
    const { status, error } = await gateway.ask(mode, { messages: [{ role: 'user', content }] })
    expect([status, error.param]).toEqual([400, 'messages[0].content[0].file.file_id'])
    expect(gateway.calls).toHaveLength(0)
  })

  test('images in a result of a tool reach the model (G33)', async () => {
    const gateway = recordGateway([hi])
    const call = { id: 'a', type: 'function', function: { name: 'draw', arguments: '{}' } }
    const content = [{ type: 'text', text: 'Here:' }, image(`data:image/png;base64,${png}`)]
    const { status } = await gateway.ask(mode, {
      tools: [{ type: 'function', function: { name: 'draw' } }],
      messages: [
        { role: 'user', content: 'Draw.' },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'a', content },
      ],
    })
    expect(status).toBe(200)
    expect(JSON.stringify(gateway.sent().contents.slice(2))).toContain(png)
    expect(JSON.stringify(gateway.sent().contents.slice(2))).toContain('Here:')
  })
})
