import { describe, expect, test } from 'vitest'
import { argumentsOf, readArguments } from './read-arguments.ts'

describe('readArguments', () => {
  test('keeps the bytes of what is right', () => {
    const text = '{ "a" : 1.0 }'
    expect(readArguments(text)).toEqual({ args: { a: 1 }, text, isRepaired: false })
  })

  test.each(['', '  \n'])('takes %j for no arguments', (text) => {
    expect(readArguments(text)).toEqual({ args: {}, text: '{}', isRepaired: false })
  })

  test.each([
    ["{city: 'Rome'}", '{"city": "Rome"}'],
    ['{"city": "Rome",}', '{"city": "Rome"}'],
    ['{"city": "Rome"', '{"city": "Rome"}'],
    ['```json\n{"city": "Rome"}\n```', '\n{"city": "Rome"}\n'],
    ['{"ok": True, "no": None}', '{"ok": true, "no": null}'],
    ['"{\\"city\\": \\"Rome\\"}"', '{"city": "Rome"}'],
  ])('repairs %j', (text, repaired) => {
    expect(readArguments(text)).toMatchObject({ text: repaired, isRepaired: true })
  })

  test('does not repair a text that was cut off: half of the arguments would look complete', () => {
    const text = '{"path": "/tmp/a", "content": "hel'
    expect(readArguments(text, { isCut: true })).toEqual({ args: undefined, text, isRepaired: false })
  })

  test.each(['42', 'null', '[1]', '"text"', 'I will call the tool.'])('hands %j back: it is no object', (text) => {
    expect(readArguments(text)).toEqual({ args: undefined, text, isRepaired: false })
  })

  test.each(["{'", '{"a":', '{[', '{"a":"b "c" '])(
    'hostile text made of %j neither hangs nor overflows the stack',
    { timeout: 30_000 },
    (unit) => {
      readArguments(unit.repeat(200_000))
      readArguments(unit + unit.slice(-1).repeat(31_000))
    },
  )

  test('takes __proto__ for a name', () => {
    const { args } = readArguments("{__proto__: {admin: true}, 'a': 1}")
    expect(Object.hasOwn(args!, '__proto__')).toBe(true)
    expect((args as { admin?: boolean }).admin).toBeUndefined()
  })
})

test.each([
  ['null', {}],
  [null, {}],
  [undefined, {}],
  ['', {}],
  ['{"a":1}', { a: 1 }],
  ['42', { value: '42' }],
  [[1], { value: [1] }],
])('the arguments that are sent for %j are %j', (input, args) => {
  expect(argumentsOf(input)).toEqual(args)
})
