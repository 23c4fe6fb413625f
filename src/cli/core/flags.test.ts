import { describe, expect, test } from 'vitest'
import { didYouMean, nearestName, oneOf, parseFlags, seconds } from './flags.ts'

const table = {
  to: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  timeout: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

describe('parseFlags', () => {
  test('reads values, repeated values and positionals in any order', () => {
    const { values, positionals } = parseFlags(['a.json', '--to', 'gemini', '--json', '--to=openai', '-h'], table)
    expect(values).toEqual({ to: ['gemini', 'openai'], json: true, help: true })
    expect(positionals).toEqual(['a.json'])
  })

  test('takes - for a positional, and all after -- too', () => {
    expect(parseFlags(['-', '--', '--odd.json'], table).positionals).toEqual(['-', '--odd.json'])
  })

  test('names the flag that was probably meant', () => {
    expect(() => parseFlags(['--jsno'], table)).toThrow('There is no flag --jsno. Did you mean --json?')
    expect(() => parseFlags(['--constructor'], table)).toThrow('There is no flag --constructor.')
  })

  test('notices a value that was forgotten', () => {
    for (const args of [['--timeout'], ['--timeout', '--json'], ['--timeout=']]) {
      expect(() => parseFlags(args, table)).toThrow('--timeout needs a value.')
    }
  })

  test('refuses a value that a switch cannot have', () => {
    expect(() => parseFlags(['--json=yes'], table)).toThrow('--json takes no value.')
  })
})

test('oneOf lists what can be said', () => {
  expect(oneOf('--to', 'gemini', ['gemini', 'openai'])).toBe('gemini')
  expect(() => oneOf('--to', 'gemin', ['gemini', 'openai'])).toThrow(
    '--to cannot be "gemin". Did you mean gemini? It is one of: gemini, openai.',
  )
})

test('seconds are numbers above zero, parts of one included', () => {
  expect(seconds('--timeout', '0.5')).toBe(500)
  for (const value of ['0', '-5', 'soon', ' ', '1e99']) expect(() => seconds('--timeout', value)).toThrow('above zero')
})

test('finds the name that was mistyped', () => {
  expect(nearestName('chekc', ['convert', 'check', 'dialects'])).toBe('check')
  expect(nearestName('Gemni', ['gemini', 'openai'])).toBe('gemini')
})

test('takes a beginning for the whole', () => {
  expect(nearestName('conv', ['convert', 'check'])).toBe('convert')
})

test('suggests nothing for what is far from everything', () => {
  expect(nearestName('deploy', ['convert', 'check'])).toBeUndefined()
  expect(nearestName('x', ['convert', 'check'])).toBeUndefined()
  expect(nearestName('c', ['a', 'b'])).toBeUndefined()
  expect(didYouMean('deploy', ['check'])).toBe('')
})

test('answers at once for a name of any length', () => {
  expect(nearestName('a'.repeat(1_000_000), ['check'])).toBeUndefined()
})
