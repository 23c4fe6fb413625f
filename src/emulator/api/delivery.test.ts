import { describe, expect, test } from 'vitest'
import { bytesOf, ConnectionReset, type Delivery, send } from './delivery.ts'

const never = new AbortController().signal
const delivery = (parts: Partial<Delivery>): Delivery => ({ status: 200, headers: {}, before: [], steps: [], ...parts })

describe('send', () => {
  test('sends bytes in their order, with pauses', async () => {
    const steps = [bytesOf('a'), { kind: 'wait', ms: 1 }, bytesOf('b')] as const
    const response = await send(delivery({ status: 201, headers: { 'x-a': '1' }, steps }), never)
    expect([response.status, response.headers.get('x-a'), await response.text()]).toEqual([201, '1', 'ab'])
  })

  test('a piece arrives before the pause behind it is over', async () => {
    const response = await send(
      delivery({ steps: [bytesOf('a'), { kind: 'wait', ms: Number.POSITIVE_INFINITY }] }),
      never,
    )
    const reader = response.body!.getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('a')
    await reader.cancel()
  })

  test('a reset before the head rejects, one in the body breaks the stream', async () => {
    await expect(send(delivery({ before: [{ kind: 'reset' }] }), never)).rejects.toBeInstanceOf(ConnectionReset)
    const response = await send(delivery({ steps: [bytesOf('a'), { kind: 'reset' }] }), never)
    await expect(response.text()).rejects.toThrow('reset')
  })

  test('a stall ends when the caller gives up, before the head and in the body', async () => {
    const forever = { kind: 'wait', ms: Number.POSITIVE_INFINITY } as const
    const first = new AbortController()
    const waiting = send(delivery({ before: [forever] }), first.signal)
    first.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    const second = new AbortController()
    const response = await send(delivery({ steps: [bytesOf('a'), forever] }), second.signal)
    const text = response.text()
    second.abort(new Error('enough'))
    await expect(text).rejects.toThrow('enough')
    await expect(send(delivery({ before: [forever] }), second.signal)).rejects.toThrow('enough')
  })
})
