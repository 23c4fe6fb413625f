import { describe, expect, test } from 'vitest'
import { ToolfitError } from '../../core/errors.ts'
import { errorText, toModelOutput } from './tool-output.ts'

const show = (output: unknown, toModel?: (given: unknown) => unknown) =>
  toModelOutput(toModel === undefined ? {} : { toModelOutput: toModel }, { toolCallId: 'a', input: 1, output })

describe('toModelOutput', () => {
  test.each<[unknown, unknown]>([
    ['text', { type: 'text', value: 'text' }],
    [undefined, { type: 'json', value: null }],
    [{ a: [1n, new Set([2]), new Map([['b', 3]])] }, { type: 'json', value: { a: ['1', [2], { b: 3 }] } }],
    [new Map([[1, 2]]), { type: 'json', value: [[1, 2]] }],
  ])('writes %s out', async (output, shown) => {
    expect(await show(output)).toEqual(shown)
  })

  test('is a copy: what happens to the object later does not reach the history', async () => {
    const output = { list: [1] }
    const shown = await show(output)
    output.list.push(2)
    expect(shown).toEqual({ type: 'json', value: { list: [1] } })
  })

  test('takes what the tool makes of it, if a message can have it', async () => {
    const content = { type: 'content', value: [{ type: 'text', text: 'x' }] }
    expect(await show(1, async () => content)).toEqual(content)
    expect(await show(1, () => ({ type: 'execution-denied', reason: 'no' }))).toEqual({
      type: 'execution-denied',
      reason: 'no',
    })
    expect(await show(1, () => ({ type: 'error-json', value: { at: 1n } }))).toEqual({
      type: 'error-json',
      value: { at: '1' },
    })
    for (const made of [
      undefined,
      null,
      'text',
      {},
      { type: 'text' },
      { type: 'content', value: {} },
      { type: 'json', value: undefined },
    ]) {
      await expect(show(1, () => made)).rejects.toMatchObject({ code: 'tool-output-unserialisable' })
    }
  })
})

test.each([null, 5])('toModelOutput may not return the part %j', async (part) => {
  const made = show(1, () => ({ type: 'content', value: [part] }))
  await expect(made).rejects.toMatchObject({ code: 'tool-output-unserialisable' })
})

describe('errorText', () => {
  test.each<[unknown, string]>([
    [new TypeError('x'), 'TypeError: x'],
    [new ToolfitError('tool-timeout', 'Too long.'), 'Too long.'],
    ['x', 'x'],
    [undefined, 'unknown error'],
    [null, 'unknown error'],
    [{ status: 1 }, '{"status":1}'],
    [1n, '1'],
  ])('of %s', (error, text) => {
    expect(errorText(error)).toBe(text)
  })

  test('of what does not let itself be read', () => {
    const fail = () => {
      throw new Error('Hands off.')
    }
    expect(errorText(new Proxy(new Error('x'), { get: fail, getPrototypeOf: fail }))).toBe('unknown error')
  })
})
