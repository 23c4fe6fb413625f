import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { safeValidateUIMessages, validateUIMessages } from './validate-ui-messages.ts'

const call = { type: 'tool-weather', toolCallId: 'c1', state: 'output-available', input: { city: 'Rome' }, output: 31 }
const assistant = (...parts: object[]) => [{ id: 'a1', role: 'assistant', parts }]
const weather = { inputSchema: z.object({ city: z.string() }), outputSchema: z.number() }

describe('validateUIMessages', () => {
  test('returns messages without fields that they do not have, and with what schemas make of the others', async () => {
    const given = [{ id: 'u1', role: 'user', at: 5, metadata: '7', parts: [{ type: 'data-n', data: '1', extra: 1 }] }]
    const options = { metadataSchema: z.coerce.number(), dataSchemas: { n: z.coerce.number() } }
    expect(await validateUIMessages({ messages: given, ...options })).toEqual([
      { id: 'u1', role: 'user', metadata: 7, parts: [{ type: 'data-n', data: 1 }] },
    ])
  })

  test.each([
    [undefined, 'messages parameter must be provided'],
    [[], 'Messages array must not be empty'],
    [[{ id: 'u1', role: 'user', parts: [] }], 'Message must contain at least one part'],
    [
      [{ id: 'u1', role: 'tool', parts: [{ type: 'text', text: '' }] }],
      'expected one of \\"system\\"|\\"user\\"|\\"assistant\\"',
    ],
    [assistant({ type: 'text' }), 'Invalid input: text is missing'],
    [assistant({ type: 'texts', text: '' }), 'Invalid input: there is no part of type \\"texts\\"'],
    [assistant({ ...call, state: 'done' }), 'no part of type \\"tool-weather\\" in the state \\"done\\"'],
    [assistant({ ...call, toolCallId: 7 }), 'Invalid input: toolCallId cannot be 7'],
    [assistant({ ...call, state: 'approval-responded', output: undefined }), 'Invalid input: approval is missing'],
    [
      assistant({ type: 'text', text: '', providerMetadata: { p: { f: () => 1 } } }),
      'Invalid input: providerMetadata cannot be an object',
    ],
  ])('refuses %o', async (messages, message) => {
    await expect(validateUIMessages({ messages })).rejects.toThrow(message)
    expect(await safeValidateUIMessages({ messages })).toMatchObject({ success: false })
  })

  test('checks inputs and outputs of calls, and says where', async () => {
    const validate = (part: object) => validateUIMessages({ messages: assistant(part), tools: { weather } })
    expect(await validate(call)).toEqual(assistant(call))
    const place = (field: string) => `Type validation failed for messages[0].parts[0].${field} (weather, id: "c1")`
    await expect(validate({ ...call, input: { city: 5 } })).rejects.toThrow(place('input'))
    await expect(validate({ ...call, output: 'x' })).rejects.toThrow(place('output'))
    const open = { type: 'tool-gone', toolCallId: 'c1', state: 'input-available', input: {} }
    await expect(validate(open)).rejects.toThrow('No tool schema found for tool part gone')
  })

  test('makes a finished call dynamic if its tool is gone, or has changed', async () => {
    const tools = { weather: { inputSchema: weather.inputSchema } }
    const failed = { ...call, state: 'output-error', output: undefined, errorText: 'no', input: { city: 5 } }
    const { type: _, ...rest } = failed
    expect(await validateUIMessages({ messages: assistant(failed), tools })).toEqual(
      assistant({ ...rest, type: 'dynamic-tool', toolName: 'weather', dynamic: false }),
    )
    const gone = { ...call, type: 'tool-gone' }
    const [message] = await validateUIMessages({ messages: assistant(gone), tools })
    expect(message!.parts[0]).toMatchObject({ type: 'dynamic-tool', toolName: 'gone', dynamic: false, output: 31 })
  })

  test('refuses an approval whose input is not what it was parsed to', async () => {
    const approval = { id: 'p1', approved: true, inputSchemaInput: { city: 'Bern' } }
    const messages = assistant({ ...call, state: 'approval-responded', output: undefined, approval })
    const message = 'Tool input does not match the output reconstructed from inputSchemaInput.'
    await expect(validateUIMessages({ messages, tools: { weather } })).rejects.toThrow(message)
    const experimental_refineToolInput = { weather: () => ({ city: 'Rome' }) }
    const valid = await validateUIMessages({ messages, tools: { weather }, experimental_refineToolInput })
    expect(valid).toHaveLength(1)
  })
})

describe('messages of a client that nest without end (X255)', () => {
  let deep: unknown = 1
  for (let level = 0; level < 20_000; level++) deep = { a: deep }
  const cyclic: Record<string, unknown> = {}
  cyclic['self'] = cyclic
  const user = (part: object, more: object = {}) => [{ id: 'u1', role: 'user', parts: [part], ...more }]
  const text = { type: 'text', text: 'Hi.' }

  test.each([
    ['metadata of a provider', user({ ...text, providerMetadata: { a: { b: deep } } })],
    ['metadata that contain themselves', user({ ...text, providerMetadata: { a: { b: cyclic } } })],
    ['metadata of a message', user(text, { metadata: deep })],
    ['data', user({ type: 'data-x', data: deep })],
  ])('%s: an error, not an overflow', async (_, messages) => {
    const dataSchemas = { x: z.object({}) }
    const result = await safeValidateUIMessages({ messages, dataSchemas })
    expect(result).toMatchObject({ success: false, error: { code: 'value-invalid' } })
  })
})
