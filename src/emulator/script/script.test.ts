import { describe, expect, test } from 'vitest'
import type { GenerateContentRequest } from '../api/message.ts'
import { createScriptQueue, findMismatch } from './script.ts'

const ask = (text: string): GenerateContentRequest => ({ contents: [{ role: 'user', parts: [{ text }] }] })

describe('findMismatch', () => {
  const request: GenerateContentRequest = { ...ask('How is the weather?'), generationConfig: { temperature: 1 } }

  test('a regular expression has to match the text of the last content', () => {
    expect(findMismatch(/weather/g, request)).toBeUndefined()
    expect(findMismatch(/snow/, request)).toBe('the text "How is the weather?" does not match /snow/')
    const response = { functionResponse: { name: 'get_weather', response: { output: 'Sun.' } } }
    const answered = { contents: [...request.contents!, { role: 'user', parts: [response] }] }
    expect(findMismatch(/"output":"Sun\."/, answered)).toBeUndefined()
  })

  test('an object is a part of the request, and names the first place that differs', () => {
    expect(findMismatch({ generationConfig: { temperature: 1 } }, request)).toBeUndefined()
    expect(findMismatch({ contents: [{ parts: [{ text: /weather/ }] }] }, request)).toBeUndefined()
    expect(findMismatch({ contents: [{ role: 'model' }] }, request)).toBe('contents[0].role is "user", not "model"')
    expect(findMismatch({ contents: [] }, request)).toBe('contents has 1 entry, not 0')
    expect(findMismatch({ tools: [{}] }, request)).toBe('tools is absent, not [{}]')
    expect(findMismatch({ contents: [{ parts: [{ text: /x/ }] }] }, request)).toContain('which does not match /x/')
  })

  test('a function says no with false, with a reason, or by throwing', () => {
    expect(findMismatch(() => undefined, request)).toBeUndefined()
    expect(findMismatch(() => true, request)).toBeUndefined()
    expect(findMismatch(() => false, request)).toBe('the function said no')
    expect(findMismatch(() => 'too short', request)).toBe('too short')
    const throwing = () => {
      throw new Error('expected 1 to be 2')
    }
    expect(findMismatch(throwing, request)).toBe('expected 1 to be 2')
  })
})

describe('createScriptQueue', () => {
  test('gives out steps in order, and nothing when they are used up', () => {
    const queue = createScriptQueue()
    const script = queue.add([{ reply: 'one' }, { expect: /b/, reply: 'two' }])
    expect(queue.take(ask('a'))).toEqual({ step: { reply: 'one' } })
    expect(script).toMatchObject({ pending: 1 })
    expect(script.isDone()).toBe(false)
    expect(queue.take(ask('b'))).toMatchObject({ step: { reply: 'two' } })
    expect(queue.take(ask('c'))).toBeUndefined()
    expect(script.isDone()).toBe(true)
    script.assertDone()
  })

  test('a second script waits for the first', () => {
    const queue = createScriptQueue()
    const [first, second] = [queue.add([{ reply: '1' }]), queue.add([{ reply: '2' }])]
    queue.take(ask('a'))
    expect([first.pending, second.pending]).toEqual([0, 1])
  })

  test('a request that was not expected leaves the step where it is, and is remembered', () => {
    const queue = createScriptQueue()
    const script = queue.add([{ expect: /b/, reply: 'two' }])
    const mismatch = 'Step 1 of 1 of the script expected another request: the text "a" does not match /b/.'
    expect(queue.take(ask('a'))).toEqual({ mismatch })
    expect(queue.take(ask('b'))).toMatchObject({ step: { reply: 'two' } })
    expect(script.isDone()).toBe(false)
    expect(() => script.assertDone()).toThrow(mismatch)
  })

  test('assertDone names the steps that had no request', () => {
    const script = createScriptQueue().add([{ reply: '1' }, { reply: '2' }])
    expect(() => script.assertDone()).toThrow('2 of 2 steps were not asked for.')
  })
})
