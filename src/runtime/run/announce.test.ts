import { describe, expect, test } from 'vitest'
import type { RunEventMap } from '../result/events.ts'
import { announce } from './announce.ts'
import { createNotify, type RunEvents } from './events.ts'
import type { Run } from './run.ts'

const event = { callId: 'c' } as RunEventMap['onStart']
const created = () => event

/** A run with these callbacks, and with telemetry that notes what it hears. */
function runOf(options: RunEvents, heard?: unknown[]): Run {
  const notify = async (...told: unknown[]) => void heard?.push(told)
  const integrations = heard === undefined ? undefined : { notify }
  return { options, notify: createNotify(options), integrations, model: { aiVersion: 7 } } as unknown as Run
}

describe('an event', () => {
  test('is not created where nobody listens', () => {
    const refuse = () => {
      throw new Error('Nobody listens.')
    }
    expect(announce(runOf({ onEnd: refuse }), 'onStart', refuse)).toBeUndefined()
  })

  test('needs no waiting where the callback is done at once', async () => {
    const told: unknown[] = []
    expect(announce(runOf({ onStart: (each) => void told.push(each) }), 'onStart', created)).toBeUndefined()
    expect(told).toEqual([event])
  })

  test('is told under the older name of its callback, unless the newer one is there too', async () => {
    const told: string[] = []
    const experimental_onStart = () => void told.push('older')
    await announce(runOf({ experimental_onStart }), 'onStart', created)
    await announce(runOf({ experimental_onStart, onStart: () => void told.push('newer') }), 'onStart', created)
    expect(told).toEqual(['older', 'newer'])
  })

  test('is told to callback and telemetry, and both are waited for', async () => {
    const heard: unknown[] = []
    const onStart = async () => {
      await Promise.resolve()
      heard.push('callback')
    }
    await announce(runOf({ onStart }, heard), 'onStart', created)
    expect(new Set(heard)).toEqual(new Set(['callback', ['onStart', event]].map((each) => each)))
    expect(heard).toHaveLength(2)
  })

  test('whose callback fails goes to onError, and to telemetry all the same', async () => {
    const heard: unknown[] = []
    const errors: unknown[] = []
    const onStart = () => Promise.reject('broken')
    await announce(runOf({ onStart, onError: ({ error }) => void errors.push(error) }, heard), 'onStart', created)
    expect(errors).toEqual(['broken'])
    expect(heard).toEqual([['onStart', event]])
  })
})
