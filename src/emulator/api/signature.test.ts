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

describe('a signature in the form of Google’s', () => {
  // A message of one bytes field, in another one; the form that "ErYCCrMCAd…", "Es4DCssDAb…" and "El4KXAER…" have.
  const enclose = (tag: number, bytes: readonly number[]) => [
    tag,
    128 + (bytes.length % 128),
    bytes.length >> 7,
    ...bytes,
  ]
  const data = [1, ...Array.from({ length: 199 }, (_, index) => index)]
  const encoded = (bytes: readonly number[]) => btoa(String.fromCharCode(...bytes))
  test('is foreign', () => {
    expect(classifySignature(encoded(enclose(0x12, enclose(0x0a, data))), call, scope)).toBe('foreign')
    expect(classifySignature(encoded(enclose(0x0a, data)), 'a text', scope)).toBe('foreign')
    expect(classifySignature(encoded([0x0a, 3, 1, 2, 3]), call, scope)).toBe('foreign')
  })
  test('is corrupted if it was cut or has another inside', () => {
    const whole = enclose(0x12, enclose(0x0a, data))
    for (const wrong of [
      whole.slice(0, -1),
      [...whole, 0],
      enclose(0x12, data),
      enclose(0x0a, [2, 3]),
      [0x12],
      [0x0a, 255],
    ]) {
      expect(classifySignature(encoded(wrong), call, scope)).toBe('corrupted')
    }
  })
})
