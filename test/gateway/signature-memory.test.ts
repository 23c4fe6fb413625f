import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createMemorySignatureStore } from '../../src/gateway/stores/memory-signature-store.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function heapInUse(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

test('the signature store takes no more memory than it counts, also for texts that are slices of others or joined from pieces', async () => {
  const store = createMemorySignatureStore()
  const before = heapInUse()
  for (let call = 0; call < 2_000; call++) {
    const joined = Array.from({ length: 100 }, (_, at) => `${call}, ${at}; `).reduce((text, piece) => text + piece, '')
    const slice = `call ${call} ${'x'.repeat(20_000)}`.trim().slice(0, 40)
    await store.set('a', new Map([[slice, joined]]))
  }
  const taken = heapInUse() - before
  expect(taken).toBeLessThan(store.size().bytes)
})
