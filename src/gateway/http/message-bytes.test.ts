import { describe, expect, test } from 'vitest'
import { type MessageSource, messageBytes } from './message-bytes.ts'

type Listener = (value?: never) => void

/** A message whose events the test fires, and that remembers what was asked of it. */
function createSource() {
  const listeners: [string, Listener][] = []
  const asked: string[] = []
  const note = (word: string) => () => asked.push(word)
  const on = (event: string, listener: unknown) => listeners.push([event, listener as Listener])
  const source: MessageSource = { on, pause: note('pause'), resume: note('resume'), destroy: note('destroy') }
  const fire = (event: string, value?: unknown) => {
    for (const [name, listener] of listeners) if (name === event) listener(value as never)
  }
  return { source, asked, fire }
}

const bytes = (...values: number[]) => new Uint8Array(values)

describe('messageBytes', () => {
  test('hands on what came, all of it at once, and its end', async () => {
    const { source, fire } = createSource()
    const body = messageBytes(source)
    const first = body.read()
    fire('data', bytes(1, 2))
    fire('data', bytes(3))
    expect(await first).toEqual([bytes(1, 2), bytes(3)])
    fire('data', bytes(4))
    fire('end')
    fire('close')
    expect(await body.read()).toEqual([bytes(4)])
    expect(await body.read()).toBeUndefined()
    expect(await body.read()).toBeUndefined()
  })

  test('F27: has the sender wait while nobody reads, and go on when somebody does', async () => {
    const { source, asked, fire } = createSource()
    const body = messageBytes(source)
    fire('data', new Uint8Array(10_000))
    expect(asked).toEqual([])
    fire('data', new Uint8Array(10_000))
    expect(asked).toEqual(['pause'])
    await body.read()
    expect(asked).toEqual(['pause', 'resume'])
    fire('data', new Uint8Array(20_000))
    expect(asked).toEqual(['pause', 'resume', 'pause'])
  })

  test('F17: fails where the message fails, and where its connection goes without a word', async () => {
    const broken = createSource()
    const body = messageBytes(broken.source)
    broken.fire('data', bytes(1))
    broken.fire('error', new Error('reset'))
    expect(await body.read()).toEqual([bytes(1)])
    await expect(body.read()).rejects.toThrow('reset')
    const gone = createSource()
    const waiting = messageBytes(gone.source).read()
    gone.fire('close')
    await expect(waiting).rejects.toThrow('The connection was closed.')
  })

  test('lets go of the message when its reader does, and of what still comes', async () => {
    const { source, asked, fire } = createSource()
    const body = messageBytes(source)
    const waiting = body.read()
    body.cancel()
    expect(asked).toContain('destroy')
    expect(await waiting).toBeUndefined()
    fire('data', bytes(1))
    fire('close')
    expect(await body.read()).toBeUndefined()
  })
})
