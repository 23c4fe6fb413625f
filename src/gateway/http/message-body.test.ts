import { describe, expect, test } from 'vitest'
import { type MessageSource, messageBody } from './message-body.ts'

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

const bytes = (length: number) => new Uint8Array(length)

describe('messageBody', () => {
  test('hands on what comes, and its end', async () => {
    const { source, fire } = createSource()
    const reader = messageBody(source).getReader()
    fire('data', new Uint8Array([1, 2]))
    fire('data', new Uint8Array([3]))
    fire('end')
    fire('close')
    expect((await reader.read()).value).toEqual(new Uint8Array([1, 2]))
    expect((await reader.read()).value).toEqual(new Uint8Array([3]))
    expect((await reader.read()).done).toBe(true)
  })

  test('F27: has the sender wait while nobody reads, and go on when somebody does', async () => {
    const { source, asked, fire } = createSource()
    const reader = messageBody(source).getReader()
    await Promise.resolve()
    asked.length = 0
    fire('data', bytes(10_000))
    expect(asked).toEqual([])
    fire('data', bytes(10_000))
    expect(asked).toEqual(['pause'])
    await reader.read()
    await reader.read()
    expect(asked.slice(0, 2)).toEqual(['pause', 'resume'])
  })

  test('F17: fails where the message fails, and where its connection goes without a word', async () => {
    const broken = createSource()
    const reader = messageBody(broken.source).getReader()
    broken.fire('error', new Error('reset'))
    await expect(reader.read()).rejects.toThrow('reset')
    const gone = createSource()
    const other = messageBody(gone.source).getReader()
    gone.fire('close')
    await expect(other.read()).rejects.toThrow('The connection was closed.')
  })

  test('lets go of the message when its reader does, and of what still comes', async () => {
    const { source, asked, fire } = createSource()
    await messageBody(source).cancel()
    expect(asked).toContain('destroy')
    fire('data', bytes(1))
    fire('close')
  })
})
