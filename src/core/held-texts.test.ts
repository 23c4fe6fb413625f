import { expect, test } from 'vitest'
import { putHeldTexts } from './held-texts.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

test('what was held back goes to every place that it was taken from, in its pieces', () => {
  const held = new Map([
    ['mark/0/', [bytesOf('AA'), bytesOf('BB')]],
    ['mark/1/', [bytesOf('CC')]],
  ])
  const pieces = putHeldTexts(['{"a":"x,mark/1/","b":"mark/0/",', bytesOf('"d":1'), ',"c":["mark/1/"]}'], held)
  const text = pieces.map((piece) => (typeof piece === 'string' ? piece : new TextDecoder().decode(piece))).join('')
  expect(text).toBe('{"a":"x,CC","b":"AABB","d":1,"c":["CC"]}')
  expect(pieces.filter((piece) => typeof piece !== 'string')).toHaveLength(5)
})

test('words that only look like it stay', () => {
  const held = new Map([['mark/1/', [bytesOf('A')]]])
  expect(putHeldTexts(['mark/2/ mark/ mark/mark/1/ mark/1 mark/'], held)).toEqual([
    'mark/2/ mark/ mark/',
    bytesOf('A'),
    ' mark/1 mark/',
  ])
})

test('without anything held the text is the text', () => {
  expect(putHeldTexts(['{}'], new Map())).toEqual(['{}'])
})
