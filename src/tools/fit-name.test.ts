import { describe, expect, test } from 'vitest'
import { envelopeFor } from './envelopes.ts'
import { fitName, fitNames } from './fit-name.ts'

const gemini = envelopeFor('gemini').name!
const openai = envelopeFor('openai').name!

describe('fitName', () => {
  test.each(['get_weather', '_x', 'a', 'server:tool', 'a.b-c', 'a'.repeat(64)])('leaves %s to Gemini', (name) => {
    expect(fitName(name, gemini)).toBe(name)
  })

  test.each([
    ['get weather', 'get_weather'],
    ['notes/add', 'notes_add'],
    ['1password', '_1password'],
    ['-x', '_-x'],
    ['.x', '_.x'],
    ['größe', 'gr__e'],
    ['日本', '__'],
    ['😀', '_'],
    ['\ud800', '_'],
  ])('writes %j as %s for Gemini', (name, fitted) => {
    expect(fitName(name, gemini)).toBe(fitted)
  })

  test.each([
    ['a.b', 'a_b'],
    ['a:b', 'a_b'],
    ['1password', '1password'],
    ['-x', '-x'],
  ])('writes %j as %s for OpenAI', (name, fitted) => {
    expect(fitName(name, openai)).toBe(fitted)
  })

  test('a name that is too long keeps its beginning, and ends in a hash of all of it', () => {
    const long = `${'a'.repeat(70)}x`
    expect(fitName(long, gemini)).toBe(`${'a'.repeat(55)}_a9ab4b8d`)
    expect(fitName(`${'a'.repeat(70)}y`, gemini)).not.toBe(fitName(long, gemini))
    expect(fitName(long, gemini)).toHaveLength(64)
  })
})

describe('fitNames', () => {
  test('names that would be the same all carry a hash of what they were, in any order', () => {
    const [slash, space] = fitNames(['a/b', 'a b'], gemini)
    expect([slash, space]).toEqual(['a_b_a22d4fe9', 'a_b_8add4ed6'])
    expect(fitNames(['a b', 'other', 'a/b'], gemini)).toEqual([space, 'other', slash])
  })

  test('a legal name stays, wherever the odd one stands that fits to it', () => {
    expect(fitNames(['a/b', 'a_b'], gemini)).toEqual(['a_b_a22d4fe9', 'a_b'])
    expect(fitNames(['a_b', 'a/b'], gemini)).toEqual(['a_b', 'a_b_a22d4fe9'])
  })

  test('a name with a hash that another tool already has is skipped', () => {
    const names = ['a/b', 'a_b', 'a_b_a22d4fe9']
    const fitted = fitNames(names, gemini)
    expect(fitted.slice(1)).toEqual(names.slice(1))
    expect(fitted[0]).toMatch(/^a_b_[0-9a-f]{8}$/)
    expect(new Set(fitted).size).toBe(3)
  })

  test('without a rule every name stays', () => {
    expect(fitNames(['a/b', 'ü'], undefined)).toEqual(['a/b', 'ü'])
  })
})
