import { describe, expect, test } from 'vitest'
import { classifySignature, type SignatureScope, sign } from './signature.ts'

const scope: SignatureScope = { endpoint: 'ai-studio', generation: '3.0' }
const call = { name: 'get_weather', args: { city: 'Rome', days: [1, { unit: 'C', rain: null }] } }

describe('a signature of a call', () => {
  const signature = sign(call, scope)
  test('is base64 of 32 bytes, and the same every time', () => {
    expect(signature).toMatch(/^[A-Za-z0-9+/]{43}=$/)
    expect(sign(structuredClone(call), scope)).toBe(signature)
  })
  test('holds whatever the order of the keys, the alphabet and the padding', () => {
    const reordered = { args: { days: [1, { rain: null, unit: 'C' }], city: 'Rome' }, name: 'get_weather' }
    expect(classifySignature(signature, reordered, scope)).toBe('ours')
    const urlSafe = signature.replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
    expect(classifySignature(urlSafe, call, scope)).toBe('ours')
  })
  test.each([
    ['another name', { ...call, name: 'get_time' }],
    ['another argument', { ...call, args: { ...call.args, city: 'Oslo' } }],
    ['an argument more', { ...call, args: { ...call.args, more: 1 } }],
    ['items in another order', { ...call, args: { city: 'Rome', days: [{ unit: 'C', rain: null }, 1] } }],
    ['a text', 'get_weather'],
  ])('was moved if it comes with %s', (_, part) => {
    expect(classifySignature(signature, part, scope)).toBe('moved')
  })
  test('does not hold on another endpoint or for another age of models', () => {
    expect(classifySignature(signature, call, { ...scope, endpoint: 'vertex' })).toBe('corrupted')
    expect(classifySignature(signature, call, { ...scope, generation: '3.6' })).toBe('corrupted')
  })
  test('takes missing arguments for empty ones', () => {
    expect(classifySignature(sign({ name: 'f' }, scope), { name: 'f', args: {} }, scope)).toBe('ours')
  })
})

describe('a signature of a text', () => {
  const signature = sign('the last piece', scope)
  test('holds for the text that a client joined', () => {
    expect(classifySignature(signature, 'all pieces, the last piece', scope)).toBe('ours')
  })
  test('was moved if it comes with a call, and does not hold elsewhere', () => {
    expect(classifySignature(signature, { name: 'the last piece' }, scope)).toBe('moved')
    expect(classifySignature(signature, 'the last piece', { ...scope, endpoint: 'cloud-code' })).toBe('corrupted')
  })
})

test('a signature that was cut, changed, or made elsewhere is corrupted', () => {
  const signature = sign('a', scope)
  const changed = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  for (const wrong of ['', 'A', 'not base64!', signature.slice(0, 20), changed, 'c3RhbGU=', signature + signature]) {
    expect(classifySignature(wrong, 'a', scope)).toBe('corrupted')
  }
})

describe('a value that skips the check', () => {
  const endpoints = ['ai-studio', 'vertex', 'cloud-code'] as const
  test.each(endpoints)('passes on %s as it is and as base64', (endpoint) => {
    for (const value of ['skip_thought_signature_validator', btoa('skip_thought_signature_validator')]) {
      expect(classifySignature(value, call, { ...scope, endpoint })).toBe('bypass')
    }
  })
  test('may be of AI Studio only', () => {
    for (const value of ['context_engineering_is_the_way_to_go', btoa('context_engineering_is_the_way_to_go')]) {
      const kinds = endpoints.map((endpoint) => classifySignature(value, call, { ...scope, endpoint }))
      expect(kinds).toEqual(['bypass', 'corrupted', 'corrupted'])
    }
  })
})

describe('a signature that may be Google’s', () => {
  const field = (tag: number, bytes: readonly number[]) => [
    tag,
    ...(bytes.length < 128 ? [bytes.length] : [128 + (bytes.length % 128), bytes.length >> 7]),
    ...bytes,
  ]
  const data = (length: number) => [1, ...Array.from({ length: length - 1 }, (_, index) => (index * 37 + 143) % 256)]
  const encoded = (bytes: readonly number[]) => btoa(String.fromCharCode(...bytes))
  const text = (value: string) => Array.from(value, (character) => character.charCodeAt(0))
  const id = '3f1c0b8e-5a52-4c1e-9d77-0b6d2f6a91c4'
  // The recorded ones, by their forms; the bytes here are made up.
  test.each([
    ['ciphertext in a message', field(0x0a, data(200))],
    ['ciphertext in a message in a message', field(0x12, field(0x0a, data(200)))],
    ['ciphertext alone', data(362)],
    ['many pieces of ciphertext', [...field(0x0a, data(36)), ...field(0x0a, data(90)), ...field(0x0a, data(41))]],
    ['a message with a number in it', field(0x12, field(0x0a, [0x08, 2, ...field(0x12, data(60))]))],
    ['an id in a message', field(0x0a, text(id))],
    ['bytes of a form that was never seen', [0xe1, ...data(80)]],
  ])('passes: %s', (_, bytes) => {
    expect(classifySignature(encoded(bytes), call, scope)).toBe('foreign')
    expect(classifySignature(encoded(bytes), 'a text', { ...scope, endpoint: 'vertex' })).toBe('foreign')
  })

  const pieces = [...field(0x0a, data(36)), ...field(0x0a, data(90))]
  const whole = field(0x12, field(0x0a, data(200)))
  test.each([
    ['was cut', encoded(whole.slice(0, -1))],
    ['was cut in its last piece', encoded(pieces.slice(0, -20))],
    ['has a byte too many', encoded([...whole, 0])],
    ['is too short for ciphertext', encoded(data(32))],
    ['is too short for a message', encoded([0x0a, 3, 1, 2])],
    ['is a word', 'a_signature_that_a_client_made_up_because_it_had_none_of_google'],
    ['is a hash in hexadecimal', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    ['is a text in base64', btoa('This is not a signature, but a sentence in base64.')],
    ['is Claude’s', encoded(field(0x12, field(0x0a, [0x08, 11, 0x18, 2, ...field(0x2a, data(64))])))],
  ])('is corrupted if it %s', (_, signature) => {
    expect(classifySignature(signature, call, scope)).toBe('corrupted')
  })
})
