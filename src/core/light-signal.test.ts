import { describe, expect, test } from 'vitest'
import { createLightController, platformSignal } from './light-signal.ts'

describe('a light signal', () => {
  test('aborts once, with the first reason, and calls every listener once', () => {
    const controller = createLightController()
    const { signal } = controller
    const heard: string[] = []
    const first = () => heard.push('first')
    signal.addEventListener('abort', first)
    signal.addEventListener('abort', first)
    signal.addEventListener('abort', () => heard.push('second'))
    expect([signal.aborted, signal.reason]).toEqual([false, undefined])
    signal.throwIfAborted()
    controller.abort('one')
    controller.abort('two')
    expect([signal.aborted, signal.reason]).toEqual([true, 'one'])
    expect(heard).toEqual(['first', 'second'])
    expect(() => signal.throwIfAborted()).toThrow('one')
  })

  test('does not call a listener that was removed, before it aborts or by another listener', () => {
    const controller = createLightController()
    const { signal } = controller
    const heard: string[] = []
    const third = () => heard.push('third')
    const removed = () => heard.push('removed')
    signal.addEventListener('abort', removed)
    signal.addEventListener('abort', () => signal.removeEventListener('abort', third))
    signal.addEventListener('abort', third)
    signal.removeEventListener('abort', removed)
    controller.abort()
    expect(heard).toEqual([])
    expect((signal.reason as DOMException).name).toBe('AbortError')
  })

  test('has one of the platform, which aborts with it or is aborted as it is', () => {
    const controller = createLightController()
    const real = platformSignal(controller.signal)
    expect(real).toBeInstanceOf(AbortSignal)
    expect(real.aborted).toBe(false)
    controller.abort('over')
    expect([real.aborted, real.reason]).toEqual([true, 'over'])
    expect(platformSignal(controller.signal).reason).toBe('over')
  })
})
